import { createHash } from 'node:crypto'
import { mayHaveLargeNumber, readLottie, type LottieResult } from '../../shared/read-lottie.ts'
import { ReadDocument, type LottieDocument, type ContentResult } from './account-content.ts'
import { DOCUMENT_LIMIT_BYTES } from './limits.ts'

/** Tells whether a value may be a document that was written as text, by models that can write no object of any form. */
export function isDocumentText(value: unknown): value is string {
  return typeof value === 'string' && value.trimStart().startsWith('{')
}

/** Checks a Lottie document of a person, unless it has already been checked. */
export function readLottieDocument(document: string | ReadDocument): ContentResult<LottieDocument> {
  return typeof document === 'string' ? toResult(readLottie(document, DOCUMENT_LIMIT_BYTES)) : document.result
}

/**
 * Reads a parsed document, with the result that `readLottieDocument` has for its JSON text.
 *
 * @param source JSON text from which the document was parsed, alone or with more.
 */
export function readParsedDocument(document: object, source: string): ContentResult<LottieDocument> {
  const text = JSON.stringify(document)
  // A number that is too large for JSON becomes null in the text, so the text has to be parsed again.
  return mayHaveLargeNumber(source) ? readLottieDocument(text) : toResult(readLottie(text, DOCUMENT_LIMIT_BYTES, document))
}

function toResult(read: LottieResult): ContentResult<LottieDocument> {
  if (!read.ok) return read
  const { text: kept, sizeBytes, width, height, frameRate, durationMs } = read.value
  const sha256 = createHash('sha256').update(kept).digest('hex')
  return { ok: true, value: { text: kept, facts: { sha256, sizeBytes, width, height, frameRate, durationMs } } }
}
