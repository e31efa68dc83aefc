import { readLottie, type Lottie } from '../../../shared/read-lottie.ts'
import { UnusableFileError } from '../../../shared/unusable-file-error.ts'
import type { FileText } from '../read-file.ts'

export const LOTTIE_LIMIT_BYTES = 5 * 1_048_576

/**
 * Reads a Lottie file. It is served in its rewritten form.
 * @throws {UnusableFileError}
 */
export function readLottieFile({ text }: FileText): Lottie {
  const read = readLottie(text, LOTTIE_LIMIT_BYTES)
  if (!read.ok) throw new UnusableFileError(read.detail)
  if (read.value.layers === 0) throw new UnusableFileError('The document has no layers.')
  return { ...read.value, frameRate: Number(read.value.frameRate.toFixed(3)) }
}
