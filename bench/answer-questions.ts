import type { ContentPage } from '../src/docs/content.ts'
import type { Locale } from '../src/shared/locale.ts'
import { createRandom } from './timing.ts'
import { queryTokens } from './tokens.ts'

/** A question with a sentence that answers it. */
export interface AnswerQuestion {
  /** `heading`: the heading of a section, with the title of its page unless it is a question of its own. `words`: four rare words of the sentence. */
  readonly kind: 'heading' | 'words'
  readonly locale: Locale
  readonly question: string
  readonly sentence: string
  readonly path: string
}

/** Words on at most this share of the pages are rare. */
const RARE_SHARE = 0.1
const SHARED_WORDS = 2
const ASKED_WORDS = 4
const SENTENCE_CHARS = { en: [50, 300], zh: [20, 150], ko: [25, 200] } as const
const QUESTION_HEADING = /[?？]$/

/**
 * Makes questions by rule. Of a section with a heading, the answering sentence is the first one that shares two rare words with
 * the heading and the title, and that no other page has.
 *
 * @param count number of questions of each kind
 */
export function makeQuestions(
  locale: Locale,
  pages: readonly ContentPage[],
  count: number,
  seed = 7,
): AnswerQuestion[] {
  const pageCounts = new Map<string, number>()
  const headings = new Map<string, number>()
  for (const { sections, title } of pages) {
    for (const { heading } of sections) headings.set(heading, (headings.get(heading) ?? 0) + 1)
    const texts = sections.map(({ heading, text }) => `${heading}\n${text}`)
    for (const token of new Set(queryTokens([title, ...texts].join('\n')))) {
      pageCounts.set(token, (pageCounts.get(token) ?? 0) + 1)
    }
  }
  const all = pages.map((page) => ({ path: page.path, plain: plainOf(page.markdown) }))
  const isRare = (token: string): boolean => (pageCounts.get(token) ?? 0) <= Math.max(2, pages.length * RARE_SHARE)
  const places = pages.flatMap((page) => page.sections.map((section) => ({ page, section })))
  const random = createRandom(seed)
  const shuffled = places.map((place) => ({ place, at: random() })).toSorted((a, b) => a.at - b.at)
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  const questions: AnswerQuestion[] = []
  for (const { page, section } of shuffled.map(({ place }) => place)) {
    if (questions.length >= 2 * count) break
    const { heading, text } = section
    const { path, title } = page
    if (heading === '' || heading === title) continue
    const topic = new Set(queryTokens(`${heading} ${title}`).filter(isRare))
    const sentence = sentencesOf(text, locale).find((each) => {
      const shared = new Set(queryTokens(each).filter((token) => topic.has(token)))
      return shared.size >= SHARED_WORDS
    })
    if (sentence === undefined) continue
    const holders = all.filter(({ plain }) => plain.includes(plainOf(sentence)))
    if (holders.length !== 1 || holders[0]!.path !== path) continue
    const isClear = QUESTION_HEADING.test(heading) && headings.get(heading) === 1
    const asked = isClear ? heading : `${heading} ${title}`
    const words = rareWords(sentence)
    if (words.length < ASKED_WORDS) continue
    questions.push({ kind: 'heading', locale, question: asked, sentence, path })
    questions.push({ kind: 'words', locale, question: words.join(' '), sentence, path })
  }
  return questions

  /** The rarest words of a sentence that other pages have too, in its order. */
  function rareWords(sentence: string): string[] {
    const words = [
      ...new Set([...segmenter.segment(sentence)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)),
    ]
    const known = words
      .filter((word) => [...word].length >= 2)
      .map((word) => ({ word, pages: Math.min(...queryTokens(word).map((token) => pageCounts.get(token) ?? 0)) }))
      .filter(({ pages: on }) => on >= 2 && on < Infinity)
      .toSorted((a, b) => a.pages - b.pages)
      .slice(0, ASKED_WORDS)
    return words.filter((word) => known.some((each) => each.word === word))
  }
}

function sentencesOf(text: string, locale: Locale): string[] {
  const [least, most] = SENTENCE_CHARS[locale]
  return text
    .split(/\n|(?<=[.!?])\s+(?=\p{Lu}|\p{Script=Hangul})|(?<=[。！？])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= least && sentence.length <= most && /[.!?。！？]$/.test(sentence))
}

/** Letters and digits of a text alone, without addresses of links, so that it is found in whatever markup. */
export function plainOf(text: string): string {
  return text
    .replace(/\]\([^()\s]*(?:\s+"[^"]*")?\)/g, ']')
    .replace(/<[^<>\s][^<>]*>/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
