import { z } from 'zod'
import type { SynonymTable } from '../engine/index/document.ts'
import type { ContentFault } from './model/content-fault.ts'
import { countLines } from './front-matter.ts'

/**
 * `meta.json` of a folder. `title` names the section, or the whole documentation in the locale's own folder. `pages`
 * lists the names of its folders and of its files without extension, in reading order; `index` is the folder's own
 * page. Pages without an entry follow, ordered by title. Other members are left to other tools.
 */
const META = z.object({
  title: z.string().trim().min(1).max(200).optional(),
  pages: z.array(z.string().min(1)).max(10_000).optional(),
})

export type Meta = z.infer<typeof META>

/** `synonyms.json` of a locale: groups of words or short phrases that stand for one another. */
const SYNONYMS = z.object({
  groups: z.array(z.array(z.string().trim().min(1).max(100)).min(2).max(100)).max(10_000),
})

type Code = 'bad_meta' | 'bad_synonyms'

export function parseMeta(text: string, file: string, faults: ContentFault[]): Meta {
  return parseJson(META, text, file, 'bad_meta', faults) ?? {}
}

export function parseSynonyms(text: string, file: string, faults: ContentFault[]): SynonymTable {
  return parseJson(SYNONYMS, text, file, 'bad_synonyms', faults)?.groups ?? []
}

function parseJson<T>(schema: z.ZodType<T>, text: string, file: string, code: Code, faults: ContentFault[]): T | null {
  let value: unknown
  try {
    // A member that is null is absent.
    value = JSON.parse(text, (_, member: unknown) => member ?? undefined)
  } catch (error) {
    // V8 quotes the text after the fault, which may be long.
    const message = error instanceof Error ? error.message.replace(/, (?:\.\.\.)?".*/s, '') : String(error)
    faults.push({ file, line: countLines(text, faultOffset(text)), code, message })
    return null
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const { path, message } of result.error.issues.slice(0, 10)) {
    const member = path.find((part) => typeof part === 'string')
    const offset = member ? text.indexOf(JSON.stringify(member)) : 0
    const where = path.length > 0 ? `${path.join('.')}: ` : ''
    faults.push({ file, line: countLines(text, offset), code, message: `${where}${message}` })
  }
  return null
}

/** Offset of the first character that no JSON text can have there. V8 does not always report it, so it is bisected. */
function faultOffset(text: string): number {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isFaulty(text.slice(0, middle + 1))) high = middle
    else low = middle + 1
  }
  return low
}

/** Whether no continuation of `start` can be JSON. */
function isFaulty(start: string): boolean {
  try {
    JSON.parse(start)
    return false
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/end of JSON|Unterminated/.test(message)) return false
    const position = /position (\d+)/.exec(message)?.[1]
    return position === undefined || Number(position) < start.length
  }
}
