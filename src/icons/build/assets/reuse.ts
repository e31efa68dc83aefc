import { createHash } from 'node:crypto'
import { UnusableFileError } from '../../../shared/unusable-file-error.ts'
import { LOTTIE_LIMIT_BYTES } from '../lottie/read-lottie-file.ts'
import { readSourceFile } from '../read-file.ts'
import type { SourceFile } from '../source-icon.ts'
import { SVG_LIMIT_BYTES } from '../svg/read-svg.ts'
import type { AssetRequest, MadeAssets } from './make-assets.ts'

/** Assets that an earlier build made. */
export interface ReusableAssets {
  /** Identifies the code that makes assets: other code may make other assets of the same files. */
  readonly code: string
  /** The assets of the icon if they were made from the same (`hashInputs`), without a fault; otherwise null. */
  find(id: string, madeFrom: string): MadeAssets | null
}

/**
 * Hash of everything that the assets of an icon depend on. It is empty for files that cannot be read, whose faults are
 * found anew in each build.
 *
 * @param code See `ReusableAssets`.
 */
export function hashInputs(code: string, { id, lottie, svg }: AssetRequest): string {
  const hash = createHash('sha256').update(`${code}\0${id}\0`)
  try {
    for (const [file, limitBytes] of [
      [svg, SVG_LIMIT_BYTES],
      [lottie, LOTTIE_LIMIT_BYTES],
    ] as const) {
      const bytes = bytesOf(file, limitBytes)
      hash.update(`${bytes.length}\0`).update(bytes)
    }
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof UnusableFileError) return ''
    throw error
  }
}

function bytesOf(file: SourceFile | null, limitBytes: number): Uint8Array {
  return file === null ? new Uint8Array(0) : readSourceFile(file, limitBytes).bytes
}
