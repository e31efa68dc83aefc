import { questionFrame } from '../../../engine/text/question-frame.ts'
import type { IconFacets, IconsService } from '../../../icons/icons-service.ts'
import { normaliseQuery } from '../../../shared/normalise-query.ts'
import { type AgentRequest, LIMIT_DEFAULT, LIMIT_MAXIMUM, NO_FILTERS, QUERY_LIMIT_CHARS } from './agent-request.ts'
import { takeCount } from './counts.ts'
import { takeTarget } from './spoken-target.ts'
import { createTakeFilters, type TakeFilters, type Wish } from './spoken-filters.ts'
import { createStrip, GUIDE_NOUN, ICON_NOUN } from './words.ts'

/** Characters of a text that are read. No description of an icon is longer. */
const TEXT_LIMIT_CHARS = 1000
/** Requests of one message that are answered. Each may cost a search. */
const REQUESTS_LIMIT = 3
/** Parts of a text that are read. What is behind them is said to have no answer. */
const PARTS_LIMIT = 8
const NAME = /[a-z0-9]+(?:-[a-z0-9]+)+/g
const NAMES_LIMIT = 32
const NAME_LIMIT_CHARS = 128

/** What cannot be done of a request: a wish, code for a place that has none, a number of results, or words. */
export type Unmet = Wish | { readonly name: 'target' | 'limit' | 'words'; readonly value: string }

export interface Understood {
  readonly request: AgentRequest
  readonly unmet: readonly Unmet[]
}

const HELP = new RegExp(
  `^(?:(?:hi|hello|hey|who are you|你好|您好|안녕하세요)(?: there)?[\\s,]+(?:and )?)?(?:${[
    '(?:hi|hello|hey|hiya|yo|ok|okay|please|thanks|thank you|help)(?:,? (?:there|again|all|everyone|me|please|so much|a lot))*',
    "good (?:morning|afternoon|evening)|how are you|what's up|(?:can|could) you help(?: me)?|who are you|how does (?:this|it) work",
    'what (?:can you do|do you do|are you|are your skills|can i (?:ask|do)|is this)(?: for me| here)?',
    '(?:(?:what|which|list|show)\\b.*\\s)?(?:sets|styles|categories|formats)(?: (?:are there|do you (?:have|support)))?',
    '你好|您好|嗨|哈喽|在吗|早上好|谢谢你?|帮助|帮帮我|你是谁|你(?:能|会|可以)(?:帮我)?(?:做|干)?什么|你?有(?:什么|哪些)功能',
    '(?:有哪些|有什么)?(?:图标集|风格|样式|类别|分类|格式)(?:有哪些)?',
    '안녕(?:하세요)?|반가워요?|고마워요?|감사합니다|도와 ?(?:줘요?|주세요)|도움말|(?:너는 |당신은 )?누구(?:야|세요|니)',
    '(?:뭘|뭐|무엇을) ?(?:할|도와줄) 수 있(?:어|어요|나요|니)|어떤 (?:세트|스타일|카테고리|형식)[이가] 있(?:어요?|나요)',
  ].join('|')})$`,
)

/** Questions about how something is done, which never ask for an icon. */
const HOW_TO =
  /\bhow (?:do|does|can|could|should|would|to|many|much|often)\b|怎么|怎样|如何|怎麼|多少|어떻게|방법|하려면/
const GUIDE = new RegExp(`(?<![\\w-])${GUIDE_NOUN}(?![\\w-])`)
const GUIDE_AS_PICTURE = new RegExp(
  `${GUIDE_NOUN}\\s?的?\\s?${ICON_NOUN}|icons? (?:for|of) (?:an? |the )?${GUIDE_NOUN}$`,
)

const SENTENCE_END = /(?<!\b\d)[.!?;]\s+|[。？！；;\n]+|\s(?=\d[.)]\s)/
const NOUN = `(?:${ICON_NOUN}|${GUIDE_NOUN})`
/** Places between requests of one sentence: `rain icon and snow icon`. */
const NEXT_REQUEST = new RegExp(
  `,\\s?(?:还有|再|另外|然后)|(?<=\\S\\s?${NOUN}|[a-z0-9]-[a-z0-9]{1,30})(?:,?\\s(?:and|then)\\s(?:also\\s|then\\s)?|(?:和|与|以及|还有|、)|(?:과|이랑|하고)\\s|,\\s?(?=[^,]{0,60}${ICON_NOUN}))(?!${NOUN})`,
)

/**
 * Creates the function that converts a text to requests. An icon's id gives that icon, or its code. A question of how, or a word
 * for guides, gives guides, and a guide's slug that guide. Any other text is a search for icons, after the words that people put
 * around the thing itself have been removed.
 */
export function createUnderstand(
  icons: Pick<IconsService, 'icon' | 'guides' | 'facets'>,
): (text: string) => readonly Understood[] {
  let takeFilters: TakeFilters | null = null
  let takenFrom: IconFacets | null = null
  const stripIcon = createStrip(ICON_NOUN)
  const stripGuide = createStrip(GUIDE_NOUN)

  return (raw) => {
    const sentences = raw.slice(0, TEXT_LIMIT_CHARS).split(SENTENCE_END).map(plain)
    const parts = sentences.flatMap((sentence) => sentence.split(NEXT_REQUEST)).filter((part) => !isGreeting(part))
    if (parts.length === 0) return [{ request: { skill: 'help' }, unmet: [] }]
    const understood = parts.slice(0, PARTS_LIMIT).map((text) => ({ text, ...understand(text) }))
    const clear = understood.filter(({ request, text }) => request.skill !== 'find_icons' || request.query !== text)
    const answered = clear.length === 0 ? [understand(plain(parts.join(' ')))] : clear.slice(0, REQUESTS_LIMIT)
    const left =
      clear.length === 0
        ? []
        : parts.filter((part) => !clear.slice(0, REQUESTS_LIMIT).some(({ text }) => text === part))
    const words = [...left, plain(raw.slice(TEXT_LIMIT_CHARS))].filter((text) => text !== '').join('; ')
    const notes = words === '' ? [] : [{ name: 'words' as const, value: cut(words) }]
    return answered.map(({ request, unmet }, at) => ({ request, unmet: at === 0 ? [...notes, ...unmet] : unmet }))
  }

  function understand(text: string): Understood {
    const names = (text.match(NAME) ?? []).slice(0, NAMES_LIMIT).filter((name) => name.length <= NAME_LIMIT_CHARS)
    const id = names.find((name) => icons.icon(name) !== null)
    const code = id === undefined && HOW_TO.test(text) ? null : takeTarget(text, id !== undefined)
    const wishes = id === undefined ? [] : filtersIn(text.replace(id, ' ')).unmet
    if (code !== null) {
      const { target } = code
      if (id !== undefined)
        return { request: { skill: 'get_embed_code', id, target }, unmet: [...code.unmet, ...wishes] }
      const { request, unmet } = findIcons(code.text)
      if (request.query !== '')
        return { request: { skill: 'find_code', find: request, target }, unmet: [...code.unmet, ...unmet] }
    }
    if (id !== undefined) return { request: { skill: 'get_icon', id }, unmet: wishes }
    const aboutGuides = HOW_TO.test(text) || (GUIDE.test(text) && !GUIDE_AS_PICTURE.test(text))
    const subject = stripGuide(text.slice(questionFrame(text)))
    const slug = slugIn(text, subject, names, aboutGuides)
    if (slug !== undefined) return { request: { skill: 'read_guide', slug }, unmet: [] }
    return aboutGuides
      ? { request: { skill: 'find_guides', query: cut(subject), limit: LIMIT_DEFAULT }, unmet: [] }
      : findIcons(text)
  }

  /** Finds the slug in a text. A slug of one word counts only if the text is about guides. */
  function slugIn(text: string, subject: string, names: readonly string[], aboutGuides: boolean): string | undefined {
    if (HOW_TO.test(text)) return undefined
    const named = aboutGuides
      ? [...names, subject]
      : [/^(?:read|open)\s(\S+)$/.exec(text)?.[1], ...names.filter((name) => name === text)]
    return named.find((name) => icons.guides.some((guide) => guide.slug === name))
  }

  function filtersIn(text: string): ReturnType<TakeFilters> {
    const { facets } = icons
    if (takeFilters === null || takenFrom !== facets) {
      takeFilters = createTakeFilters(facets)
      takenFrom = facets
    }
    return takeFilters(text)
  }

  function findIcons(text: string) {
    const { filters, text: unfiltered, unmet } = filtersIn(text)
    const { count, text: uncounted } = takeCount(unfiltered)
    const limit = Math.min(count ?? LIMIT_DEFAULT, LIMIT_MAXIMUM)
    const tooMany = count !== null && count > limit ? [{ name: 'limit' as const, value: String(count) }] : []
    const query = cut(stripIcon(uncounted.replace(/^有(?![没哪])(.+)[吗么]$/, '$1')))
    const request = { skill: 'find_icons' as const, query, limit, offset: 0, ...NO_FILTERS, ...filters }
    return { request, unmet: [...unmet, ...tooMany] }
  }
}

function isGreeting(text: string): boolean {
  return HELP.test(text) || !/[\p{L}\p{N}]/u.test(text)
}

/**
 * Punctuation at the end. The lookbehind finds where a run begins. Without it every character of a long run would be tried
 * as a beginning, and cost the whole rest.
 */
const PUNCTUATION_AT_END = /(?<![\s"'“”「」『』.,;:!?。，！？…~])[\s"'“”「」『』.,;:!?。，！？…~]+$/

/** Converts a text to lower case, without the punctuation that ends a sentence or encloses it. */
function plain(raw: string): string {
  return normaliseQuery(raw)
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/^(?:[\s"'“”「」『』¿¡*•-]|\d[.)]\s)+/, '')
    .replace(PUNCTUATION_AT_END, '')
    .replace(/[“”"]/g, '')
}

function cut(text: string): string {
  const characters = [...text]
  return characters.length <= QUERY_LIMIT_CHARS ? text : characters.slice(0, QUERY_LIMIT_CHARS).join('').trim()
}
