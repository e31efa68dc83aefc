/** What FNV-1a begins with. A secret seed in its place keeps anybody from choosing keys that meet. */
const OFFSET_BASIS = 0x811c9dc5

/** FNV-1a over UTF-16 code units, whose upper bits reach the lower ones: a signed 32-bit number for tables in memory. */
export function hashKey(key: string, seed = OFFSET_BASIS): number {
  let hash = seed | 0
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return hash ^ (hash >>> 15)
}
