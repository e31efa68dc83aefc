const FIRST_CAPACITY = 64

/**
 * A list that grows at its end and shrinks at its beginning. An array would move all of the rest with every `shift`, and tell
 * the garbage collector of each. What was taken is not held any longer.
 */
export class Circle<T> {
  /** A power of two of places, taken round and round from the first value on. */
  #places: (T | null)[] = emptyPlaces(FIRST_CAPACITY)
  #first = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  get first(): T | undefined {
    return this.#length === 0 ? undefined : this.#places[this.#first]!
  }

  push(value: T): void {
    this.#makeRoom(1)
    this.#places[(this.#first + this.#length) & (this.#places.length - 1)] = value
    this.#length += 1
  }

  /** Puts values before all others, in their own order. */
  unshift(values: readonly T[]): void {
    this.#makeRoom(values.length)
    for (const value of values.toReversed()) {
      this.#first = (this.#first - 1) & (this.#places.length - 1)
      this.#places[this.#first] = value
      this.#length += 1
    }
  }

  shift(): T | undefined {
    if (this.#length === 0) return undefined
    const value = this.#places[this.#first]!
    this.#places[this.#first] = null
    this.#first = (this.#first + 1) & (this.#places.length - 1)
    this.#length -= 1
    return value
  }

  some(test: (value: T) => boolean): boolean {
    for (let i = 0; i < this.#length; i++) if (test(this.#at(i))) return true
    return false
  }

  /** Takes everything out. */
  drain(): T[] {
    const values = Array.from({ length: this.#length }, (_, i) => this.#at(i))
    this.#places = emptyPlaces(FIRST_CAPACITY)
    this.#first = 0
    this.#length = 0
    return values
  }

  #at(index: number): T {
    return this.#places[(this.#first + index) & (this.#places.length - 1)]!
  }

  #makeRoom(extra: number): void {
    let capacity = this.#places.length
    while (capacity < this.#length + extra) capacity *= 2
    if (capacity === this.#places.length) return
    const grown = emptyPlaces<T>(capacity)
    for (let i = 0; i < this.#length; i++) grown[i] = this.#at(i)
    this.#places = grown
    this.#first = 0
  }
}

export function emptyPlaces<T>(count: number): (T | null)[] {
  return Array.from({ length: count }, () => null)
}
