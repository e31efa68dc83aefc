import { encode } from 'gpt-tokenizer/encoding/cl100k_base'
import t, { type Test } from 'tap'
import { readContent } from '../../../../src/docs/read-content.ts'
import { createByteWriter } from '../../../../src/engine/index/byte-writer.ts'
import type { Extras } from '../../../../src/engine/query/found.ts'
import { inMemory } from '../../../../src/generation/records/in-memory.ts'
import { packRecords } from '../../../../src/generation/records/pack-records.ts'
import { toPageRecord } from '../../../../src/generation/records/page-record.ts'
import { openRecordStore } from '../../../../src/generation/records/record-store.ts'
import { writePassages, type PassageResponse } from '../../../../src/hosts/docs/tools/passages.ts'
import { tokenBound } from '../../../../src/mcp/tool-kit/token-bound.ts'
import { createCodeReader } from '../../../../src/pool/page-readers/code-reader.ts'
import { createPassageReader } from '../../../../src/pool/page-readers/passage-reader.ts'
import { LOCALES } from '../../../../src/shared/locale.ts'
import { contentTree } from '../../../support/content-tree.ts'
import { searcherOf } from '../../../support/search-fixture.ts'

const { locales } = await readContent('content')

for (const locale of LOCALES) {
  const pages = locales.get(locale)?.pages ?? []
  const store = openRecordStore(
    inMemory(packRecords(pages.map((page) => toPageRecord({ ...page, locale, siteAddress: null })))),
  )
  const stores = new Map([[locale, store]])
  const extras: Extras = {
    highlights: false,
    sections: 'passages',
    readPassage: createPassageReader(stores),
    readCode: createCodeReader(stores),
  }
  const searcher = searcherOf(
    pages.map((page) => ({ ...page, description: page.description ?? '' })),
    locale,
  )
  const out = createByteWriter()
  const ask = (query: string, sections: Extras['sections']): unknown => {
    out.length = 0
    searcher.writeAnswer({ query, locale, limit: 8 }, out, { ...extras, sections })
    return JSON.parse(Buffer.from(out.bytes.subarray(0, out.length)).toString())
  }

  t.test(`answers stay within their budget (${locale})`, async (t) => {
    let fullest = 0
    for (const { heading } of pages.flatMap((page) => page.sections).filter((_, at) => at % 9 === 0)) {
      if (heading === '') continue
      const response = ask(heading, 'passages') as PassageResponse
      for (const maxTokens of [200, 1000, 2000, 10_000]) {
        const text = writePassages(response, maxTokens)
        const tokens = encode(text).length
        if (tokens > maxTokens)
          t.fail(`${heading}: ${tokens} of ${maxTokens}`, {
            text,
            bound: tokenBound(text),
          })
        if (maxTokens === 2000) fullest = Math.max(fullest, tokens)
      }
    }
    t.ok(fullest > 1300, `a budget is used: ${fullest} of 2,000`)
  })

  t.test(`the first passage of a heading is its section (${locale})`, async (t) => {
    const asked = pages.flatMap((page) => page.sections.filter(({ heading }) => heading.length > 8).slice(0, 2))
    let first = 0
    for (const { heading, text } of asked) {
      const passages = writePassages(ask(heading, 'passages') as PassageResponse, 2000)
      const beginning = text.split('\n')[0]!.slice(0, 25)
      if (passages.replace(/[\\`*]/g, '').includes(beginning)) first++
    }
    t.ok(first / asked.length > 0.8, `${first} of ${asked.length}`)
  })

  t.test(`blocks of code are found with their sentence (${locale})`, async (t) => {
    const { results } = ask('pm2 start', 'code') as { results: { code: { text: string; headings: string[] }[] }[] }
    const blocks = results.flatMap(({ code }) => code)
    t.ok(blocks.some(({ text }) => text.includes('pm2 start')))
    t.ok(results.every(({ code }) => code.length <= 8))
  })
}

/** Readers of one English page. */
async function readersOf(t: Test, markdown: string) {
  const content = await readContent(await contentTree(t, { 'docs/en/a.md': `# A\n\n${markdown}` }))
  const pages = content.locales.get('en')?.pages ?? []
  const records = pages.map((page) => toPageRecord({ ...page, locale: 'en', siteAddress: null }))
  const stores = new Map([['en', openRecordStore(inMemory(packRecords(records)))]] as const)
  const worth = (text: string): number => (text.includes('needle') ? 1 : 0)
  return {
    passage: createPassageReader(stores)('en', 'a', '', worth),
    code: createCodeReader(stores)('en', 'a', worth).map(({ text }) => text),
  }
}

t.test('the passage of a long block has the line for which it was chosen', async (t) => {
  const lead = 'x'.repeat(90)
  for (const length of [20, 1300, 1600, 1990, 5000]) {
    const best = `needle ${'y'.repeat(length - 7)}`
    const block = [...Array.from({ length: 9 }, () => lead), best, ...Array.from({ length: 30 }, () => lead)].join('\n')
    const { passage } = await readersOf(t, `\`\`\`\n${block}\n\`\`\`\n`)
    t.ok(passage.includes(best.slice(0, 2000)), `${length} units`)
    t.ok(passage.length < 2100, `${passage.length} units`)
  }
})

t.test('neither a passage nor code ends within a character', async (t) => {
  for (const length of [1992, 1993, 3992, 3993]) {
    const long = `needle ${'x'.repeat(length)}${'\u{1f600}'.repeat(2000)}`
    const { code, passage } = await readersOf(t, `\`\`\`\n${long}\n\`\`\`\n`)
    t.ok(passage.isWellFormed(), `a passage, ${length}`)
    t.ok(code[0]?.isWellFormed(), `code, ${length}`)
    t.ok(passage.includes('needle'))
  }
})

t.test(
  'a passage that is cut within code closes its fence, whatever that is, so that others are not taken for code',
  async (t) => {
    for (const [begin, fence, opening = fence] of [
      ['', '````'],
      ['', '~~~'],
      ['- An item\n\n', '  ```'],
      ['', '  ```', '- ```'],
    ] as const) {
      const lines = Array.from(
        { length: 40 },
        (_, n) => `${fence.replace(/\S/g, '')}Line ${n} of an example that goes on.`,
      )
      const code = [...lines.slice(0, 2), ...(fence === '````' ? ['```js'] : []), ...lines.slice(2)].join('\n')
      const results = [`${begin}${opening}md\n${code}\n${fence}`, 'The second passage.'].map((markdown, n) => ({
        title: `T${n}`,
        description: '',
        url: `http://a/${n}`,
        sections: [{ headings: [], url: `http://a/${n}`, markdown }],
      }))
      t.match(writePassages({ total: 2, results }, 800), `goes on.\n${fence}\n…\n\n## T1`)
    }
  },
)

t.test('a passage that stands on two pages is given once, and none is an answer too', async (t) => {
  const sections = [{ headings: ['H'], url: 'http://a/b#h', markdown: 'The same text.' }]
  const result = { title: 'T', description: '', url: 'http://a/b', sections }
  const response = { total: 2, results: [result, { ...result, url: 'http://a/c' }] }
  const text = writePassages(response, 1000)
  t.equal(text.split('The same text.').length, 2)
  t.match(text, /Other pages:\n- T <http:\/\/a\/c>/)
  t.match(writePassages({ total: 0, results: [] }, 200), /^No page has these words\. Try other words.*list_sections/)
})
