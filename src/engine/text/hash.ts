/** FNV-1a over UTF-16 code units with a final avalanche: 32 bits, unsigned. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return avalanche(hash)
}

/** Hashes the code units `source[start, end)` in the same way, without the units at `skipA` and `skipB` (-1: none). */
export function hashUnits(source: Uint16Array, start: number, end: number, skipA: number, skipB: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) {
    if (i !== skipA && i !== skipB) hash = Math.imul(hash ^ source[i]!, 0x01000193)
  }
  return avalanche(hash)
}

/** A second, independent hash of the same text: texts that collide in one do not collide in the other. It is never 0. */
export function fingerprintText(text: string): number {
  let hash = 0x9e3779b9
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x85ebca6b)
    hash ^= hash >>> 13
  }
  return avalanche(hash) || 1
}

/** Number of rows in a table of hashes: the next power of two. */
export function powerOfTwo(atLeast: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, atLeast)))
}

function avalanche(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) >>> 0
}
