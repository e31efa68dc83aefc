import type { IconsService } from '../../../icons/icons-service.ts'
import { type AgentRequest, type FindGuides, type FindIcons, parseDataRequest } from './agent-request.ts'
import { type A2aError, invalidParams } from './errors.ts'
import type { Accepted, IncomingMessage } from './message.ts'
import { type Language, PHRASES, languageOf } from './phrases.ts'
import type { AgentReply } from './reply.ts'
import { skillsOf } from './skills.ts'
import { type FoundGuides, type FoundIcons, describeIcon, listGuides, listIcons } from './texts.ts'
import { createUnderstand } from './understand.ts'
import type { Refusal, Result, Success } from '../../../shared/result.ts'

export type AgentOutcome = Result<AgentReply, A2aError>

/** Answers one message. At once where no search is needed. `aborted` tells whether anyone still waits. */
export type Agent = (message: IncomingMessage, aborted: () => boolean) => AgentOutcome | Promise<AgentOutcome>

/** Guides that go with an answer of no icons. */
const GUIDES_INSTEAD = 3
const decoder = new TextDecoder()

export function createAgent(icons: IconsService, iconsUrl: string): Agent {
  const understand = createUnderstand(icons)

  return ({ accepts, data, text }, aborted) => {
    const language = languageOf(text)
    if (data.length === 0) return perform(understand(text), { accepts, language, spoken: true, aborted })
    // An exact request goes before words; where there are several, the first counts.
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
      return say(
        asked.accepts,
        () => '',
        () => withSkill(skill, json),
      )
    const answer = JSON.parse(json) as FoundIcons
    const guides = answer.total === 0 && asked.spoken ? await guidesInstead(query.query, asked.aborted) : null
    return say(
      asked.accepts,
      () => [listIcons(answer, phrases), ...(guides === null ? [] : ['', listGuides(guides, phrases)])].join('\n'),
      () => withSkill(skill, guides === null ? json : withMember(json, 'guides', guides.results)),
    )
  }

  /** Who asks in words and finds no icon may have meant a guide. */
  async function guidesInstead(query: string, aborted: () => boolean): Promise<FoundGuides | null> {
    if (query === '') return null
    const found = await icons.searchGuides(query, GUIDES_INSTEAD, aborted)
    return found.ok ? readGuides(found) : null
  }

  /** Null where there are none. */
  function readGuides({ value }: { readonly value: Uint8Array }): FoundGuides | null {
    const answer = JSON.parse(decoder.decode(value)) as FoundGuides
    return answer.total === 0 ? null : answer
  }

  function getIcon(id: string, { accepts, language }: Asked): AgentOutcome {
    const record = icons.icon(id)
    const phrases = PHRASES[language]
    if (record === null) return missing('get_icon', 'icon_not_found', phrases.noSuchIcon, accepts)
    const json = decoder.decode(record)
    return say(
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
    // Guides are in English: a question in words that none of them holds gets the list.
    const all = answer.total === 0 && asked.spoken ? readGuides(allGuides(limit)) : null
    return say(
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
    // The text part holds the guide already, so the data only repeats it for those who take no text.
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
    return say(
      accepts,
      () => [PHRASES[language].help, ...examples.map((example) => `- ${example}`)].join('\n'),
      () => JSON.stringify({ skill: 'help', skills: skills.map(({ examples, id, name }) => ({ id, name, examples })) }),
    )
  }

  function guideUrl(slug: string): string {
    return `${iconsUrl}/docs/${slug}.md`
  }
}

/** How something was asked for. */
interface Asked {
  readonly accepts: Accepted
  readonly language: Language
  /** In words, rather than by a data part. */
  readonly spoken: boolean
  readonly aborted: () => boolean
}

/** Makes only the parts that the client takes. */
function say(accepts: Accepted, text: () => string, dataJson: () => string): AgentOutcome {
  return {
    ok: true,
    value: {
      ...(accepts.text ? { text: { value: text(), mediaType: 'text/plain' } } : {}),
      ...(accepts.data ? { dataJson: dataJson() } : {}),
    },
  }
}

/** Nothing is wrong with the message: what it names is not there, which is an answer. */
function missing(skill: string, code: string, message: string, accepts: Accepted): AgentOutcome {
  return say(
    accepts,
    () => message,
    () => JSON.stringify({ skill, error: { code, message } }),
  )
}

function unavailable({ detail, retryAfterSeconds }: Refusal): AgentOutcome {
  const metadata = { retryAfterSeconds: String(retryAfterSeconds) }
  return { ok: false, reason: 'UNAVAILABLE', message: detail, metadata, retryAfterSeconds }
}

/** Says in the data which skill it is of, without parsing what a search gave. */
function withSkill(skill: string, json: string): string {
  return `{"skill":"${skill}",${json.slice(1)}`
}

function withMember(json: string, name: string, value: unknown): string {
  return `${json.slice(0, -1)},"${name}":${JSON.stringify(value)}}`
}
