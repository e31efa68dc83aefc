import { z } from 'zod'
import { ReadDocument, type Changes, type PageRequest } from '../../../account/content/account-content.ts'
import { isDocumentText } from '../../../account/content/lottie-document.ts'
import { NAME_LIMIT_CHARACTERS } from '../../../account/content/limits.ts'
import { isObjectId } from '../../../shared/object-id.ts'
import { resultLimit } from '../../../mcp/tool-kit/schemas.ts'

const DESCRIPTION_LIMIT_CHARS = 2_000
const CURSOR_LIMIT_CHARS = 500

/** Characters that names must not contain. Lone surrogates are no text, databases refuse NUL, and a name is one line. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
/** Characters that texts must not contain. Lines and tabs are allowed. */
const NOT_IN_TEXTS = /[^\P{Cc}\t\n\r]|\p{Cs}/u

const nameOrEmpty = text(NAME_LIMIT_CHARACTERS, NOT_IN_NAMES)
const NAME_FORM = '1 to 200 characters, one line'
/** A name has 1 to 200 characters in one line after trimming. */
export const nameText = nameOrEmpty.refine((name) => name !== '', 'must not be empty').describe(NAME_FORM)
export const descriptionText = text(DESCRIPTION_LIMIT_CHARS, NOT_IN_TEXTS).describe('Up to 2,000 characters')

export const workspaceId = objectId('ws', 'workspace')
export const projectId = objectId('prj', 'project')
export const animationId = objectId('anm', 'animation')

export const expectedVersion = z.int().min(1).describe('version that you read last, since a newer one stays as it is')

/** Arguments that every update takes. An empty name is no absent one, since an empty description clears the old one. */
export const changeable = {
  expected_version: expectedVersion,
  name: nameOrEmpty.optional().describe(NAME_FORM),
  description: descriptionText.optional().describe('Up to 2,000 characters; empty clears it'),
}

export const EMPTY_NAME = { error: 'must not be empty', path: ['name'] }

export function hasNoEmptyName({ name }: Pick<Change, 'name'>): boolean {
  return name !== ''
}

interface Change {
  readonly expected_version: number
  readonly name?: string | undefined
  readonly description?: string | undefined
}

export const NOTHING_TO_CHANGE = { error: 'give a name or a description', path: ['name'] }

export function changesSomething({ name, description }: Change): boolean {
  return name !== undefined || description !== undefined
}

export function toChanges({ description, expected_version: expectedVersion, name }: Change): Changes {
  return {
    expectedVersion,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  }
}

export const paging = {
  limit: resultLimit(20, 100, 'items'),
  cursor: z.string().max(CURSOR_LIMIT_CHARS).default('').describe('next_cursor of the page before'),
}

/** Converts arguments to a page request. Models may give `''` for no cursor. */
export function toPage({ cursor, limit }: { readonly cursor: string; readonly limit: number }): PageRequest {
  return { limit, cursor: cursor === '' ? null : cursor }
}

const frame = { type: 'number', description: 'Frame' } as const
const pixels = { type: 'number', description: 'Pixels' } as const

/**
 * Members of a Lottie document, since Gemini refuses objects without members. There are others, which OpenAI's strict mode would
 * forbid unless the schema says so.
 */
const LOTTIE_MEMBERS = {
  v: { type: 'string', description: 'Version' },
  fr: { type: 'number', description: 'Frames a second' },
  ip: frame,
  op: frame,
  w: pixels,
  h: pixels,
  layers: {
    type: 'array',
    description: 'Layers',
    items: { type: 'object', properties: { ty: { type: 'integer', description: 'Type' } }, additionalProperties: true },
  },
} as const

/**
 * A Lottie document as JSON text, or one that was read in another thread. Any JSON object passes here; the content checks
 * it.
 */
export const lottieDocument = z
  .unknown()
  .transform((value, { issues }): string | ReadDocument => {
    if (value instanceof ReadDocument) return value
    if (isDocumentText(value)) return value
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      try {
        return JSON.stringify(value)
      } catch {
        // A value that could be parsed can still be too deep to be written.
        issues.push({ code: 'custom', input: '', message: 'is nested too deeply' })
        return z.NEVER
      }
    }
    issues.push({ code: 'custom', input: '', message: 'must be a JSON object' })
    return z.NEVER
  })
  .meta({
    type: 'object',
    properties: LOTTIE_MEMBERS,
    additionalProperties: true,
    description: 'Lottie, up to 2 MiB; its JSON as text will do',
  })

/** Characters are code points, as JSON Schema counts them. */
function text(limitChars: number, forbidden: RegExp): z.ZodString {
  return z
    .string()
    .overwrite((value) => value.trim())
    .refine(
      (value) => value.length <= 2 * limitChars && [...value].length <= limitChars,
      `at most ${limitChars} characters`,
    )
    .refine((value) => !forbidden.test(value), 'must not contain control characters')
}

/** An impossible id is refused without a query. The database would not take NUL in it either. */
function objectId(prefix: 'ws' | 'prj' | 'anm', noun: string): z.ZodString {
  return z
    .string()
    .refine((id) => isObjectId(prefix, id), `must be an id that begins with ${prefix}_, from list_${noun}s`)
    .describe(`${prefix}_… from list_${noun}s`)
}
