// The judged requests over the catalogue and the guides that come with the service, as a client sees their answers.
import { join } from 'node:path'
import t from 'tap'
import { buildIcons } from '../../../../src/generation/build-icons.ts'
import { readGuides } from '../../../../src/icons/guides.ts'
import { openOwnCatalogue } from '../../../support/own-catalogue.ts'
import { startIcons } from '../../../support/sample-icons.ts'
import { startAgent, type Json } from './agent-fixture.ts'
import { JUDGED, type JudgedRequest, type Wanted } from './requests.ts'

/** The catalogue may have to be built first, or another process may be building it. */
const TIMEOUT_MS = 600_000
t.setTimeout(TIMEOUT_MS)

const SITE_URL = 'http://icons.example'
const FIRST = 3
/** Longest text of an answer without a guide or code. */
const TEXT_LIMIT_CHARS = 20_000

const { assets, catalogue } = openOwnCatalogue(t)
const { guides } = readGuides(join(import.meta.dirname, '../../../../content'))
const icons = await startIcons(t, { ...buildIcons(catalogue, guides, SITE_URL), content: 'own', assets })
const { call } = await startAgent(t, icons)

interface Found {
  readonly id?: string
  readonly slug?: string
  readonly set?: string
  readonly style?: string
  readonly category?: string
  readonly formats?: readonly { readonly ext: string }[]
}

function globbed(name: string, globs: readonly string[]): boolean {
  return globs.some((glob) => new RegExp(`^${glob.replaceAll('*', '.*')}$`).test(name))
}

/** Describes what is wrong with the data of one answer; null if nothing is. */
function faultOf(data: Json, wanted: Wanted): string | null {
  if (data['skill'] !== wanted.skill) return `skill ${String(data['skill'])}, not ${wanted.skill}`
  const own = data['icon'] ?? data['guide'] ?? (data['skill'] === 'get_embed_code' ? { id: data['id'] } : undefined)
  // What is nearest, or all guides, stands in for what was not found.
  const results = (own === undefined ? (data['results'] ?? []) : [own]) as readonly Found[]
  const { every = {}, first = [], format, limit, query, target } = wanted
  const names = results.map(({ id, slug }) => id ?? slug ?? '')
  if (first.length > 0 && !names.slice(0, FIRST).some((name) => globbed(name, first)))
    return `first ${names.slice(0, FIRST).join(', ')} (query ${String(data['query'])})`
  if (query !== undefined && data['query'] !== query) return `query “${String(data['query'])}”, not “${query}”`
  if (limit !== undefined && data['limit'] !== limit) return `limit ${String(data['limit'])}, not ${limit}`
  if (target !== undefined && data['target'] !== target) return `target ${String(data['target'])}, not ${target}`
  if ((wanted.every !== undefined || format !== undefined) && results.length === 0) return 'no results'
  for (const found of results) {
    for (const [name, value] of Object.entries(every)) {
      if (found[name as 'set'] !== value) return `${found.id} is not of the ${name} ${value}`
    }
    if (format !== undefined && !found.formats?.some(({ ext }) => ext === format)) return `${found.id} has no ${format}`
  }
  return null
}

async function faultOfRequest({ says, text, wanted }: JudgedRequest): Promise<string | null> {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] }
  const response = await call('SendMessage', { message })
  const parts = (response.result?.['message'] as { parts: readonly Json[] } | undefined)?.parts
  if (parts === undefined) return JSON.stringify(response.error)
  const data = parts.flatMap((part) => ('data' in part ? [part['data'] as Json] : []))
  if (data.length !== wanted.length)
    return `${data.length} answers (${data.map((each) => String(each['skill'])).join(', ')})`
  for (const [position, each] of wanted.entries()) {
    const fault = faultOf(data[position] as Json, each)
    if (fault !== null) return fault
  }
  const texts = parts.flatMap((part) => ('text' in part ? [part['text'] as string] : []))
  if (texts.length !== 1) return `${texts.length} text parts`
  const [said = ''] = texts
  if (said.length > TEXT_LIMIT_CHARS) return `a text of ${said.length} characters`
  return says === undefined || says.test(said) ? null : `says “${said.slice(0, 200)}”`
}

for (const [kind, requests] of Object.entries(JUDGED)) {
  t.test(`requests of the kind ${kind} get what they ask for`, async (t) => {
    for (const request of requests) t.equal(await faultOfRequest(request), null, JSON.stringify(request.text))
  })
}

t.test('the list has phrases of every language', (t) => {
  const texts = Object.values(JUDGED).flatMap((requests) => requests.map(({ text }) => text))
  t.ok(texts.length >= 200, `${texts.length} phrases`)
  t.ok(texts.filter((text) => /\p{Script=Han}/u.test(text)).length >= 40)
  t.ok(texts.filter((text) => /\p{Script=Hangul}/u.test(text)).length >= 30)
  t.end()
})
