import { z } from 'zod'
import { issuesOf } from './advice/describe-issues.ts'
import { describeJsonFault, measureJson } from './json-measures.ts'
import type { Failure, Result } from './result.ts'

const SIZE_LIMIT_PX = 16_384
const FRAME_RATE_LIMIT = 1000
const FRAME_LIMIT = 1_000_000
const DURATION_LIMIT_MS = 3_600_000
/** Maximum number of layers of one list, of assets, and of slots. */
const PARTS_LIMIT = 10_000

export interface Lottie {
  /** Compact JSON, each member once. */
  readonly text: string
  readonly sizeBytes: number
  readonly width: number
  readonly height: number
  readonly frameRate: number
  readonly durationMs: number
  readonly layers: number
}

/** Result of reading; the detail of a failure is a sentence for the author of the document. */
export type LottieResult = Result<Lottie, Failure<'invalid_document'>>

const FRAME = z.number().min(-FRAME_LIMIT).max(FRAME_LIMIT)
const SIZE_PX = z.number().min(1).max(SIZE_LIMIT_PX)
const ANYTHING = z.unknown().optional()

/** A layer. Players write the colour of a solid layer into an attribute unchanged. */
const LAYER = z.object({
  ty: z.number().int(),
  refId: ANYTHING,
  sc: z
    .string()
    .refine((colour) => /^(?:#[0-9a-f]{3,8})?$/i.test(colour), 'must be a colour such as #ff0000')
    .nullish(),
})

const FILE = z.object({ u: ANYTHING, p: ANYTHING, e: ANYTHING })

/**
 * A list like `z.array` that stops at its first fault. Thousands of faults take zod half a second, and only one is
 * reported.
 *
 * @param schema Schema of each part. It must not change what it reads.
 */
function listOf<Schema extends z.ZodObject>(schema: Schema, limit = PARTS_LIMIT) {
  const describe = issuesOf(schema)
  return z.custom<readonly z.infer<Schema>[]>(Array.isArray, 'must be a list').check(({ issues, value }) => {
    if (value.length > limit) issues.push(toIssue(`must have at most ${limit} items`))
    else {
      for (const [position, part] of value.entries()) {
        const faults = schema.safeParse(part).error?.issues
        if (faults === undefined) continue
        issues.push(toIssue(describe(faults, part)[0]!, [position]))
        return
      }
    }
  })
}

function toIssue(message: string, path: PropertyKey[] = []): z.core.$ZodRawIssue {
  return { code: 'custom', input: '', message, path }
}

/** Types of layers that consist of a file: an image, a sound, data. */
const FILE_LAYERS: ReadonlySet<number> = new Set([2, 6, 15])

/** Members that every player needs (Lottie specification 1.0, "Animation"), and members that can refer to external files. */
const HEADER = z.object({
  fr: z.number().gt(0).max(FRAME_RATE_LIMIT),
  ip: FRAME,
  op: FRAME,
  w: SIZE_PX,
  h: SIZE_PX,
  layers: listOf(LAYER),
  assets: listOf(FILE.extend({ id: ANYTHING, layers: listOf(LAYER).nullish() })).optional(),
  fonts: z
    .object({
      list: listOf(z.object({ fPath: ANYTHING }), 1000).optional(),
    })
    .optional(),
  /** Values that replace others, files among them. `z.record` would skip a member `__proto__`. */
  slots: z
    .custom<Readonly<Record<string, unknown>>>(isObject, 'must be an object')
    .check(({ issues, value }) => {
      if (Object.keys(value).length > PARTS_LIMIT) issues.push(toIssue(`must have at most ${PARTS_LIMIT} members`))
    })
    .optional(),
  /** Further parts of the animation, which lottie-web fetches from the document's folder. */
  segments: z.array(z.unknown()).max(0).optional(),
})

const describeHeader = issuesOf(HEADER)

/** Embedded files. SVG is excluded, since it is a document of its own with scripts and references. */
const EMBEDDED = /^data:(?:image\/(?:png|jpe?g|gif|webp)|audio\/[\w.+-]{1,50});base64,/i

/**
 * Reads a Lottie document. It must be self-contained and run no code, since people open it in players that would run
 * and load things. The result is the rewritten text: for a duplicate member, a player might read the copy that was not
 * checked.
 *
 * @param parsed Value from which JSON.stringify made `text`, if any; the text then need not be parsed and written
 * again.
 */
export function readLottie(text: string, limitBytes: number, parsed?: object): LottieResult {
  const tooLarge = `The document has more than ${limitBytes.toLocaleString('en')} bytes.`
  if (text.length > limitBytes) return refused(tooLarge)
  const bytes = Buffer.from(text)
  if (bytes.byteLength > limitBytes) return refused(tooLarge)
  const { fault: excess } = measureJson(bytes)
  if (excess !== null) return refused(describeJsonFault('document', excess))
  let value: unknown = parsed
  try {
    value ??= JSON.parse(text)
  } catch {
    return refused('The document is not JSON.')
  }
  const header = HEADER.safeParse(value)
  if (!header.success) {
    return refused(`The document is no Lottie animation: ${describeHeader(header.error.issues, value)[0]}.`)
  }
  const { fr, ip, op, w, h, layers } = header.data
  const durationMs = Math.round(((op - ip) / fr) * 1000)
  if (op <= ip) return refused('The document ends before it begins: op must be greater than ip.')
  if (durationMs > DURATION_LIMIT_MS) return refused('The document lasts more than an hour: (op - ip) / fr seconds.')
  const outside = findOutside(header.data)
  if (outside !== null) return refused(outside)
  const kept = parsed === undefined ? JSON.stringify(value) : text
  const fault = mayHaveFault(text, kept) ? findFault(value) : null
  if (fault !== null) return refused(fault)
  const sizeBytes = Buffer.byteLength(kept)
  // Numbers such as 1e20 are longer when written out.
  if (sizeBytes > limitBytes) return refused(tooLarge)
  return {
    ok: true,
    value: { text: kept, sizeBytes, width: w, height: h, frameRate: fr, durationMs, layers: layers.length },
  }
}

function refused(detail: string): LottieResult {
  return { ok: false, code: 'invalid_document', detail }
}

function findOutside({ assets = [], fonts, layers, slots = {} }: z.infer<typeof HEADER>): string | null {
  const asset = assets.findIndex((file) => !isEmbedded(file) && !isComposition(file))
  const slot = Object.entries(slots).find(
    ([, value]) => isObject(value) && isFile(value['p']) && !isEmbedded(value['p']),
  )
  if (asset !== -1 || slot !== undefined) {
    return `${slot === undefined ? `Asset ${asset}` : `Slot ${slot[0].slice(0, 50)}`} of the document loads a file from elsewhere. Embed it: u empty, e 1, p a base64 data: URI of a PNG, JPEG, GIF or WebP image or of audio.`
  }
  const compositions = new Set(assets.filter((file) => !isEmbedded(file)).map(({ id }) => id))
  const ofFiles = [layers, ...assets.map((file) => file.layers ?? [])].flat().filter(({ ty }) => FILE_LAYERS.has(ty))
  if (ofFiles.some(({ refId }) => compositions.has(refId))) {
    return 'A layer of the document loads a file from elsewhere: its refId names a composition.'
  }
  return fonts?.list?.some(({ fPath }) => !isEmpty(fPath))
    ? 'The document loads a font from elsewhere: leave fPath empty.'
    : null
}

type File = z.infer<typeof FILE>

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Whether the value of a slot changes a file. */
function isFile(value: unknown): value is File {
  return isObject(value) && ('u' in value || 'p' in value || 'e' in value)
}

/**
 * Whether the file is embedded. `u` is the folder of the file `p`. Without `e`, which marks the file as embedded,
 * players take the data for the name of a file beside the document. Without a name they request a file named
 * `undefined`.
 */
function isEmbedded({ u, p, e }: File): boolean {
  return typeof p === 'string' && EMBEDDED.test(p) && isEmpty(u) && e === 1
}

/** Whether the asset consists of layers, so that players look for no file. */
function isComposition({ layers, p, u }: File & { readonly layers?: unknown }): boolean {
  return Array.isArray(layers) && isEmpty(p) && isEmpty(u)
}

function isEmpty(reference: unknown): boolean {
  return reference === undefined || reference === null || reference === ''
}

/** Text that may hold a large number. Without a three-digit exponent or as many digits in a row, a number is below 1e299. */
const LARGE_NUMBER = /[0-9]{200}|[eE]\+?[0-9]{3}/
/** A member `x` that is text, or an array that holds a text or an array, in JSON without spaces. A name that ends in `"x` matches too. */
const EXPRESSION = /"x":(?:"|\[[^\]"[]*["[])/

/** Whether `findFault` may find something. Walking through a document costs as much as all else, and few need it. */
function mayHaveFault(text: string, kept: string): boolean {
  return EXPRESSION.test(kept) || mayHaveLargeNumber(text)
}

/** Whether JSON text may have a number that becomes infinite when parsed. */
export function mayHaveLargeNumber(text: string): boolean {
  return LARGE_NUMBER.test(text)
}

/**
 * Finds expressions, which are code that some players run, and numbers that JSON cannot write. An expression is a
 * property's member `x` that is text, or an array with a text in it, which becomes that text. A number such as 1e999
 * would be kept as null.
 */
function findFault(root: unknown): string | null {
  const waiting: object[] = [root as object]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // An array needs no copy, which matters since most of a document is arrays of numbers.
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next)
    for (const member of members) {
      if (typeof member === 'number') {
        if (!Number.isFinite(member)) return 'The document has a number that is too large.'
      } else if (typeof member === 'object' && member !== null) {
        waiting.push(member)
      }
    }
    if ('x' in next && isCode(next.x)) {
      return 'The document has an expression (a text in the member "x"), which is code: bake it into keyframes.'
    }
  }
  return null
}

function isCode(value: unknown): boolean {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.flat(Infinity).some((part) => typeof part === 'string'))
  )
}
