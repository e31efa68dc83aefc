import { z } from 'zod'
import { LOCALES, type Locale } from '../../shared/locale.ts'
import type { Manifest } from '../disk/manifest.ts'
import { openSealedJson } from '../disk/sealed-json.ts'

/**
 * Names of an artefact, which `signpost build` writes and nodes follow. Everything but the pointer is immutable and named by a
 * hash of its content.
 *
 * ```
 * current.json                        the pointer, written last
 * generations/<hash>/manifest.json    sealed; names the other files of its folder with lengths and hashes
 * generations/<hash>/<name>           the files of a generation, byte for byte as in DATA_DIR/generations/<number>
 * files/<2 digits>/<hash>             files beside pages, which all generations share: those of `filesBeside`
 * catalogues/<hash>/manifest.json     the same for icons
 * catalogues/<hash>/<name>            the files of a catalogue, as in DATA_DIR/catalogues/<name>, and `guides.json`
 * ```
 */
export const POINTER_NAME = 'current.json'
export const MANIFEST_NAME = 'manifest.json'

/** Format of the pointer. Manifests have formats of their own. */
const POINTER_FORMAT = 1
export const POINTER_LIMIT_BYTES = 16 * 1024
export const MANIFEST_LIMIT_BYTES = 1_048_576
const MADE_BY_LIMIT_CHARS = 100
/** Hashes that a pointer withdraws. Nodes keep two generations, so that older hashes need not be named. */
export const WITHDRAWN_LIMIT = 64

/** What an artefact publishes: the hashes of its newest documentation and icons. */
export interface Pointer {
  /** Hash of the content of the documentation, as `/readyz` shows it; absent where only icons are published. */
  readonly generation?: string | undefined
  /** Hash of the icons, as `/readyz` shows it; absent where only documentation is published. */
  readonly icons?: string | undefined
  /** Program that wrote it, for people. */
  readonly madeBy: string
  /** Number of pages in each language. */
  readonly pages: Readonly<Partial<Record<Locale, number>>>
  /** Hashes of documentation and icons that no node serves any more, the newest first; absent until one is withdrawn. */
  readonly withdrawn?: readonly string[] | undefined
  /** Whether nodes take this generation although it has far fewer pages than the one before; absent where they may not. */
  readonly allowLoss?: boolean | undefined
}

/** Form of the hash of a content. */
export const HASH = /^[0-9a-f]{64}$/
const hash = z.string().regex(HASH)
const count = z.int().min(0)
const pages = z.partialRecord(z.enum(LOCALES), count)

const pointer = z
  .object({
    format: z.literal(POINTER_FORMAT),
    generation: hash.optional(),
    icons: hash.optional(),
    madeBy: z.string().max(MADE_BY_LIMIT_CHARS),
    pages,
    withdrawn: z.array(hash).max(WITHDRAWN_LIMIT).optional(),
    allowLoss: z.boolean().optional(),
  })
  .refine(({ generation, icons }) => generation !== undefined || icons !== undefined)

/** A name can be that of no file outside its folder. */
const name = z.string().regex(/^[a-z][a-z0-9]{0,31}(?:\.[a-z0-9]{1,16}){0,3}$/)
const files = z.record(name, z.object({ byteLength: count, sha256: hash }))

const generationManifest = z.object({
  format: z.string(),
  content: hash,
  degraded: z.array(z.literal('incomplete_build')).optional(),
  nextChange: z.number().optional(),
  pageCounts: pages,
  versions: z.partialRecord(z.enum(LOCALES), z.array(z.int().min(1))).optional(),
  files,
})

const catalogueManifest = z.object({ format: z.int(), version: z.string(), content: hash, files })

/** Manifest of the icons in an artefact. */
export type CatalogueManifest = z.infer<typeof catalogueManifest>

export function pointerText(value: Pointer): string {
  return `${JSON.stringify({ format: POINTER_FORMAT, ...value }, null, 2)}\n`
}

/** @throws {Error} that says what is wrong with the pointer */
export function readPointer(text: string): Pointer {
  if (Buffer.byteLength(text) > POINTER_LIMIT_BYTES)
    throw new Error(`${POINTER_NAME} is larger than ${POINTER_LIMIT_BYTES} bytes`)
  const json = parsed(text, POINTER_NAME) as { readonly format?: unknown } | null
  const format = json?.format
  if (typeof format === 'number' && format > POINTER_FORMAT)
    throw new Error(`${POINTER_NAME} has format ${format}, and this Signpost reads ${POINTER_FORMAT}: update Signpost`)
  const read = pointer.safeParse(json)
  if (!read.success) throw new Error(`${POINTER_NAME} is not a pointer that signpost build writes`)
  const { format: _format, ...value } = read.data
  return value
}

/**
 * Reads the manifest of a generation before anything of it is trusted. Whether this code reads its format is to be asked
 * besides: `isReadable`.
 *
 * @throws {Error} that says what is wrong with it
 */
export function readGenerationManifest(text: string, hashOfContent: string): Manifest {
  return checked(generationManifest, text, hashOfContent) as Manifest
}

/** The same of a catalogue. */
export function readCatalogueManifest(text: string, hashOfContent: string): CatalogueManifest {
  return checked(catalogueManifest, text, hashOfContent)
}

/** Path of a file of a generation, below the address of the artefact. */
export function generationPath(hashOfContent: string, file: string): string {
  return `generations/${hashOfContent}/${file}`
}

export function cataloguePath(hashOfContent: string, file: string): string {
  return `catalogues/${hashOfContent}/${file}`
}

/** Path of a file beside pages. Its hash has 32 digits. */
export function besidePath(hashOfBytes: string): string {
  return `files/${hashOfBytes.slice(0, 2)}/${hashOfBytes}`
}

function checked<T extends { readonly content: string }>(schema: z.ZodType<T>, text: string, wanted: string): T {
  if (Buffer.byteLength(text) > MANIFEST_LIMIT_BYTES)
    throw new Error(`${MANIFEST_NAME} is larger than ${MANIFEST_LIMIT_BYTES} bytes`)
  const read = schema.safeParse(openSealedJson(text))
  if (!read.success) throw new Error(`${MANIFEST_NAME} is not one that signpost build writes`)
  if (read.data.content !== wanted)
    throw new Error(`${MANIFEST_NAME} is that of ${read.data.content}, not of ${wanted}`)
  return read.data
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is not JSON`)
  }
}
