// The agent over the catalogue and the guides that come with the service.
import { join } from 'node:path'
import t from 'tap'
import { skillsOf } from '../../../../src/hosts/icons/a2a/skills.ts'
import { createUnderstand } from '../../../../src/hosts/icons/a2a/understand.ts'
import { buildIcons } from '../../../../src/generation/build-icons.ts'
import { readGuides } from '../../../../src/icons/guides.ts'
import { ICON_SEARCH_CASES } from '../../../engine/catalogue/icon-search-cases.ts'
import { openOwnCatalogue } from '../../../support/own-catalogue.ts'
import { startIcons } from '../../../support/sample-icons.ts'
import { startAgent, type Json } from './agent-fixture.ts'

/** The catalogue may have to be built first, or another process may be building it. */
const TIMEOUT_MS = 600_000
t.setTimeout(TIMEOUT_MS)

const SITE_URL = 'http://icons.example'

const { assets, catalogue } = openOwnCatalogue(t)
const { guides } = readGuides(join(import.meta.dirname, '../../../../content'))
const icons = await startIcons(t, { ...buildIcons(catalogue, guides, SITE_URL), content: 'own', assets })
const understand = createUnderstand(icons)

/** How people wrap what they look for, in each language. */
const SENTENCES = {
  en: [
    (query: string) => query,
    (query: string) => `${query} icon`,
    (query: string) => `Find a ${query} icon`,
    (query: string) => `Please show me some icons for ${query}.`,
    (query: string) => `I'm looking for an animated icon of ${query}`,
    (query: string) => `Do you have icons that mean ${query}?`,
  ],
  zh: [
    (query: string) => query,
    (query: string) => `${query}图标`,
    (query: string) => `${query}的图标`,
    (query: string) => `请帮我找一个${query}的图标`,
    (query: string) => `有没有${query}图标？`,
  ],
  ko: [
    (query: string) => query,
    (query: string) => `${query} 아이콘`,
    (query: string) => `${query} 아이콘 찾아줘`,
    (query: string) => `${query} 아이콘을 보여 주세요.`,
    (query: string) => `${query} 아이콘이 있나요?`,
  ],
} as const

t.test('what users search for comes out of the sentences that they say it in', (t) => {
  for (const { locale, query } of ICON_SEARCH_CASES) {
    for (const sentence of SENTENCES[locale]) {
      const text = sentence(query)
      // Alone, this asks what the agent can do.
      if (text === 'help') continue
      t.match(understand(text), [{ request: { skill: 'find_icons', query: query.toLowerCase() }, unmet: [] }], text)
    }
  }
  t.end()
})

t.test('every example of the card gets what its skill promises', async (t) => {
  const { call } = await startAgent(t, icons)
  for (const { examples, id } of skillsOf(icons)) {
    t.ok(examples.length >= 3, `${id} has examples`)
    for (const example of examples) {
      const part = example.startsWith('{') ? { data: JSON.parse(example) as Json } : { text: example }
      const response = await call('SendMessage', { message: { messageId: 'm', role: 'ROLE_USER', parts: [part] } })
      const { message } = response.result as { message: { parts: Json[] } }
      const data = message.parts[1]?.['data'] as Json
      t.equal(data['skill'], id, example)
      const found = data['results'] ?? [data['icon'] ?? data['guide'] ?? data['code']]
      t.ok(Array.isArray(found) && found.length > 0 && found[0] !== undefined, example)
    }
  }
})

t.test("every guide is read by its slug and by its file's name", (t) => {
  t.ok(guides.length > 0)
  for (const { slug } of guides) {
    t.same(understand(`Read guide ${slug}`), [{ request: { skill: 'read_guide', slug }, unmet: [] }])
    t.same(understand(`read ${slug}`), [{ request: { skill: 'read_guide', slug }, unmet: [] }])
    t.same(understand(`show me the ${slug} guide`), [{ request: { skill: 'read_guide', slug }, unmet: [] }])
  }
  t.end()
})
