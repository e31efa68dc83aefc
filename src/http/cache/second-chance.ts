import { createKeyTable, type Keyed } from '../../shared/key-table.ts'
import { layOut } from '../../shared/lay-out.ts'

/** What the cache needs of its values. */
interface Aging<V> extends Keyed<V> {
  /** Set by whoever uses it. */
  used: boolean
  /** What it counts for. */
  bytes: number
}

/** A bounded table. What has been used since it was last looked at gets another chance, so that a use costs no more than setting a mark. */
export interface SecondChance<V> {
  find(key: string, variant: number): V | undefined
  /** In place of what had its key and variant. It must not be larger than the bound. */
  set(value: V): void
  /** The value, if it is there, counts for so much from now on. */
  resize(value: V, bytes: number): void
  delete(value: V): void
  readonly bytes: number
  readonly size: number
}

/**
 * Nearly the least recently used go first ("clock", Corbató 1968): the oldest is dropped unless it is marked; then it loses
 * its mark and becomes the newest.
 *
 * @param dropped Told of each that had to go.
 */
export function createSecondChance<V extends Aging<V>>(
  limitBytes: number,
  dropped: (value: V) => void = () => undefined,
): SecondChance<V> {
  const table = createKeyTable<V>()
  /** In the order in which they came or got their last chance. */
  const values = new Set<V>()
  let bytes = 0

  function remove(value: V): void {
    if (!values.delete(value)) return
    table.remove(value)
    bytes -= value.bytes
    dropped(value)
  }

  function makeRoomFor(newest: V): void {
    for (const value of values) {
      if (bytes <= limitBytes) return
      if (value === newest) continue
      if (value.used) {
        value.used = false
        values.delete(value)
        values.add(value)
      } else remove(value)
    }
  }

  return layOut<SecondChance<V>>({
    find: (key, variant) => table.find(key, variant),
    set(value) {
      const former = table.find(value.key, value.variant)
      if (former !== undefined) remove(former)
      table.add(value)
      values.add(value)
      bytes += value.bytes
      makeRoomFor(value)
    },
    resize(value, next) {
      if (!values.has(value)) return
      bytes += next - value.bytes
      value.bytes = next
      makeRoomFor(value)
    },
    delete: remove,
    get bytes() {
      return bytes
    },
    get size() {
      return values.size
    },
  })
}
