import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { CatalogueAsset, CatalogueFault } from '../../catalogue.ts'
import type { IconExtension, IconRecord } from '../../icon-record.ts'
import { LOTTIE_LIMIT_BYTES, readLottieFile } from '../lottie/read-lottie-file.ts'
import { UnusableFileError } from '../../../shared/unusable-file-error.ts'
import { readSourceFile } from '../read-file.ts'
import type { SourceFile } from '../source-icon.ts'
import { readSvg, SVG_LIMIT_BYTES } from '../svg/read-svg.ts'
import { toDotLottie } from './dot-lottie.ts'
import type { StillPainter } from './still.ts'

/** Source files of one icon. */
export interface AssetRequest {
  readonly id: string
  readonly svg: SourceFile | null
  readonly lottie: SourceFile | null
}

export type AssetFacts = Pick<IconRecord, 'width' | 'height' | 'frameRate' | 'durationMs' | 'loop'>

/** Assets of one icon. `facts` is null and `assets` empty when none of its files can be used. */
export interface MadeAssets {
  readonly facts: AssetFacts | null
  readonly assets: readonly CatalogueAsset[]
  readonly faults: readonly CatalogueFault[]
}

/** Media types, in the order of an icon's formats. */
const MEDIA_TYPES: Readonly<Record<IconExtension, string>> = {
  svg: 'image/svg+xml',
  json: 'application/json',
  lottie: 'application/zip+dotlottie',
  png: 'image/png',
}

/**
 * Reads and checks the files of one icon and makes all assets from them. Size and time come from the Lottie file, or
 * from the SVG when there is none.
 */
export function makeAssets(request: AssetRequest, painter: StillPainter): MadeAssets {
  const { id, svg, lottie } = request
  const faults: CatalogueFault[] = []
  const assets: CatalogueAsset[] = []
  let facts: AssetFacts | null = null
  const add = (ext: IconExtension, bytes: Uint8Array): void => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const codings = ext === 'svg' || ext === 'json' ? encode(bytes) : {}
    assets.push({ id, ext, mediaType: MEDIA_TYPES[ext], sha256, bytes, ...codings })
  }
  attempt(svg, (file) => {
    const read = readSourceFile(file, SVG_LIMIT_BYTES)
    const written = readSvg(read)
    facts = { ...written.facts, frameRate: null }
    add('svg', Buffer.from(written.text))
  })
  attempt(lottie, (file) => {
    const read = readSourceFile(file, LOTTIE_LIMIT_BYTES)
    const { text, width, height, frameRate, durationMs } = readLottieFile(read)
    // The file does not specify looping; players are told to loop.
    facts = { width, height, frameRate, durationMs, loop: true }
    const bytes = Buffer.from(text)
    add('json', bytes)
    add('lottie', toDotLottie(id, bytes))
    attempt(file, () => add('png', painter.paint(text, width, height)))
  })
  return { facts, assets, faults }

  function attempt(file: SourceFile | null, use: (file: SourceFile) => void): void {
    if (file === null) return
    try {
      use(file)
    } catch (error) {
      if (!(error instanceof UnusableFileError)) throw error
      faults.push({ file: file.file, reason: error.message })
    }
  }
}

/** Quality of brotli: nearly as small as with 11, in a fiftieth of the time. */
const BROTLI_QUALITY = 9
const GZIP_LEVEL = 9

/** Compresses a file with brotli and gzip, to be stored. */
function encode(bytes: Uint8Array): { readonly br: Uint8Array; readonly gzip: Uint8Array } {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // The window is no larger than the file. Setting up the usual window of 4 MiB takes ten times as long as compressing.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      constants.BROTLI_MAX_WINDOW_BITS,
      Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes.length + 16))),
    ),
  }
  return { br: brotliCompressSync(bytes, { params }), gzip: gzipSync(bytes, { level: GZIP_LEVEL }) }
}
