/** Finds entries of a table for the name of an icon. Entries are names or parts of them, in whole words. */
export interface NameTable<Value> {
  /** The value whose entry begins the name; the longest counts. */
  atStart(name: string): Value | null
  /** The value whose entry comes first in the name; the longest of those at one place counts. */
  anywhere(name: string): Value | null
}

/** @param entries Values with their entries. An entry of several values has the first. */
export function createNameTable<Value>(entries: readonly (readonly [Value, readonly string[]])[]): NameTable<Value> {
  const values = new Map<string, Value>()
  for (const [value, names] of entries) for (const name of names) if (!values.has(name)) values.set(name, value)
  const startingAt = (words: readonly string[], first: number): Value | null => {
    for (let end = words.length; end > first; end--) {
      const value = values.get(words.slice(first, end).join('-'))
      if (value !== undefined) return value
    }
    return null
  }
  return {
    atStart: (name) => startingAt(name.split('-'), 0),
    anywhere(name) {
      const words = name.split('-')
      for (let first = 0; first < words.length; first++) {
        const value = startingAt(words, first)
        if (value !== null) return value
      }
      return null
    },
  }
}
