/** Typed arrays that grow by doubling, for builds, where sizes are unknown in advance. */
export interface Growable<A extends Int32Array | Uint8Array> {
  data: A
  length: number
}

export function growableInt32(capacity = 1024): Growable<Int32Array> {
  return { data: new Int32Array(capacity), length: 0 }
}

export function growableUint8(capacity = 1024): Growable<Uint8Array> {
  return { data: new Uint8Array(capacity), length: 0 }
}

/** Grows the array until `index` can be written. */
export function ensure(array: Growable<Int32Array> | Growable<Uint8Array>, index: number): void {
  if (index < array.data.length) return
  let capacity = array.data.length * 2
  while (capacity <= index) capacity *= 2
  const grown = array.data instanceof Int32Array ? new Int32Array(capacity) : new Uint8Array(capacity)
  grown.set(array.data)
  array.data = grown
}

export function push(array: Growable<Int32Array>, value: number): void {
  if (array.length === array.data.length) ensure(array, array.length)
  array.data[array.length++] = value
}

/** Returns the content of the array and empties it. The memory is reused. */
export function take<A extends Int32Array | Uint8Array>(array: Growable<A>): A {
  const taken = array.data.subarray(0, array.length) as A
  array.length = 0
  return taken
}
