import { haversine } from './geo.js'

/**
 * Length of a track in metres, the sum of its legs.
 * @param {{lat: number, lon: number}[]} points
 * @returns {number}
 */
export function trackLength(points) {
  let sum = 0
  for (let i = 1; i < points.length; i++) sum += haversine(points[i - 1], points[i])
  return sum
}

/**
 * Metres climbed. Rises smaller than the threshold are taken for noise of the barometer.
 * @param {{ele: number}[]} points
 * @param {number} [threshold=3]
 * @returns {number}
 */
export function elevationGain(points, threshold = 3) {
  if (points.length === 0) return 0
  let gain = 0
  let base = points[0].ele
  for (const p of points) {
    if (p.ele - base >= threshold) {
      gain += p.ele - base
      base = p.ele
    } else if (p.ele < base) {
      base = p.ele
    }
  }
  return gain
}

/**
 * Leave out points that lie closer than a tolerance to the line between their neighbours
 * (Ramer-Douglas-Peucker, on a flat projection that is good for a day's walk).
 * @param {{lat: number, lon: number}[]} points
 * @param {number} tolerance metres
 * @returns {{lat: number, lon: number}[]}
 */
export function simplifyTrack(points, tolerance) {
  if (points.length < 3) return points.slice()
  const first = points[0]
  const last = points[points.length - 1]
  let worst = 0
  let index = 0
  for (let i = 1; i < points.length - 1; i++) {
    const off = distanceToSegment(points[i], first, last)
    if (off > worst) {
      worst = off
      index = i
    }
  }
  if (worst <= tolerance) return [first, last]
  const head = simplifyTrack(points.slice(0, index + 1), tolerance)
  const tail = simplifyTrack(points.slice(index), tolerance)
  return head.concat(tail.slice(1))
}

function distanceToSegment(p, a, b) {
  const scale = Math.cos((a.lat * Math.PI) / 180)
  const metres = 111195
  const px = (p.lon - a.lon) * scale * metres
  const py = (p.lat - a.lat) * metres
  const bx = (b.lon - a.lon) * scale * metres
  const by = (b.lat - a.lat) * metres
  const square = bx * bx + by * by
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, (px * bx + py * by) / square))
  return Math.hypot(px - t * bx, py - t * by)
}

/**
 * Cut a track into stages of equal length; the last one may be shorter.
 * @param {{lat: number, lon: number}[]} points
 * @param {number} metres
 * @returns {{lat: number, lon: number}[][]}
 */
export function splitByDistance(points, metres) {
  if (metres <= 0) throw new RangeError('a stage needs a length')
  const stages = []
  let stage = points.slice(0, 1)
  let walked = 0
  for (let i = 1; i < points.length; i++) {
    walked += haversine(points[i - 1], points[i])
    stage.push(points[i])
    if (walked >= metres) {
      stages.push(stage)
      stage = [points[i]]
      walked = 0
    }
  }
  if (stage.length > 1) stages.push(stage)
  return stages
}

/**
 * The track point closest to a place, with its index and how far away it is.
 * @param {{lat: number, lon: number}[]} points
 * @param {{lat: number, lon: number}} place
 * @returns {{index: number, metres: number} | null}
 */
export function nearestPoint(points, place) {
  let best = null
  points.forEach((p, index) => {
    const metres = haversine(p, place)
    if (best === null || metres < best.metres) best = { index, metres }
  })
  return best
}

/**
 * Seconds in motion: gaps in which the walker was slower than a limit are rests.
 * @param {{lat: number, lon: number, time: number}[]} points time in seconds
 * @param {number} [slowest=0.3] metres per second
 * @returns {number}
 */
export function movingTime(points, slowest = 0.3) {
  let seconds = 0
  for (let i = 1; i < points.length; i++) {
    const dt = points[i].time - points[i - 1].time
    if (dt > 0 && haversine(points[i - 1], points[i]) / dt >= slowest) seconds += dt
  }
  return seconds
}
