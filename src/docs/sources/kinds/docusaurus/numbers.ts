import { number } from '../../values.ts'

/** `01-intro` is `intro`, but a date or a version keeps its numbers. */
const NUMBERED = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/
const NOT_NUMBERED = /^(?:\d{2,4}[-_.]\d{2}(?:[-_.]\d{2,4})?|\d+[-_.]\d+)/

/** Name of a file or folder without the number that only orders it. */
export function withoutNumber(name: string): string {
  return NOT_NUMBERED.test(name) ? name : (NUMBERED.exec(name)?.[2] ?? name)
}

/** Position that the number before a name gives it; null: there is none. */
export function numberOf(name: string): number | null {
  return NOT_NUMBERED.test(name) ? null : number(NUMBERED.exec(name)?.[1])
}
