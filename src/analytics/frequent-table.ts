/** An entry of a table, which is as important as it is frequent. */
interface Weighed {
  /** How often it was counted. */
  readonly weight: number
}

/**
 * The most frequent entries of a stream within a bound. When the table is full, a new entry takes the place of the least
 * frequent one if it has come more often (TinyLFU). So a flood of texts that come once pushes nothing out.
 */
export class FrequentTable<Entry extends Weighed> {
  readonly #limit: number
  readonly #entries = new Map<string, Entry>()

  /** @param limit Most entries. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  /**
   * Adds an entry under a key that is not there yet.
   *
   * @param seen how often the key has come so far
   * @returns false where every other entry has come more often
   */
  add(key: string, entry: Entry, seen: number): boolean {
    if (this.#entries.size >= this.#limit) {
      const least = this.#least()
      if (least === null || least[1].weight >= seen) return false
      this.#entries.delete(least[0])
    }
    this.#entries.set(key, entry)
    return true
  }

  values(): IterableIterator<Entry> {
    return this.#entries.values()
  }

  get size(): number {
    return this.#entries.size
  }

  #least(): [string, Entry] | null {
    let least: [string, Entry] | null = null
    for (const each of this.#entries) if (least === null || each[1].weight < least[1].weight) least = each
    return least
  }
}
