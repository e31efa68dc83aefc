import type { ContentPage } from '../../src/docs/content.ts'
import type { Page } from '../../src/docs/page.ts'
import { writeBlockLines } from '../../src/docs/model/block-lines.ts'
import { sectionsOf } from '../../src/docs/model/sections.ts'
import { readMarkdown } from '../../src/docs/readers/markdown/read-markdown.ts'
import type { BuiltContent } from '../../src/generation/built-content.ts'
import { navKey, type Generation } from '../../src/generation/generation.ts'
import { keepInMemory } from '../../src/generation/keep-in-memory.ts'
import { packRecords } from '../../src/generation/records/pack-records.ts'
import { toPageRecord } from '../../src/generation/records/page-record.ts'
import { buildWithExtracts } from '../../src/engine/build/extracts.ts'

const SITE_URL = 'http://docs.example'

/** English content of `count` pages. Every title contains `marker`, and only page n contains the word `word<n>`. */
function smallContent(marker: string, count = 40): BuiltContent {
  const pages = Array.from({ length: count }, (_, n): Page => ({
    locale: 'en',
    path: `guides/page-${n}`,
    siteAddress: null,
    title: `${marker} page ${n}`,
    description: `About word${n}`,
    section: 'guides',
    updatedAt: null,
    markdown: `# Page\n\nEverything about word${n} and things.\n\n## Details\n\nThe word${n} in detail.\n`,
  }))
  const documents = pages.map((page) => ({
    ...page,
    description: page.description ?? '',
    ...readText(page.markdown),
  }))
  const { extracts, index } = buildWithExtracts(documents, { locale: 'en' })
  const nav = [
    { name: 'guides', title: 'Guides', pages: pages.map(({ path, title }) => ({ path, title, description: '' })) },
  ]
  return {
    contentDir: '',
    siteUrl: SITE_URL,
    fingerprint: marker,
    degraded: [],
    nextChange: Infinity,
    locales: new Map([
      [
        'en',
        {
          versions: new Map(),
          index,
          extracts: new Map([[0, extracts]]),
          pages: packRecords(documents.map(toPageRecord)),
          pageCount: pages.length,
        },
      ],
    ]),
    texts: packRecords([
      { key: navKey('en'), meta: '', body: JSON.stringify(nav) },
      { key: 'llms.txt', meta: '', body: `# ${marker}\n` },
    ]),
    files: { records: packRecords([]), folder: '' },
  }
}

function readText(markdown: string): Pick<ContentPage, 'sections' | 'blockLines'> {
  const { blocks } = readMarkdown(markdown, { mdx: false })
  return { sections: sectionsOf(blocks, null), blockLines: writeBlockLines(blocks) }
}

export function smallGeneration(number: number, marker = `m${number}`): Generation {
  return { ...keepInMemory(number, smallContent(marker)).docs, icons: null }
}
