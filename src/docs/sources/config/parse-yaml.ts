import { LineCounter, parse } from 'yaml'
import { reasonOf } from '../../../shared/reason.ts'

/** Values of a text in YAML, or why it cannot be read, with the line of the text from 1. */
type ParsedYaml =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly line: number }

/** Values that a file stands for. One that is named by many aliases counts in each place. */
const VALUE_LIMIT = 2_000_000

/** Reads a file of configuration in YAML, of which JSON is a part. Of members of one name the last holds. */
export function parseYaml(text: string): ParsedYaml {
  const lineCounter = new LineCounter()
  // Excerpts in messages, and the check for unique names, would take quadratic time.
  const quick = { prettyErrors: false, uniqueKeys: false, lineCounter } as const
  try {
    const value: unknown = parse(text, { ...quick, merge: true, maxAliasCount: 100, logLevel: 'error' })
    if (isWithinLimit(value)) return { ok: true, value }
    return { ok: false, message: 'its aliases stand for too many values', line: 1 }
  } catch (error) {
    // The parser calls itself for each level of nesting.
    if (error instanceof RangeError) return { ok: false, message: 'its values are nested too deeply', line: 1 }
    const [offset] = (error as { pos?: readonly number[] }).pos ?? []
    const line = offset === undefined ? 1 : Math.max(1, lineCounter.linePos(offset).line)
    return { ok: false, message: reasonOf(error).split('\n', 1)[0] as string, line }
  }
}

function isWithinLimit(value: unknown): boolean {
  const left: unknown[] = [[value]]
  let count = 0
  while (left.length > 0) {
    const members: unknown[] = Object.values(left.pop() ?? {})
    count += members.length
    if (count > VALUE_LIMIT) return false
    for (const member of members) if (typeof member === 'object') left.push(member)
  }
  return true
}
