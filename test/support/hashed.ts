import { hashKey, type Hashed } from '../../src/shared/hash-key.ts'

/** A key as its caller brings it, with its hash. */
export function hashed(key: string): Hashed {
  return { key, hash: hashKey(key) }
}
