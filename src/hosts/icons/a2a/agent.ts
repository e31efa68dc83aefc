import { embedCode, embedExtension, embedTargets } from '../../../icons/embed/embed-code.ts'
import type { EmbedTarget } from '../../../icons/embed/embed-input.ts'
import type { IconRecord } from '../../../icons/icon-record.ts'
import type { IconsService } from '../../../icons/icons-service.ts'
import { FALLBACK_LOCALE, writtenLocale } from '../../../shared/locale.ts'
import type { Answer, Refusal, Result, Success } from '../../../shared/result.ts'
import {
  type AgentRequest,
  type FindCode,
  type FindGuides,
  type FindIcons,
  filterValues,
  parseDataRequest,
} from './agent-request.ts'
import { type A2aError, invalidParams } from './errors.ts'
import type { Accepted, IncomingMessage } from './message.ts'
import { type Phrases, PHRASES } from './phrases.ts'
import type { AgentReply } from './reply.ts'
import { skillsOf } from './skills.ts'
import { colourOf } from './spoken-filters.ts'
import { type FoundGuides, type FoundIcons, describeIcon, listGuides, listIcons, showCode } from './texts.ts'
import { createUnderstand, type Understood, type Unmet } from './understand.ts'

export type AgentOutcome = Result<AgentReply, A2aError>

/** Answers one message. `aborted` tells whether nobody waits any more. */
export type Agent = (message: IncomingMessage, aborted: () => boolean) => Promise<AgentOutcome>

/** Number of guides in an answer without icons. */
const ALTERNATIVE_GUIDES = 3
/** Number of icons in an answer with the code of the first. */
const CODE_RESULTS = 6
/** Number of known values in a note. */
const KNOWN_LIMIT = 60
const decoder = new TextDecoder()

export function createAgent(icons: IconsService, iconsUrl: string): Agent {
  const understand = createUnderstand(icons)

  return async ({ accepts, data, text }, aborted) => {
    // The agent answers in the language of the question.
    const phrases = PHRASES[writtenLocale(text) ?? FALLBACK_LOCALE]
    const spoken = data.length === 0
    // A data part takes precedence over text. Only the first data part counts.
    const parsed = spoken ? null : parseDataRequest(data[0], icons.facets)
    if (parsed?.ok === false) return invalidParams(parsed.detail)
    const requests: readonly Understood[] =
      parsed === null ? understand(text) : [{ request: parsed.request, unmet: [] }]
    const asked = { accepts, phrases, spoken, aborted }
    const answers = await Promise.all(requests.map(async ({ request }) => perform(request, asked)))
    const said: Said[] = []
    for (const [at, answer] of answers.entries()) {
      if (!answer.ok) return unavailable(answer)
      said.push(withNotes(answer.value, requests[at]?.unmet ?? [], phrases))
    }
    return { ok: true, value: toReply(said, accepts) }
  }

  function perform(request: AgentRequest, asked: Asked): Answer<Said> | Promise<Answer<Said>> {
    switch (request.skill) {
      case 'find_icons':
        return findIcons(request, asked)
      case 'get_icon':
        return getIcon(request.id, asked)
      case 'get_embed_code':
        return getCode(request.id, request.target, asked)
      case 'find_code':
        return findCode(request, asked)
      case 'find_guides':
        return findGuides(request, asked)
      case 'read_guide':
        return readGuide(request.slug, asked)
      case 'help':
        return help(asked)
    }
  }

  async function findIcons({ skill, ...query }: FindIcons, asked: Asked): Promise<Answer<Said>> {
    const { aborted, phrases, spoken } = asked
    const found = await icons.search(query, aborted)
    if (!found.ok) return found
    const json = decoder.decode(found.value)
    const answer = JSON.parse(json) as FoundIcons
    const text = listIcons(answer, phrases)
    if (!spoken) return say(text, withSkill(skill, json))
    const colour = colourOf(query.query)
    if (colour !== null && !new RegExp(`\\b${colour}\\b`).test(JSON.stringify(answer.results[0] ?? ''))) {
      return say(text, withSkill(skill, json), { unmet: [{ name: 'colour', value: colour }] })
    }
    if (answer.total > 0 || query.query === '') return say(text, withSkill(skill, json))
    // A text that finds no icon may have meant a guide.
    const guides = await icons.searchGuides(query.query, ALTERNATIVE_GUIDES, aborted)
    const list = guides.ok ? (JSON.parse(decoder.decode(guides.value)) as FoundGuides) : null
    if (list === null || list.total === 0) return say(text, withSkill(skill, json))
    return say(`${text}\n\n${listGuides(list, phrases)}`, withSkill(skill, withMember(json, 'guides', list.results)))
  }

  function iconOf(id: string): { readonly icon: IconRecord; readonly json: string } | null {
    const record = icons.icon(id)
    if (record === null) return null
    const json = decoder.decode(record)
    return { icon: JSON.parse(json) as IconRecord, json }
  }

  function getIcon(id: string, { phrases }: Asked): Answer<Said> {
    const found = iconOf(id)
    if (found === null) return missing('get_icon', 'icon_not_found', phrases.noSuchIcon)
    return say(describeIcon(found.icon, phrases), `{"skill":"get_icon","icon":${found.json}}`)
  }

  /** @param others Further icons that match the words by which this one was found. */
  function getCode(
    id: string,
    target: EmbedTarget,
    { phrases }: Asked,
    others: readonly IconRecord[] = [],
  ): Answer<Said> {
    const skill = 'get_embed_code'
    const icon = iconOf(id)?.icon
    if (icon === undefined) return missing(skill, 'icon_not_found', phrases.noSuchIcon)
    const embed = embedCode(icon, target)
    if (embed === null) {
      const values = { value: target, known: embedTargets(icon).join(', ') }
      return missing(skill, 'no_file_for_target', fill(phrases.unmet.file, values))
    }
    const of = { license: icon.license.spdx, author: icon.author.name, others: others.map((other) => other.id) }
    return say(showCode(icon, embed, others, phrases), JSON.stringify({ skill, id, ...embed, ...of }), {
      isMarkdown: true,
    })
  }

  async function findCode({ find, target }: FindCode, asked: Asked): Promise<Answer<Said>> {
    const query = { ...find, limit: CODE_RESULTS, format: embedExtension(target) }
    const found = await icons.search(query, asked.aborted)
    if (!found.ok) return found
    const [first, ...others] = (JSON.parse(decoder.decode(found.value)) as FoundIcons).results
    return first === undefined ? findIcons(query, asked) : getCode(first.id, target, asked, others)
  }

  async function findGuides(
    { limit, query, skill }: FindGuides,
    { aborted, phrases, spoken }: Asked,
  ): Promise<Answer<Said>> {
    const found = query === '' ? allGuides(limit) : await icons.searchGuides(query, limit, aborted)
    if (!found.ok) return found
    const json = decoder.decode(found.value)
    const answer = JSON.parse(json) as FoundGuides
    const text = listGuides(answer, phrases)
    if (answer.total > 0 || !spoken || icons.guides.length === 0) return say(text, withSkill(skill, json))
    // Guides are in English. A text that matches none of them gets the whole list.
    const all = JSON.parse(decoder.decode(allGuides(limit).value)) as FoundGuides
    return say(`${text}\n\n${listGuides(all, phrases)}`, withSkill(skill, withMember(json, 'guides', all.results)))
  }

  function allGuides(limit: number): Success<Uint8Array> {
    const results = icons.guides.slice(0, limit).map((guide) => ({ ...guide, url: guideUrl(guide.slug) }))
    return { ok: true, value: Buffer.from(JSON.stringify({ query: '', total: icons.guides.length, results })) }
  }

  function readGuide(slug: string, { accepts, phrases }: Asked): Answer<Said> {
    const guide = icons.guide(slug)
    if (guide === null) return missing('read_guide', 'guide_not_found', phrases.noSuchGuide)
    const { description, markdown, title } = guide
    const described = { slug, title, description, url: guideUrl(slug) }
    // The text part contains the guide. The data repeats it only for clients that accept no text.
    const data = { skill: 'read_guide', guide: accepts.text ? described : { ...described, markdown } }
    return say(markdown, JSON.stringify(data), { isMarkdown: true })
  }

  function help({ phrases }: Asked): Answer<Said> {
    const skills = skillsOf(icons).map(({ examples, id, name }) => ({ id, name, examples }))
    const examples = skills.flatMap((skill) => skill.examples.filter((example) => !example.startsWith('{')))
    return say(
      [phrases.help, ...examples.map((example) => `- ${example}`), '', fill(phrases.known, knownValues())].join('\n'),
      JSON.stringify({ skill: 'help', skills, filters: filterValues(icons.facets) }),
    )
  }

  /** Lists the values of each filter. */
  function knownValues(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(filterValues(icons.facets)).map(([name, all]) => [name, all.slice(0, KNOWN_LIMIT).join(', ')]),
    )
  }

  function guideUrl(slug: string): string {
    return `${iconsUrl}/docs/${slug}.md`
  }

  /** Says first what is not met, so that nobody takes the answer for more than it is. */
  function withNotes(
    { isMarkdown, json, text, unmet: own = [] }: Said,
    unmet: readonly Unmet[],
    phrases: Phrases,
  ): Said {
    const values = knownValues()
    const notes = [...unmet, ...own].map(({ name, value }) => ({
      name,
      value,
      message: fill(phrases.unmet[name], { value, known: values[name] ?? '' }),
    }))
    if (notes.length === 0) return { isMarkdown, json, text }
    const said = [...new Set(notes.map(({ message }) => message))].join('\n')
    return { isMarkdown, json: withMember(json, 'notes', notes), text: `${said}\n\n${text}` }
  }
}

/** The circumstances of a request. */
interface Asked {
  readonly accepts: Accepted
  readonly phrases: Phrases
  /** Whether the request came as text rather than as a data part. */
  readonly spoken: boolean
  readonly aborted: () => boolean
}

/** The answer to one request, in both forms. */
interface Said {
  readonly text: string
  readonly json: string
  readonly isMarkdown: boolean
  readonly unmet?: readonly Unmet[]
}

function say(text: string, json: string, { isMarkdown = false, unmet = [] }: Partial<Said> = {}): Success<Said> {
  return { ok: true, value: { text, json, isMarkdown, unmet } }
}

/** Makes a reply with only the parts that the client accepts. A person reads the answers to all requests as one text. */
function toReply(said: readonly Said[], accepts: Accepted): AgentReply {
  const mediaType = said.some(({ isMarkdown }) => isMarkdown) ? 'text/markdown' : 'text/plain'
  const text = { value: said.map((each) => each.text).join('\n\n'), mediaType } as const
  return { ...(accepts.text ? { text } : {}), dataJson: accepts.data ? said.map(({ json }) => json) : [] }
}

/** Answers a valid message that names something unknown, which is no error. */
function missing(skill: string, code: string, message: string): Answer<Said> {
  return say(message, JSON.stringify({ skill, error: { code, message } }))
}

function unavailable({ detail, reason, retryAfterSeconds }: Refusal): A2aError {
  const metadata = { retryAfterSeconds: String(retryAfterSeconds) }
  return { ok: false, reason: 'UNAVAILABLE', message: detail, metadata, retryAfterSeconds, refusal: reason }
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** Adds the skill to the data, without parsing the JSON of the search. */
function withSkill(skill: string, json: string): string {
  return `{"skill":"${skill}",${json.slice(1)}`
}

function withMember(json: string, name: string, value: unknown): string {
  return `${json.slice(0, -1)},"${name}":${JSON.stringify(value)}}`
}
