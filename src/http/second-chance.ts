import { layOut } from '../shared/lay-out.ts'

/** What the cache needs of its values. */
interface Aging {
  /** Set by whoever uses it. */
  used: boolean
  /** What it counts for. */
  bytes: number
}

/** A bounded map. What has been used since it was last looked at gets another chance, so that a use costs no more than setting a mark. */
export interface SecondChance<V extends Aging> {
  get(key: string): V | undefined
  /** In place of what the key had. It must not be larger than the bound. */
  set(key: string, value: V): void
  /** What the key has counts for so much from now on. */
  resize(key: string, bytes: number): void
  delete(key: string): void
  clear(): void
  readonly bytes: number
  readonly size: number
}

/**
 * Nearly the least recently used go first ("clock", Corbató 1968): the oldest is dropped unless it is marked; then it loses
 * its mark and becomes the newest.
 *
 * @param dropped Told of each that had to go.
 */
export function createSecondChance<V extends Aging>(
  limitBytes: number,
  dropped: (value: V) => void = () => undefined,
): SecondChance<V> {
  // Keys are in the order in which they came or got their last chance.
  const values = new Map<string, V>()
  let bytes = 0

  function remove(key: string): void {
    const value = values.get(key)
    if (value === undefined) return
    values.delete(key)
    bytes -= value.bytes
    dropped(value)
  }

  function makeRoomFor(newest: V): void {
    for (const [key, value] of values) {
      if (bytes <= limitBytes) return
      if (value === newest) continue
      if (value.used) {
        value.used = false
        values.delete(key)
        values.set(key, value)
      } else remove(key)
    }
  }

  return layOut<SecondChance<V>>({
    get: (key) => values.get(key),
    set(key, value) {
      remove(key)
      values.set(key, value)
      bytes += value.bytes
      makeRoomFor(value)
    },
    resize(key, next) {
      const value = values.get(key)
      if (value === undefined) return
      bytes += next - value.bytes
      value.bytes = next
      makeRoomFor(value)
    },
    delete: remove,
    clear() {
      for (const value of values.values()) dropped(value)
      values.clear()
      bytes = 0
    },
    get bytes() {
      return bytes
    },
    get size() {
      return values.size
    },
  })
}
