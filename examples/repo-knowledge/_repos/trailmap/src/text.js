/**
 * Minutes and seconds needed for one kilometre, as runners read it: 5:07 /km.
 * @param {number} metres
 * @param {number} seconds
 * @returns {string} a dash when nobody moved
 */
export function formatPace(metres, seconds) {
  if (metres <= 0) return '–'
  const perKm = Math.round((seconds * 1000) / metres)
  const rest = String(perKm % 60).padStart(2, '0')
  return `${Math.floor(perKm / 60)}:${rest} /km`
}

/**
 * A length for people: 850 m, 12.4 km, 7.7 mi.
 * @param {number} metres
 * @param {{miles?: boolean}} [options]
 * @returns {string}
 */
export function formatDistance(metres, { miles = false } = {}) {
  if (miles) return `${(metres / 1609.344).toFixed(1)} mi`
  if (metres < 1000) return `${Math.round(metres)} m`
  return `${(metres / 1000).toFixed(1)} km`
}
