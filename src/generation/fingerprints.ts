import { stateOfContent } from '../docs/fingerprint.ts'
import { hashOf } from '../docs/kept/hash-of.ts'
import { builderFingerprint } from './builder-fingerprint.ts'

/** Fingerprints of content, its settings and the code that builds it. */
export interface Fingerprints {
  /** By names, sizes and times of files. */
  readonly fingerprint: string
  /** By names and bytes, or null where there is too much to read. It is equal for a copy with other times in another folder. */
  readonly ofBytes: () => string | null
  /** Whether nothing has changed since. */
  readonly isStill: () => Promise<boolean>
}

export async function fingerprintsOf(contentDir: string): Promise<Fingerprints> {
  const state = await stateOfContent(contentDir)
  const code = builderFingerprint()
  return {
    fingerprint: hashOf(code, state.fingerprint),
    ofBytes() {
      const bytes = state.hashBytes()
      return bytes && hashOf(code, bytes)
    },
    isStill: async () => (await stateOfContent(contentDir)).fingerprint === state.fingerprint,
  }
}
