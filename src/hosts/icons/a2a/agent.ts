import { FALLBACK_LOCALE, writtenLocale, type Locale } from '../../../shared/locale.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { type AgentRequest, type FindGuides, type FindIcons, parseDataRequest } from './agent-request.ts'
import { type A2aError, invalidParams } from './errors.ts'
import type { Accepted, IncomingMessage } from './message.ts'
import { PHRASES } from './phrases.ts'
import type { AgentReply } from './reply.ts'
import { skillsOf } from './skills.ts'
import { type FoundGuides, type FoundIcons, describeIcon, listGuides, listIcons } from './texts.ts'
import { createUnderstand } from './understand.ts'
import type { Refusal, Result, Success } from '../../../shared/result.ts'

export type AgentOutcome = Result<AgentReply, A2aError>

/** Answers one message, synchronously if no search is needed. `aborted` tells whether nobody waits any more. */
export type Agent = (message: IncomingMessage, aborted: () => boolean) => AgentOutcome | Promise<AgentOutcome>

/** Number of guides in an answer without icons. */
const ALTERNATIVE_GUIDES = 3
const decoder = new TextDecoder()

export function createAgent(icons: IconsService, iconsUrl: string): Agent {
  const understand = createUnderstand(icons)

  return ({ accepts, data, text }, aborted) => {
    const language = writtenLocale(text) ?? FALLBACK_LOCALE
    if (data.length === 0) return perform(understand(text), { accepts, language, spoken: true, aborted })
    // A data part takes precedence over text. Only the first data part counts.
    const parsed = parseDataRequest(data[0], icons.facets)
    return parsed.ok
      ? perform(parsed.request, { accepts, language, spoken: false, aborted })
      : invalidParams(parsed.detail)
  }

  function perform(request: AgentRequest, asked: Asked): AgentOutcome | Promise<AgentOutcome> {
    switch (request.skill) {
      case 'find_icons':
        return findIcons(request, asked)
      case 'get_icon':
        return getIcon(request.id, asked)
      case 'find_guides':
        return findGuides(request, asked)
      case 'read_guide':
        return readGuide(request.slug, asked)
      case 'help':
        return help(asked)
    }
  }

  async function findIcons({ skill, ...query }: FindIcons, asked: Asked): Promise<AgentOutcome> {
    const found = await icons.search(query, asked.aborted)
    if (!found.ok) return unavailable(found)
    const json = decoder.decode(found.value)
    const phrases = PHRASES[asked.language]
    if (!asked.accepts.text && !asked.spoken)
      return toReply(
        asked.accepts,
        () => '',
        () => withSkill(skill, json),
      )
    const answer = JSON.parse(json) as FoundIcons
    const guides = answer.total === 0 && asked.spoken ? await findAlternativeGuides(query.query, asked.aborted) : null
    return toReply(
      asked.accepts,
      () => [listIcons(answer, phrases), ...(guides === null ? [] : ['', listGuides(guides, phrases)])].join('\n'),
      () => withSkill(skill, guides === null ? json : withMember(json, 'guides', guides.results)),
    )
  }

  /** Finds guides for a text that finds no icon, since it may have meant one. */
  async function findAlternativeGuides(query: string, aborted: () => boolean): Promise<FoundGuides | null> {
    if (query === '') return null
    const found = await icons.searchGuides(query, ALTERNATIVE_GUIDES, aborted)
    return found.ok ? readGuides(found) : null
  }

  /** Reads found guides; null: there are none. */
  function readGuides({ value }: { readonly value: Uint8Array }): FoundGuides | null {
    const answer = JSON.parse(decoder.decode(value)) as FoundGuides
    return answer.total === 0 ? null : answer
  }

  function getIcon(id: string, { accepts, language }: Asked): AgentOutcome {
    const record = icons.icon(id)
    const phrases = PHRASES[language]
    if (record === null) return missing('get_icon', 'icon_not_found', phrases.noSuchIcon, accepts)
    const json = decoder.decode(record)
    return toReply(
      accepts,
      () => describeIcon(JSON.parse(json), phrases),
      () => `{"skill":"get_icon","icon":${json}}`,
    )
  }

  async function findGuides({ limit, query, skill }: FindGuides, asked: Asked): Promise<AgentOutcome> {
    const found = query === '' ? allGuides(limit) : await icons.searchGuides(query, limit, asked.aborted)
    if (!found.ok) return unavailable(found)
    const json = decoder.decode(found.value)
    const phrases = PHRASES[asked.language]
    const answer = JSON.parse(json) as FoundGuides
    // Guides are in English. A text that matches none of them gets the whole list.
    const all = answer.total === 0 && asked.spoken ? readGuides(allGuides(limit)) : null
    return toReply(
      asked.accepts,
      () => [listGuides(answer, phrases), ...(all === null ? [] : ['', listGuides(all, phrases)])].join('\n'),
      () => withSkill(skill, all === null ? json : withMember(json, 'guides', all.results)),
    )
  }

  function allGuides(limit: number): Success<Uint8Array> {
    const results = icons.guides.slice(0, limit).map((guide) => ({ ...guide, url: guideUrl(guide.slug) }))
    return { ok: true, value: Buffer.from(JSON.stringify({ query: '', total: icons.guides.length, results })) }
  }

  function readGuide(slug: string, { accepts, language }: Asked): AgentOutcome {
    const guide = icons.guide(slug)
    if (guide === null) return missing('read_guide', 'guide_not_found', PHRASES[language].noSuchGuide, accepts)
    const { description, markdown, title } = guide
    const described = { slug, title, description, url: guideUrl(slug) }
    // The text part contains the guide. The data repeats it only for clients that accept no text.
    const data = { skill: 'read_guide', guide: accepts.text ? described : { ...described, markdown } }
    return {
      ok: true,
      value: {
        ...(accepts.text ? { text: { value: markdown, mediaType: 'text/markdown' } } : {}),
        ...(accepts.data ? { dataJson: JSON.stringify(data) } : {}),
      },
    }
  }

  function help({ accepts, language }: Asked): AgentOutcome {
    const skills = skillsOf(icons)
    const examples = skills.flatMap((skill) => skill.examples.filter((example) => !example.startsWith('{')))
    return toReply(
      accepts,
      () => [PHRASES[language].help, ...examples.map((example) => `- ${example}`)].join('\n'),
      () => JSON.stringify({ skill: 'help', skills: skills.map(({ examples, id, name }) => ({ id, name, examples })) }),
    )
  }

  function guideUrl(slug: string): string {
    return `${iconsUrl}/docs/${slug}.md`
  }
}

/** The circumstances of a request. */
interface Asked {
  readonly accepts: Accepted
  /** That of the question, in which the agent answers. */
  readonly language: Locale
  /** Whether the request came as text rather than as a data part. */
  readonly spoken: boolean
  readonly aborted: () => boolean
}

/** Makes a reply with only the parts that the client accepts. */
function toReply(accepts: Accepted, text: () => string, dataJson: () => string): AgentOutcome {
  return {
    ok: true,
    value: {
      ...(accepts.text ? { text: { value: text(), mediaType: 'text/plain' } } : {}),
      ...(accepts.data ? { dataJson: dataJson() } : {}),
    },
  }
}

/** Makes the reply for a valid message that names something unknown, which is no error. */
function missing(skill: string, code: string, message: string, accepts: Accepted): AgentOutcome {
  return toReply(
    accepts,
    () => message,
    () => JSON.stringify({ skill, error: { code, message } }),
  )
}

function unavailable({ detail, reason, retryAfterSeconds }: Refusal): AgentOutcome {
  const metadata = { retryAfterSeconds: String(retryAfterSeconds) }
  return { ok: false, reason: 'UNAVAILABLE', message: detail, metadata, retryAfterSeconds, refusal: reason }
}

/** Adds the skill to the data, without parsing the JSON of the search. */
function withSkill(skill: string, json: string): string {
  return `{"skill":"${skill}",${json.slice(1)}`
}

function withMember(json: string, name: string, value: unknown): string {
  return `${json.slice(0, -1)},"${name}":${JSON.stringify(value)}}`
}
