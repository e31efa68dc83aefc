import { count } from '../../../mcp/tool-kit/results.ts'
import { tokenBound } from '../../../mcp/tool-kit/token-bound.ts'
import { trackFences } from '../../../docs/sources/expand-lines.ts'

/** The members of a SearchResponse with passages that an answer is made from. */
export interface PassageResponse {
  readonly total: number
  readonly results: readonly PassageResult[]
}

export interface PassageResult {
  readonly title: string
  readonly description: string
  readonly url: string
  readonly sections: readonly {
    readonly headings: readonly string[]
    readonly url: string
    readonly markdown: string
  }[]
}

interface Passage {
  /** Number of its page among the results. */
  readonly page: number
  readonly heading: string
  readonly url: string
  readonly markdown: string
}

/** How many pages a section falls behind for each better one of its own page. */
const SECTION_PENALTY = 1.4
/** Share of the budget that one passage may take, so that there is room for others. */
const PASSAGE_SHARE = 0.3
/** A passage that would be cut to fewer tokens is left out. */
const LEAST_TOKENS = 40
/** Tokens that are kept for the first and the last lines. */
const FRAME_TOKENS = 60

/**
 * Writes passages, best first, as Markdown, and then the pages of which there was no room for any, in at most `maxTokens`
 * (`tokenBound`).
 */
export function writePassages({ results, total }: PassageResponse, maxTokens: number): string {
  if (total === 0)
    return 'No page has these words. Try other words, or names of things in the product; list_sections shows what there is.'
  const shown = new Set<number>()
  const written: string[] = []
  let left = maxTokens - FRAME_TOKENS
  let leftOut = 0
  for (const { heading, markdown, page, url } of passagesOf(results)) {
    const head = `## ${heading}\n<${url}>\n\n`
    const headTokens = tokenBound(head) + 2
    const body = fit(markdown, Math.min(left - headTokens, maxTokens * PASSAGE_SHARE))
    if (body === null) {
      leftOut++
      continue
    }
    written.push(head + body.text)
    left -= headTokens + body.tokens
    shown.add(page)
  }
  const others = results
    .filter((_, page) => !shown.has(page))
    .map(({ title, url }) => `- ${title} <${url}>`)
    .filter((line) => (left -= tokenBound(line) + 1) >= 0)
  const first = `${shown.size} of ${count(total, 'page')}, best passages first.`
  const more = others.length === 0 ? [] : [`Other pages:\n${others.join('\n')}`]
  const end = leftOut === 0 ? [] : [`[left out: ${leftOut} passages. A larger max_tokens or get_page shows them.]`]
  return [first, ...written, ...more, ...end].join('\n\n')
}

function passagesOf(results: readonly PassageResult[]): Passage[] {
  const seen = new Set<string>()
  return results
    .flatMap(({ description, sections, title, url: pageUrl }, page) => {
      // A page that matches by its title alone begins with its description.
      const some = sections.length > 0 ? sections : [{ headings: [], url: pageUrl, markdown: description }]
      return some.map(({ headings, markdown, url }, number) => ({
        passage: { page, heading: [title, ...headings].join(' › '), url, markdown },
        place: page + SECTION_PENALTY * number,
      }))
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ passage }) => passage)
    .filter(({ markdown }) => {
      if (markdown === '' || seen.has(markdown)) return false
      seen.add(markdown)
      return true
    })
}

/** The beginning of a text that takes at most so many tokens, in whole sentences; null where little would be left of it. */
function fit(markdown: string, limit: number): { readonly text: string; readonly tokens: number } | null {
  const tokens = tokenBound(markdown, limit)
  if (tokens <= limit) return { text: markdown, tokens }
  if (limit < LEAST_TOKENS) return null
  let end = 0
  let used = 4
  for (const [part] of markdown.matchAll(/[^]*?(?:\n|[.!?]\s|[。！？]|$)/g)) {
    used += tokenBound(part, limit) + 0.5
    if (used > limit) break
    end += part.length
  }
  const cut = markdown.slice(0, end).trimEnd()
  if (tokenBound(cut, LEAST_TOKENS) < LEAST_TOKENS) return null
  const fence = trackFences()
  for (const line of cut.split('\n')) fence.isCode(line)
  const closing = fence.end()
  const text = `${cut}${closing === null ? '' : `\n${closing}`}\n…`
  return { text, tokens: tokenBound(text) }
}
