import type { CatalogueRecord } from '../catalogue.ts'
import { stemsOf } from '../stem.ts'
import type { Words } from './words.ts'

const WORD_LIMIT = 40

/** Chinese and Korean words that find an icon: its own name there, then the words for the parts of its name, aliases and set. */
export function localise(
  name: string,
  aliases: readonly string[],
  setTags: readonly string[],
  words: Words,
): CatalogueRecord['localised'] {
  const names = [name, ...stemsOf(name)]
  const parts = [...names, ...aliases, ...setTags].flatMap((text) => text.toLowerCase().split(/[-\s]+/))
  const inLanguage = (language: 'zh' | 'ko'): string[] => {
    const whole = names.flatMap((text) => get(words.names, text)?.[language] ?? [])
    const single = parts.flatMap((part) => get(words.words, part)?.[language] ?? [])
    return [...new Set([...whole, ...single])].slice(0, WORD_LIMIT)
  }
  return { zh: inLanguage('zh'), ko: inLanguage('ko') }
}

/** Reads own properties only, since `constructor` is a word too. */
function get<T>(of: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(of, key) ? of[key] : undefined
}
