import { number } from '../../values.ts'

/** `01-intro` is `intro`, but a date or a version keeps its numbers. */
const NUMBERED = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/
const NOT_NUMBERED = /^(?:\d{2,4}[-_.]\d{2}(?:[-_.]\d{2,4})?|\d+[-_.]\d+)/

/** What a plugin makes of numbers before the names of files and folders. */
export interface NumberPrefixes {
  /** The name without the number that only orders it. */
  readonly without: (name: string) => string
  /** Position that the number before a name gives it, or null. */
  readonly of: (name: string) => number | null
}

/** @param parser `numberPrefixParser` of the plugin. A function is not run, and is taken for the usual one. */
export function numberPrefixes(parser: unknown): NumberPrefixes {
  if (parser === false) return { without: (name) => name, of: () => null }
  return {
    without: (name) => (NOT_NUMBERED.test(name) ? name : (NUMBERED.exec(name)?.[2] ?? name)),
    of: (name) => (NOT_NUMBERED.test(name) ? null : number(NUMBERED.exec(name)?.[1])),
  }
}
