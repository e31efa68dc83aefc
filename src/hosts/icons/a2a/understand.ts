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

/** Of a text only its beginning is looked at; nobody describes an icon at this length. */
const TEXT_LIMIT_CHARS = 1000
const NAME = /[a-z0-9]+(?:-[a-z0-9]+)+/g
const NAMES_LIMIT = 32
const NAME_LIMIT_CHARS = 128

type Catalogue = Pick<IconsService, 'icon' | 'guides' | 'facets'>

/**
 * What a text asks for, by rules that can be told in one breath: an icon's id gives that icon; a question of how, or a word
 * for guides, gives guides, and a guide's slug that guide; anything else is a search for icons, with what people say around
 * the thing itself taken off.
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

  /** A slug of one word is a word like others unless guides are what the text is about. */
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
    // `search icon` is nothing but a command, and still wants the icon for searching; `all icons` wants everything.
    const wanted = query !== '' || ALL_ICONS.test(text) ? query : rest.replace(ICON_WORD_AT_END, '').trim()
    return { skill: 'find_icons', query: cut(wanted), limit: LIMIT_DEFAULT, offset: 0, ...NO_FILTERS, ...filters }
  }

  return understand
}

function guides(text: string): AgentRequest {
  const query = withoutGuideWords(strip(strip(text, GUIDE_LEADING), GUIDE_TRAILING))
  return { skill: 'find_guides', query: cut(query), limit: LIMIT_DEFAULT }
}

/** `the search guide`, `guide to search`: the slug that stands beside the word for guides, even if it could be a verb. */
function besideGuideWord(words: readonly string[], slugs: ReadonlySet<string>): string | undefined {
  const at = words.findIndex((word) => GUIDE_WORD.test(word))
  return [words[at - 1], words[at + 1], words[at + 2]].find((word) => word !== undefined && slugs.has(word))
}

/** What stands before shows where a run begins: else each sign of a long run would be a beginning, and cost its whole rest. */
const SIGNS_AT_END = /(?<![\s"'“”「」『』.,;:!?。，！？…~])[\s"'“”「」『』.,;:!?。，！？…~]+$/

/** Lower case, without the signs that end a sentence or stand around it. */
function plain(raw: string): string {
  const text = normaliseQuery(raw.slice(0, TEXT_LIMIT_CHARS)).toLowerCase()
  return text
    .replace(/[‘’]/g, "'")
    .replace(/^[\s"'“”「」『』¿¡]+/, '')
    .replace(SIGNS_AT_END, '')
    .replace(/[“”"]/g, '')
}

function cut(text: string): string {
  const characters = [...text]
  return characters.length <= QUERY_LIMIT_CHARS ? text : characters.slice(0, QUERY_LIMIT_CHARS).join('').trim()
}
