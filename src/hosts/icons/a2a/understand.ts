import type { IconFacets, IconsService } from '../../../icons/icons-service.ts'
import { normaliseQuery } from '../../../shared/normalise-query.ts'
import { type AgentRequest, LIMIT_DEFAULT, NO_FILTERS, QUERY_LIMIT_CHARS } from './agent-request.ts'
import {
  ALL_ICONS,
  GUIDE_AS_PICTURE,
  GUIDE_LEADING,
  GUIDE_TRAILING,
  GUIDE_WORD,
  HELP,
  HOW_TO,
  ICON_WORD_AT_END,
  LEADING,
  TRAILING,
  strip,
  withoutGuideWords,
} from './command-words.ts'
import { createTakeFilters, type TakeFilters } from './spoken-filters.ts'

/** Characters of a text that are read. No description of an icon is longer. */
const TEXT_LIMIT_CHARS = 1000
const NAME = /[a-z0-9]+(?:-[a-z0-9]+)+/g
const NAMES_LIMIT = 32
const NAME_LIMIT_CHARS = 128

type Catalogue = Pick<IconsService, 'icon' | 'guides' | 'facets'>

/**
 * Creates the function that converts a text to a request, by three rules. An icon's id gives that icon. A question of how,
 * or a word for guides, gives guides, and a guide's slug that guide. Any other text is a search for icons, after the words
 * that people put around the thing itself have been removed.
 */
export function createUnderstand(icons: Catalogue): (text: string) => AgentRequest {
  let takeFilters: TakeFilters | null = null
  let takenFrom: IconFacets | null = null

  function filtersOf(text: string): ReturnType<TakeFilters> {
    const { facets } = icons
    if (takeFilters === null || takenFrom !== facets) {
      takeFilters = createTakeFilters(facets)
      takenFrom = facets
    }
    return takeFilters(text)
  }

  function understand(raw: string): AgentRequest {
    const text = plain(raw)
    if (text === '' || HELP.test(text)) return { skill: 'help' }
    const names = (text.match(NAME) ?? []).slice(0, NAMES_LIMIT).filter((name) => name.length <= NAME_LIMIT_CHARS)
    const id = names.find((name) => icons.icon(name) !== null)
    if (id !== undefined) return { skill: 'get_icon', id }
    const aboutGuides = HOW_TO.test(text) || (GUIDE_WORD.test(text) && !GUIDE_AS_PICTURE.test(text))
    const slug = slugIn(text, names, aboutGuides)
    if (slug !== undefined) return { skill: 'read_guide', slug }
    return aboutGuides ? guides(text) : findIcons(text)
  }

  /** Finds the slug in a text. A slug of one word counts only if the text is about guides. */
  function slugIn(text: string, names: readonly string[], aboutGuides: boolean): string | undefined {
    const slugs = new Set(icons.guides.map((guide) => guide.slug))
    const whole = /^(?:read|open)\s+(\S+)$/.exec(text)?.[1]
    if (whole !== undefined && slugs.has(whole)) return whole
    const named = names.find((name) => slugs.has(name))
    if (!aboutGuides) return named === text ? named : undefined
    if (HOW_TO.test(text)) return undefined
    if (named !== undefined) return named
    const rest = strip(strip(text, GUIDE_LEADING), GUIDE_TRAILING)
    return slugs.has(rest) ? rest : besideGuideWord(text.split(' '), slugs)
  }

  function findIcons(text: string): AgentRequest {
    const { filters, text: rest } = filtersOf(text)
    const query = strip(strip(strip(rest, LEADING), TRAILING), LEADING)
    // `search icon` consists only of command words, but asks for the icon of searching. `all icons` asks for everything.
    const wanted = query !== '' || ALL_ICONS.test(text) ? query : rest.replace(ICON_WORD_AT_END, '').trim()
    return { skill: 'find_icons', query: cut(wanted), limit: LIMIT_DEFAULT, offset: 0, ...NO_FILTERS, ...filters }
  }

  return understand
}

function guides(text: string): AgentRequest {
  const query = withoutGuideWords(strip(strip(text, GUIDE_LEADING), GUIDE_TRAILING))
  return { skill: 'find_guides', query: cut(query), limit: LIMIT_DEFAULT }
}

/** Finds the slug beside the word for guides, even if it could be a verb: `the search guide`, `guide to search`. */
function besideGuideWord(words: readonly string[], slugs: ReadonlySet<string>): string | undefined {
  const at = words.findIndex((word) => GUIDE_WORD.test(word))
  return [words[at - 1], words[at + 1], words[at + 2]].find((word) => word !== undefined && slugs.has(word))
}

/**
 * Punctuation at the end. The lookbehind finds where a run begins. Without it every character of a long run would be tried
 * as a beginning, and cost the whole rest.
 */
const PUNCTUATION_AT_END = /(?<![\s"'“”「」『』.,;:!?。，！？…~])[\s"'“”「」『』.,;:!?。，！？…~]+$/

/** Converts a text to lower case, without the punctuation that ends a sentence or encloses it. */
function plain(raw: string): string {
  const text = normaliseQuery(raw.slice(0, TEXT_LIMIT_CHARS)).toLowerCase()
  return text
    .replace(/[‘’]/g, "'")
    .replace(/^[\s"'“”「」『』¿¡]+/, '')
    .replace(PUNCTUATION_AT_END, '')
    .replace(/[“”"]/g, '')
}

function cut(text: string): string {
  const characters = [...text]
  return characters.length <= QUERY_LIMIT_CHARS ? text : characters.slice(0, QUERY_LIMIT_CHARS).join('').trim()
}
