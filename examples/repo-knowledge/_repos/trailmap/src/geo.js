const RADIUS = 6371008.8

const rad = (degrees) => (degrees * Math.PI) / 180
const deg = (radians) => (radians * 180) / Math.PI

/**
 * Great-circle distance between two points, in metres.
 * @param {{lat: number, lon: number}} a
 * @param {{lat: number, lon: number}} b
 * @returns {number}
 */
export function haversine(a, b) {
  const dLat = rad(b.lat - a.lat)
  const dLon = rad(b.lon - a.lon)
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(dLon / 2) ** 2
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(h)))
}

/**
 * Compass direction from one point to another, in degrees clockwise from north.
 * @param {{lat: number, lon: number}} a
 * @param {{lat: number, lon: number}} b
 * @returns {number} 0 up to, not including, 360
 */
export function bearing(a, b) {
  const dLon = rad(b.lon - a.lon)
  const y = Math.sin(dLon) * Math.cos(rad(b.lat))
  const x =
    Math.cos(rad(a.lat)) * Math.sin(rad(b.lat)) -
    Math.sin(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.cos(dLon)
  return (deg(Math.atan2(y, x)) + 360) % 360
}

/**
 * The point reached by walking a number of metres in one direction.
 * @param {{lat: number, lon: number}} start
 * @param {number} metres
 * @param {number} direction degrees clockwise from north
 * @returns {{lat: number, lon: number}}
 */
export function destination(start, metres, direction) {
  const d = metres / RADIUS
  const lat = Math.asin(
    Math.sin(rad(start.lat)) * Math.cos(d) +
      Math.cos(rad(start.lat)) * Math.sin(d) * Math.cos(rad(direction)),
  )
  const lon =
    rad(start.lon) +
    Math.atan2(
      Math.sin(rad(direction)) * Math.sin(d) * Math.cos(rad(start.lat)),
      Math.cos(d) - Math.sin(rad(start.lat)) * Math.sin(lat),
    )
  return { lat: deg(lat), lon: deg(lon) }
}

/**
 * The smallest rectangle that holds all points. Does not cross the date line.
 * @param {{lat: number, lon: number}[]} points
 * @returns {{south: number, west: number, north: number, east: number} | null} null without points
 */
export function boundingBox(points) {
  if (points.length === 0) return null
  const box = { south: 90, west: 180, north: -90, east: -180 }
  for (const p of points) {
    box.south = Math.min(box.south, p.lat)
    box.north = Math.max(box.north, p.lat)
    box.west = Math.min(box.west, p.lon)
    box.east = Math.max(box.east, p.lon)
  }
  return box
}
