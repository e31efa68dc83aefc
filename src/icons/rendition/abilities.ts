import type { IconRecord } from '../icon-record.ts'
import type { IconsService } from '../icons-service.ts'
import type { Answer } from '../../shared/result.ts'
import { readIconDrawing, type Drawing } from './drawing.ts'
import { inkOfLottie } from './render-lottie.ts'
import { RENDITION_LIMIT_BYTES } from './rendition.ts'
import { stillSvg } from './still-svg.ts'

/** What of an icon can be changed. */
export interface IconAbilities {
  /** Null: the icon has no SVG file that can be changed. */
  readonly drawing: Drawing | null
  /** Whether the drawing can be written without its motion. */
  readonly canRest: boolean
  /** Whether the Lottie document, if there is one, can have another colour. */
  readonly lottieColour: boolean
}

/** Reads the files of an icon to learn what of them can be changed. */
export async function readAbilities(
  icons: Pick<IconsService, 'asset'>,
  { formats, id, loop }: Pick<IconRecord, 'formats' | 'id' | 'loop'>,
): Promise<Answer<IconAbilities>> {
  const svg = await icons.asset(id, 'svg')
  if (!svg.ok) return svg
  const drawing = svg.value === null ? null : readIconDrawing(svg.value.bytes, loop)
  const canRest = drawing !== null && stillSvg(drawing.root, loop) !== null
  if (!formats.some(({ ext }) => ext === 'json')) return { ok: true, value: { drawing, canRest, lottieColour: false } }
  const lottie = await icons.asset(id, 'json')
  if (!lottie.ok) return lottie
  const bytes = lottie.value?.bytes
  const isReadable = bytes !== undefined && bytes.length <= RENDITION_LIMIT_BYTES
  const ink = isReadable ? inkOfLottie(JSON.parse(Buffer.from(bytes).toString('utf8'))) : null
  return { ok: true, value: { drawing, canRest, lottieColour: ink !== null } }
}
