import { createHash } from 'node:crypto'
import { toDotLottie } from '../build/assets/dot-lottie.ts'
import type { IconExtension, IconRecord } from '../icon-record.ts'
import type { IconAsset, IconsService } from '../icons-service.ts'
import type { Answer, Failure, Result } from '../../shared/result.ts'
import { writeSvg } from '../../svg/write-svg.ts'
import { changeDrawing, readIconDrawing } from './drawing.ts'
import { changeLottie, inkOfLottie } from './render-lottie.ts'
import { RENDITION_LIMIT_BYTES, type Rendition } from './rendition.ts'

type Icon = Pick<IconRecord, 'id' | 'loop'>
type Rendered = Answer<Result<Pick<IconAsset, 'bytes' | 'mediaType' | 'sha256'>, Failure<'invalid_rendition'>> | null>

/** Reads a file of an icon and writes it with changes. The value is null when the icon has no such file. */
export async function renderFile(
  icons: Pick<IconsService, 'asset'>,
  icon: Icon,
  ext: IconExtension,
  rendition: Rendition,
): Promise<Rendered> {
  // A dotLottie file is packed from the same document.
  const answer = await icons.asset(icon.id, ext === 'lottie' ? 'json' : ext)
  if (!answer.ok || answer.value === null) return answer as Rendered
  const { bytes } = answer.value
  const written = bytes.length > RENDITION_LIMIT_BYTES ? null : change(icon, ext, bytes, rendition)
  if (written === null) return { ok: true, value: refusal(icon.id, ext) }
  const mediaType = ext === 'lottie' ? 'application/zip+dotlottie' : answer.value.mediaType
  const sha256 = createHash('sha256').update(written).digest('hex')
  return { ok: true, value: { ok: true, value: { bytes: written, mediaType, sha256 } } }
}

function change(icon: Icon, ext: IconExtension, bytes: Uint8Array, rendition: Rendition): Uint8Array | null {
  const { colour, sizePx, speed, still } = rendition
  if (ext === 'svg') {
    const drawing = readIconDrawing(bytes, icon.loop)
    const changed = drawing === null ? null : changeDrawing(drawing, rendition)
    return changed === null ? null : Buffer.from(writeSvg(changed))
  }
  if (ext === 'png' || sizePx !== null || still) return null
  const document = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, unknown>
  if (colour !== null && inkOfLottie(document) === null) return null
  changeLottie(document, colour, speed)
  const json = Buffer.from(JSON.stringify(document))
  return ext === 'json' ? json : toDotLottie(icon.id, json)
}

function refusal(id: string, ext: IconExtension): Failure<'invalid_rendition'> {
  const detail =
    `The file ${id}.${ext} cannot be changed so. A colour needs a drawing in one colour, speed and still need motion by SMIL ` +
    'or Lottie, size and still are for svg alone, and png stays as it is.'
  return { ok: false, code: 'invalid_rendition', detail }
}
