const ROWS = 4
/** Counters of a row: a power of two. All rows take 256 KiB. */
const ROW_COUNTERS = 65_536
const MOST = 255

/** How often a text was seen before and after, never less than in truth. It stops at 255. */
export interface Seen {
  readonly before: number
  readonly after: number
}

/**
 * Counts texts without keeping them: a count-min sketch with conservative update. It says more than the truth where other
 * texts share all counters of one, which takes hundreds of thousands of texts.
 */
export class RareFilter {
  readonly #counters = new Uint8Array(ROWS * ROW_COUNTERS)
  readonly #seed: number

  /** @param seed A random number, so that nobody can choose texts that share counters. */
  constructor(seed: number) {
    this.#seed = seed | 0
  }

  add(text: string, times: number): Seen {
    const places = this.#placesOf(text)
    const before = Math.min(...places.map((place) => this.#counters[place]!))
    const after = Math.min(MOST, before + times)
    for (const place of places) this.#counters[place] = Math.max(this.#counters[place]!, after)
    return { before, after }
  }

  clear(): void {
    this.#counters.fill(0)
  }

  /** One place in each row, from two hashes (Kirsch and Mitzenmacher, 2006). */
  #placesOf(text: string): number[] {
    let a = this.#seed
    let b = ~this.#seed
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      a = Math.imul(a ^ unit, 0x85ebca6b)
      a ^= a >>> 13
      b = Math.imul(b ^ unit, 0xc2b2ae35)
      b ^= b >>> 16
    }
    return Array.from({ length: ROWS }, (_, row) => row * ROW_COUNTERS + ((a + row * (b | 1)) & (ROW_COUNTERS - 1)))
  }
}
