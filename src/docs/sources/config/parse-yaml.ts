import { LineCounter, parse } from 'yaml'
import { reasonOf } from '../../../shared/reason.ts'

/** Values of a text in YAML, or why it cannot be read, with the line of the text from 1. */
type ParsedYaml =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly line: number }

/** Reads a file of configuration in YAML, of which JSON is a part. Of members of one name the last holds. */
export function parseYaml(text: string): ParsedYaml {
  const lineCounter = new LineCounter()
  // Excerpts in messages, and the check for unique names, would take quadratic time.
  const quick = { prettyErrors: false, uniqueKeys: false, lineCounter } as const
  try {
    return { ok: true, value: parse(text, { ...quick, merge: true, maxAliasCount: 100, logLevel: 'error' }) as unknown }
  } catch (error) {
    // The parser calls itself for each level of nesting.
    if (error instanceof RangeError) return { ok: false, message: 'its values are nested too deeply', line: 1 }
    const [offset] = (error as { pos?: readonly number[] }).pos ?? []
    const line = offset === undefined ? 1 : Math.max(1, lineCounter.linePos(offset).line)
    return { ok: false, message: reasonOf(error).split('\n', 1)[0] as string, line }
  }
}
