import type { SourceFolder } from '../../source.ts'
import { record, text } from '../../values.ts'

/** Translated texts by their keys, as `docusaurus write-translations` writes them; none where there is no such file. */
export function readTexts(file: string, { readText }: SourceFolder): ReadonlyMap<string, string> {
  try {
    const read = record(JSON.parse(readText(file) ?? '{}'))
    return new Map(
      Object.entries(read).flatMap(([key, value]) => {
        const message = text(record(value)['message'])
        return message === null ? [] : [[key, message] as const]
      }),
    )
  } catch {
    return new Map()
  }
}
