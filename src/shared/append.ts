/** Appends values to the list of a key, which begins with them where the key has none. */
export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, ...values: readonly Value[]): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [...values])
  else list.push(...values)
}
