import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { NearbyWords } from '../../engine/catalogue/catalogue-index.ts'
import { UnusableFileError } from '../../shared/unusable-file-error.ts'
import type { CatalogueFault } from '../catalogue.ts'
import { readContentJson } from './read-file.ts'

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

const everyday = z.array(phrase).max(300).default([])

/** Content of `content/icons/nearby.json`: words for what no icon shows, with the names of the icons that are nearest. */
const NEARBY = z
  .array(z.object({ icons: z.array(phrase).min(1).max(20), en: everyday, zh: everyday, ko: everyday }))
  .max(2000)

const WORDS_FILE = 'icons/synonyms.json'
const NEARBY_FILE = 'icons/nearby.json'

/** Reads the words. There are none without the file, or with a bad one, which is reported. */
export function readWords(contentDir: string, faults: CatalogueFault[]): Words {
  return readJson(contentDir, WORDS_FILE, WORDS, faults) ?? { groups: [], words: {}, names: {} }
}

/** Reads what is nearest to everyday words. There is nothing without the file, or with a bad one, which is reported. */
export function readNearby(contentDir: string, faults: CatalogueFault[]): NearbyWords[] {
  const rows = readJson(contentDir, NEARBY_FILE, NEARBY, faults) ?? []
  return rows.map(({ icons, en, zh, ko }) => ({ names: icons, words: [...en, ...zh, ...ko] }))
}

/** Reads a file that may be missing; null: it is missing or bad. */
function readJson<T>(contentDir: string, file: string, schema: z.ZodType<T>, faults: CatalogueFault[]): T | null {
  const path = join(contentDir, file)
  if (!existsSync(path)) return null
  try {
    return schema.parse(readContentJson(path))
  } catch (error) {
    if (error instanceof UnusableFileError) faults.push({ file, reason: error.message })
    else faults.push({ file, reason: error instanceof z.ZodError ? z.prettifyError(error) : 'it is not JSON' })
    return null
  }
}
