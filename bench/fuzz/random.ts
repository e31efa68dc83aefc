/**
 * Random choices of one connection. They depend only on the seed of the run and the number of the connection. Any
 * connection can therefore be repeated without those before it.
 */
export class Random {
  #state: number

  constructor(seed: number, connection: number) {
    this.#state = mix(Math.imul(seed | 0, 0x9e3779b1) ^ mix((connection + 1) | 0))
  }

  /** @returns a number in [0, 1) */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    return mix(this.#state) / 2 ** 32
  }

  /** @returns an integer in [0, limit) */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** @returns an integer from `least` to `most`, both included */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** @returns up to `limit - 1` values that `make` makes */
  some<T>(limit: number, make: () => T): T[] {
    return Array.from({ length: this.below(limit) }, make)
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}

function mix(state: number): number {
  const once = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}
