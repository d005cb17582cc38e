/** Keeps the most recently used map tiles in memory and forgets the oldest. */
export class TileCache {
  #tiles = new Map()
  #limit

  constructor(limit = 200) {
    this.#limit = limit
  }

  get(key) {
    const tile = this.#tiles.get(key)
    if (tile !== undefined) {
      this.#tiles.delete(key)
      this.#tiles.set(key, tile)
    }
    return tile
  }

  set(key, tile) {
    this.#tiles.delete(key)
    this.#tiles.set(key, tile)
    if (this.#tiles.size > this.#limit) this.#tiles.delete(this.#tiles.keys().next().value)
  }

  get size() {
    return this.#tiles.size
  }
}

/**
 * Load something from a server that is sometimes busy. Waits 0.5, 1, 2 … seconds between attempts.
 * @param {string} url
 * @param {number} [attempts=4]
 * @returns {Promise<Response>}
 */
export async function fetchWithRetry(url, attempts = 4) {
  for (let n = 0; ; n++) {
    const answer = await fetch(url).catch(() => null)
    if (answer && answer.status < 500 && answer.status !== 429) return answer
    if (n + 1 >= attempts) throw new Error(`no answer from ${url} after ${attempts} attempts`)
    await new Promise((done) => setTimeout(done, 500 * 2 ** n))
  }
}

/**
 * Call a function once the map has stopped moving for a while.
 * @param {(event: object) => void} action
 * @param {number} [quiet=150] milliseconds
 * @returns {(event: object) => void}
 */
export function debounceMove(action, quiet = 150) {
  let timer
  return (event) => {
    clearTimeout(timer)
    timer = setTimeout(() => action(event), quiet)
  }
}
