import { z } from 'zod'
import { UnusableFileError, type FileText } from '../read-file.ts'

export const LOTTIE_LIMIT_BYTES = 5 * 1_048_576

const SIZE_LIMIT_PX = 16_384
const DURATION_LIMIT_MS = 600_000
const DEPTH_LIMIT = 200

/** The members that every player needs (Lottie specification 1.0, "Animation"). */
const HEADER = z.object({
  v: z.string().max(50).optional(),
  fr: z.number().gt(0).max(1000),
  ip: z.number(),
  op: z.number(),
  w: z.number().gt(0).max(SIZE_LIMIT_PX),
  h: z.number().gt(0).max(SIZE_LIMIT_PX),
  layers: z
    .array(z.looseObject({ ty: z.number().int() }))
    .min(1)
    .max(10_000),
  assets: z
    .array(z.looseObject({ u: z.unknown().optional(), p: z.unknown().optional() }))
    .max(10_000)
    .optional(),
  fonts: z
    .looseObject({
      list: z
        .array(z.looseObject({ fPath: z.unknown().optional() }))
        .max(1000)
        .optional(),
    })
    .optional(),
})

const EMBEDDED_IMAGE = /^data:image\/(?:png|jpeg|jpg|gif|webp);base64,/i

export interface LottieFacts {
  readonly width: number
  readonly height: number
  readonly frameRate: number
  readonly durationMs: number
}

/**
 * Checks a Lottie file, which is served as it is: it must be whole in itself and run no code.
 * @throws {UnusableFileError}
 */
export function readLottie({ text }: FileText): LottieFacts {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnusableFileError('it is not JSON')
  }
  const header = HEADER.safeParse(value)
  if (!header.success) {
    const first = header.error.issues[0]
    throw new UnusableFileError(`it is no Lottie animation: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`)
  }
  const { fr, ip, op, w, h, assets = [], fonts } = header.data
  const durationMs = Math.round(((op - ip) / fr) * 1000)
  if (!(durationMs > 0 && durationMs <= DURATION_LIMIT_MS)) throw new UnusableFileError('it lasts no sensible time')
  for (const asset of assets) checkAsset(asset)
  if (fonts?.list?.some(({ fPath }) => typeof fPath === 'string' && fPath !== '')) {
    throw new UnusableFileError('it loads a font from elsewhere')
  }
  checkMembers(value)
  return { width: w, height: h, frameRate: Number(fr.toFixed(3)), durationMs }
}

function checkAsset({ u, p }: { readonly u?: unknown; readonly p?: unknown }): void {
  const hasPath = typeof u === 'string' && u !== ''
  const isElsewhere = p !== undefined && p !== '' && !(typeof p === 'string' && EMBEDDED_IMAGE.test(p))
  if (isElsewhere || (hasPath && p === undefined)) throw new UnusableFileError('it loads an asset from elsewhere')
}

/** Expressions are code that some players run: the member `x` of a property when it is text. */
function checkMembers(root: unknown): void {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null) continue
    if (depth > DEPTH_LIMIT) throw new UnusableFileError(`it is nested deeper than ${DEPTH_LIMIT}`)
    if (Array.isArray(value)) {
      // Most arrays are of numbers: one look is enough for what holds no objects.
      for (const item of value) if (typeof item === 'object') waiting.push({ value: item, depth: depth + 1 })
      continue
    }
    for (const [name, member] of Object.entries(value)) {
      if (name === 'x' && typeof member === 'string') throw new UnusableFileError('it has an expression')
      if (typeof member === 'object') waiting.push({ value: member, depth: depth + 1 })
    }
  }
}
