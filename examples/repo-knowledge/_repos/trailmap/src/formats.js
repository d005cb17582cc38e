/**
 * Write points as an encoded polyline, five decimals, to put a route into a short link.
 * @param {{lat: number, lon: number}[]} points
 * @returns {string}
 */
export function encodePolyline(points) {
  let out = ''
  let lat = 0
  let lon = 0
  for (const p of points) {
    const nextLat = Math.round(p.lat * 1e5)
    const nextLon = Math.round(p.lon * 1e5)
    out += encodeNumber(nextLat - lat) + encodeNumber(nextLon - lon)
    lat = nextLat
    lon = nextLon
  }
  return out
}

function encodeNumber(value) {
  let n = value < 0 ? ~(value << 1) : value << 1
  let out = ''
  while (n >= 0x20) {
    out += String.fromCharCode((0x20 | (n & 0x1f)) + 63)
    n >>= 5
  }
  return out + String.fromCharCode(n + 63)
}

/**
 * Read an encoded polyline back into points.
 * @param {string} text
 * @returns {{lat: number, lon: number}[]}
 */
export function decodePolyline(text) {
  const points = []
  let at = 0
  let lat = 0
  let lon = 0
  const next = () => {
    let shift = 0
    let n = 0
    let byte
    do {
      byte = text.charCodeAt(at++) - 63
      n |= (byte & 0x1f) << shift
      shift += 5
    } while (byte >= 0x20)
    return n & 1 ? ~(n >> 1) : n >> 1
  }
  while (at < text.length) {
    lat += next()
    lon += next()
    points.push({ lat: lat / 1e5, lon: lon / 1e5 })
  }
  return points
}

/**
 * Pick the track points out of a GPX file. Waypoints and routes are left aside.
 * @param {string} xml
 * @returns {{lat: number, lon: number, ele: number | null, time: number | null}[]}
 */
export function parseGpx(xml) {
  const points = []
  for (const [, attributes, inner] of xml.matchAll(/<trkpt\b([^>]*)>([\s\S]*?)<\/trkpt>/g)) {
    const lat = /\blat="([^"]+)"/.exec(attributes)
    const lon = /\blon="([^"]+)"/.exec(attributes)
    if (!lat || !lon) continue
    const ele = /<ele>([^<]+)<\/ele>/.exec(inner)
    const time = /<time>([^<]+)<\/time>/.exec(inner)
    points.push({
      lat: Number(lat[1]),
      lon: Number(lon[1]),
      ele: ele ? Number(ele[1]) : null,
      time: time ? Date.parse(time[1]) / 1000 : null,
    })
  }
  return points
}

/**
 * Wrap a track as a GeoJSON LineString feature.
 * @param {{lat: number, lon: number}[]} points
 * @param {object} [properties]
 * @returns {object}
 */
export function toGeoJson(points, properties = {}) {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'LineString', coordinates: points.map((p) => [p.lon, p.lat]) },
  }
}
