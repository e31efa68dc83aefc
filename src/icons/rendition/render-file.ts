import { createHash } from 'node:crypto'
import { toDotLottie } from '../build/assets/dot-lottie.ts'
import type { IconExtension, IconRecord } from '../icon-record.ts'
import type { IconAsset } from '../icons-service.ts'
import { writeSvg } from '../../svg/write-svg.ts'
import { changeDrawing, readIconDrawing } from './drawing.ts'
import { changeLottie, inkOfLottie } from './render-lottie.ts'
import type { Rendition } from './rendition.ts'

/** A file of an icon that is to be written with changes. */
export interface FileOrder {
  readonly kind: 'file'
  readonly icon: Pick<IconRecord, 'id' | 'loop'>
  readonly ext: IconExtension
  readonly rendition: Rendition
  /** The file as it is, of at most `RENDITION_LIMIT_BYTES`. A dotLottie file is packed from the JSON file. */
  readonly file: Uint8Array
}

export type RenderedFile = Pick<IconAsset, 'bytes' | 'sha256'>

/** Writes a file of an icon with changes. Null: it cannot be changed so. */
export function renderFile(order: FileOrder): RenderedFile | null {
  const bytes = change(order)
  return bytes === null ? null : { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function change({ ext, file, icon, rendition }: FileOrder): Uint8Array | null {
  const { colour, sizePx, speed, still } = rendition
  if (ext === 'svg') {
    const drawing = readIconDrawing(file, icon.loop)
    const changed = drawing === null ? null : changeDrawing(drawing, rendition)
    return changed === null ? null : new TextEncoder().encode(writeSvg(changed))
  }
  if (ext === 'png' || sizePx !== null || still) return null
  const document = JSON.parse(Buffer.from(file).toString('utf8')) as Record<string, unknown>
  if (colour !== null && inkOfLottie(document) === null) return null
  changeLottie(document, colour, speed)
  const json = new TextEncoder().encode(JSON.stringify(document))
  return ext === 'json' ? json : toDotLottie(icon.id, json)
}
