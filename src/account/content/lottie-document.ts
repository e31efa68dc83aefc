import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Animation, Result } from './account-content.ts'
import { invalidDocument } from './faults.ts'
import { describeJsonFault, measureJson } from '../../shared/json-measures.ts'
import { DOCUMENT_LIMIT_BYTES } from './limits.ts'

const SIZE_LIMIT_PX = 16_384
const FRAME_RATE_LIMIT = 1000
const FRAME_LIMIT = 1_000_000
const DURATION_LIMIT_MS = 3_600_000

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

const FRAME = z.number().min(-FRAME_LIMIT).max(FRAME_LIMIT)
const SIZE_PX = z.number().min(1).max(SIZE_LIMIT_PX)
const REFERENCE = z.unknown().optional()

/** The members that every player needs (Lottie specification 1.0, "Animation"), and those that can name what lies elsewhere. */
const HEADER = z.object({
  fr: z.number().gt(0).max(FRAME_RATE_LIMIT),
  ip: FRAME,
  op: FRAME,
  w: SIZE_PX,
  h: SIZE_PX,
  layers: z.array(z.object({ ty: z.number().int() })).max(10_000),
  assets: z
    .array(z.object({ u: REFERENCE, p: REFERENCE }))
    .max(10_000)
    .optional(),
  fonts: z.object({ list: z.array(z.object({ fPath: REFERENCE })).max(1000).optional() }).optional(),
})

/** Not SVG, which is a document of its own with scripts and references. */
const EMBEDDED = /^data:(?:image\/(?:png|jpe?g|gif|webp)|audio\/[\w.+-]{1,50});base64,/i

/**
 * Checks a Lottie document. It must be whole in itself and run no code, since people open it in players that would run and
 * load. What is kept is the text written anew: of a member that stands twice players may see the one that was not checked.
 */
export function readLottieDocument(text: string): Result<LottieDocument> {
  if (text.length > DOCUMENT_LIMIT_BYTES) return refused(TOO_LARGE)
  const bytes = Buffer.from(text)
  if (bytes.byteLength > DOCUMENT_LIMIT_BYTES) return refused(TOO_LARGE)
  const { fault: excess } = measureJson(bytes)
  if (excess !== null) return refused(describeJsonFault('document', excess))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused('The document is not JSON.')
  }
  const header = HEADER.safeParse(value)
  if (!header.success) {
    const { path = [], message = '' } = header.error.issues[0] ?? {}
    const where = path.length === 0 ? 'document' : `member ${path.join('.')}`
    return refused(`The document is no Lottie animation. In the ${where}: ${message}.`)
  }
  const { fr, ip, op, w, h, assets = [], fonts } = header.data
  const durationMs = Math.round(((op - ip) / fr) * 1000)
  if (op <= ip) return refused('The document ends before it begins: op must be greater than ip.')
  if (durationMs > DURATION_LIMIT_MS) return refused('The document lasts more than an hour: (op - ip) / fr seconds.')
  const outside = assets.findIndex(isOutside)
  if (outside !== -1) {
    return refused(
      `Asset ${outside} of the document loads a file from elsewhere. Embed it: u empty, p a base64 data: URI of a PNG, JPEG, GIF or WebP image or of audio.`,
    )
  }
  if (fonts?.list?.some(({ fPath }) => !isEmpty(fPath))) {
    return refused('The document loads a font from elsewhere: leave fPath empty.')
  }
  const kept = JSON.stringify(value)
  const fault = mayHaveFault(text, kept) ? findFault(value) : null
  if (fault !== null) return refused(fault)
  const sizeBytes = Buffer.byteLength(kept)
  // Numbers such as 1e20 are longer when they are written out.
  if (sizeBytes > DOCUMENT_LIMIT_BYTES) return refused(TOO_LARGE)
  const sha256 = createHash('sha256').update(kept).digest('hex')
  return { ok: true, value: { text: kept, facts: { sha256, sizeBytes, width: w, height: h, frameRate: fr, durationMs } } }
}

const TOO_LARGE = `The document has more than ${DOCUMENT_LIMIT_BYTES.toLocaleString('en')} bytes.`

function refused(detail: string): Result<never> {
  return { ok: false, fault: invalidDocument(detail) }
}

/** `u` is the folder of the file `p`; assets that are made of layers have neither. */
function isOutside({ u, p }: { readonly u?: unknown; readonly p?: unknown }): boolean {
  if (typeof p === 'string' && EMBEDDED.test(p)) return !isEmpty(u)
  return !isEmpty(p) || !isEmpty(u)
}

function isEmpty(reference: unknown): boolean {
  return reference === undefined || reference === null || reference === ''
}

/** Without three digits of exponent and so many in a row, a number is below 1e299. */
const LARGE_NUMBER = /[0-9]{200}|[eE]\+?[0-9]{3}/
/** A member `x` that is text, in JSON without spaces; or a name that ends in `"x`. */
const EXPRESSION = '"x":"'

/** Whether `findFault` may find something: to walk through a document costs as much as all else, and few need it. */
function mayHaveFault(text: string, kept: string): boolean {
  return kept.includes(EXPRESSION) || LARGE_NUMBER.test(text)
}

/**
 * Expressions are code that some players run: the member `x` of a property when it is text. A number that JSON cannot
 * write, such as 1e999, would be kept as null.
 */
function findFault(root: unknown): string | null {
  const waiting: object[] = [root as object]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // Of an array that is the array itself, which matters since most of a document is arrays of numbers.
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next)
    for (const member of members) {
      if (typeof member === 'number') {
        if (!Number.isFinite(member)) return 'The document has a number that is too large.'
      } else if (typeof member === 'object' && member !== null) {
        waiting.push(member)
      }
    }
    if ('x' in next && typeof next.x === 'string') {
      return 'The document has an expression (a text member "x"), which is code: bake it into keyframes.'
    }
  }
  return null
}
