import type { CatalogueRecord } from '../catalogue.ts'
import { stemsOf } from '../stem.ts'
import { ownValue } from './own-value.ts'
import type { Words } from './words.ts'

const WORD_LIMIT = 40
const TAG_LIMIT = 32

/**
 * Chinese and Korean words that find an icon: its own name there, then the words for the parts of its name, aliases and
 * set. A name of several words that nobody translated as a whole is put together from its words.
 */
export function localise(
  name: string,
  aliases: readonly string[],
  setTags: readonly string[],
  words: Words,
): CatalogueRecord['localised'] {
  const names = [name, ...stemsOf(name)]
  const parts = [...names, ...aliases, ...setTags].flatMap((text) => text.toLowerCase().split(/[-\s]+/))
  const inLanguage = (language: 'zh' | 'ko'): string[] => {
    const translated = names.flatMap((text) => ownValue(words.names, text)?.[language] ?? [])
    const whole = translated.length > 0 ? translated : compose(name, language, words)
    const single = parts.flatMap((part) => ownValue(words.words, part)?.[language] ?? [])
    return [...new Set([...whole, ...single])].slice(0, WORD_LIMIT)
  }
  return { zh: inLanguage('zh'), ko: inLanguage('ko') }
}

/** Chinese and Korean words for tags, as far as `words` has them. */
export function localiseTags(tags: readonly string[], words: Words): string[] {
  const found = tags.flatMap((tag) => {
    const { zh = [], ko = [] } = ownValue(words.words, tag) ?? {}
    return [...zh, ...ko]
  })
  return [...new Set(found)].slice(0, TAG_LIMIT)
}

/** A name of several words in another language: the most usual translation of each. Empty where one has none. */
function compose(name: string, language: 'zh' | 'ko', words: Words): string[] {
  const parts = name.split('-')
  const translated = parts.map((part) => (/^\d+$/.test(part) ? part : ownValue(words.words, part)?.[language][0]))
  if (parts.length < 2 || translated.includes(undefined)) return []
  return [translated.join(language === 'zh' ? '' : ' ')]
}
