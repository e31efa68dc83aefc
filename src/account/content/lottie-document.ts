import { createHash } from 'node:crypto'
import { readLottie } from '../../lottie/read-lottie.ts'
import type { Animation, Result } from './account-content.ts'
import { invalidDocument } from './faults.ts'
import { DOCUMENT_LIMIT_BYTES } from './limits.ts'

/** What a record says of its document. */
export type LottieFacts = Pick<
  Animation,
  'sha256' | 'sizeBytes' | 'width' | 'height' | 'frameRate' | 'durationMs'
>

export interface LottieDocument {
  /** Compact JSON, each member once. */
  readonly text: string
  readonly facts: LottieFacts
}

/** Checks a Lottie document of a person. */
export function readLottieDocument(text: string): Result<LottieDocument> {
  const read = readLottie(text, DOCUMENT_LIMIT_BYTES)
  if (!read.ok) return { ok: false, fault: invalidDocument(read.reason) }
  const { text: kept, sizeBytes, width, height, frameRate, durationMs } = read.lottie
  const sha256 = createHash('sha256').update(kept).digest('hex')
  return { ok: true, value: { text: kept, facts: { sha256, sizeBytes, width, height, frameRate, durationMs } } }
}
