import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { CatalogueFault } from '../catalogue.ts'

const phrase = z.string().trim().min(1).max(100)
const phrases = z.array(phrase).max(50)

/** Content of `content/icons/synonyms.json`. */
const WORDS = z.object({
  /** English words and short phrases that stand for one another. */
  groups: z.array(z.array(phrase).min(2).max(100)).max(10_000).default([]),
  /** English word of an icon's name → words in other languages, the most usual first. */
  words: z.record(z.string(), z.object({ zh: phrases.default([]), ko: phrases.default([]) })).default({}),
  /** Icon name → its name in other languages, for names whose literal translation would be wrong. */
  names: z.record(z.string(), z.object({ zh: phrase.optional(), ko: phrase.optional() })).default({}),
})

export type Words = z.infer<typeof WORDS>

const FILE = 'icons/synonyms.json'

/** Reads the words. There are none without the file, or with a bad one, which is reported. */
export function readWords(contentDir: string, faults: CatalogueFault[]): Words {
  const none: Words = { groups: [], words: {}, names: {} }
  let text: string
  try {
    text = readFileSync(join(contentDir, FILE), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') faults.push({ file: FILE, reason: String(error) })
    return none
  }
  try {
    return WORDS.parse(JSON.parse(text))
  } catch (error) {
    faults.push({ file: FILE, reason: error instanceof z.ZodError ? z.prettifyError(error) : 'it is not JSON' })
    return none
  }
}
