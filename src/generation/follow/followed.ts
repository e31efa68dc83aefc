import type { Pointer } from '../artefact/layout.ts'
import { RefusedGenerationError } from './refused-generation.ts'

/** What is published, as a node saw it last. */
export interface Followed {
  /** `GENERATION_URL` */
  readonly url: string
  /** Null while it could not be read yet. */
  readonly pointer: Pointer | null
  /** Why the pointer could not be read; empty if it could. */
  readonly fault: string
  /** Hashes that an operator withdrew on this machine, beside those that the pointer names. */
  readonly withdrawn: readonly string[]
}

export function isWithdrawn({ pointer, withdrawn }: Followed, content: string): boolean {
  return withdrawn.includes(content) || pointer?.withdrawn?.includes(content) === true
}

/**
 * Hash that this node is to serve; undefined if nothing is published of that part. Throws when the pointer could not be read, or
 * names what is withdrawn.
 */
export function wantedHash(followed: Followed, part: 'generation' | 'icons'): string | undefined {
  if (followed.pointer === null) throw new Error(`GENERATION_URL cannot be read: ${followed.fault}`)
  const hash = followed.pointer[part]
  if (hash !== undefined && isWithdrawn(followed, hash))
    throw new RefusedGenerationError(`${hash} is withdrawn: publish another generation`)
  return hash
}
