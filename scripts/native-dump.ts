// Writes indexes and requests as files for the tests of the native engine, which do not run JavaScript:
// `npm run ts scripts/native-dump.ts <folder>`. native/test/harness.h describes the files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readMarkdownFamily } from '../bench/markdown-corpus.ts'
import { buildIndex } from '../src/engine/build/build.ts'
import { CHARACTER_CLASS } from '../src/engine/text/characters.ts'
import type { SearchDocument } from '../src/engine/index/document.ts'
import { PARTITION_PAGES, type IndexArrays } from '../src/engine/index/layout.ts'
import { openIndex } from '../src/engine/index/open.ts'
import { createRequestArrays, writeRequest } from '../src/engine/native/request.ts'
import { RANK, RERANK, SECTION_RANK } from '../src/engine/index/scoring.ts'
import { LOCALES, type Locale } from '../src/shared/locale.ts'

const ROOT = join(import.meta.dirname, '..')
/** Pages of an index: enough for every feature of an index, and few enough for thousands of damaged copies. */
const PAGES = 24
const TINY_PAGES = 3
const SECTIONS = 6
/** Length of the text of a section in a tiny index, in UTF-16 code units. */
const TINY_UNITS = 80
const SMALL_PAGES = 130
const SMALL_PARTITION = 40
const QUERY_UNITS = 512
/** Number of requests that each index of a fuzzer answers. */
const FEW = 12

/** Queries for branches that queries made from pages seldom reach. */
const ODD_QUERIES = [
  'font size',
  'fontsize',
  'configuratoin',
  'confguratino settings',
  'the of and',
  'http2',
  '3.14',
  'c++',
  'a',
  '设',
  '设置',
  '색상을',
  '값을',
  '𠮷野家',
  '한',
  'ｆｕｌｌ width',
  'one two three',
  'xyzzy qwertzu',
  'config '.repeat(20),
  'search 搜索 검색',
  'a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6 7 8',
]

/** Names in a list macro of a header, in their order. */
function namesIn(header: string, macro: string): string[] {
  const source = readFileSync(join(ROOT, 'native/src', header), 'utf8')
  return [...source.matchAll(new RegExp(`^ *${macro}\\((\\w+)[,)]`, 'gm'))].map(([, name]) => name!)
}

function writeSetup(folder: string): void {
  const constants: Readonly<Record<string, number>> = { ...RANK, ...RERANK, ...SECTION_RANK }
  const values = Float64Array.from(namesIn('constants.h', 'CONSTANT'), (name) => constants[name] ?? NaN)
  writeFileSync(join(folder, 'engine.bin'), Buffer.concat([new Uint8Array(values.buffer), CHARACTER_CLASS]))
}

interface Kind {
  readonly locale: Locale
  readonly synonyms?: boolean
  readonly partitionPages?: number
}

function writeIndex(folder: string, name: string, pages: readonly SearchDocument[], of: Kind): void {
  const { locale, partitionPages = PARTITION_PAGES, synonyms = false } = of
  const buffer = buildIndex(pages, { locale, partitionPages })
  const index = openIndex(buffer, null, 'https://docs.example')
  const kind = LOCALES.indexOf(locale) + (synonyms ? 4 : 0)
  const places = namesIn('index.h', 'ARRAY').flatMap((array) => {
    const { byteOffset, length } = index[array as keyof IndexArrays]
    return [byteOffset, length]
  })
  const header = Uint32Array.of(
    index.pageCount,
    index.partitionPages,
    index.partitionCount,
    index.termCount,
    index.denseTermCount,
    index.bitTermCount,
    kind,
    ...places,
  )
  writeFileSync(join(folder, `${name}.index`), Buffer.concat([new Uint8Array(header.buffer), new Uint8Array(buffer)]))
}

/** Makes a page of each section. */
function smallPages(documents: readonly SearchDocument[]): SearchDocument[] {
  const sections = documents.flatMap((page) => page.sections).slice(0, SMALL_PAGES)
  return sections.map(({ heading, text }, i) => {
    const body = { heading: '', anchor: '', text: text.slice(0, TINY_UNITS) }
    return { path: `p/${i}`, title: heading, description: '', section: 'p', sections: [body] }
  })
}

function serialise(query: string, limit: number): Buffer {
  const request = createRequestArrays(QUERY_UNITS)
  const { ints, units, weights } = writeRequest(request, query)
  const parts = [request.ints.slice(0, ints), request.units.slice(0, units), request.weights.slice(0, weights)]
  const header = Uint32Array.of(ints, units, weights, limit)
  return Buffer.concat([header, ...parts].map((part) => new Uint8Array(part.buffer)))
}

const folder = resolve(process.argv[2] ?? '.')
mkdirSync(join(folder, 'requests'), { recursive: true })
writeSetup(folder)
const requests: Buffer[] = []
for (const [i, query] of ODD_QUERIES.entries()) requests.push(serialise(query, [1, 10, 50][i % 3]!))
for (const locale of LOCALES) {
  const { documents, queries } = await readMarkdownFamily(join(ROOT, 'content'), locale)
  const pages = documents.slice(0, PAGES).map((page) => ({ ...page, sections: page.sections.slice(0, SECTIONS) }))
  const tiny = pages.slice(0, TINY_PAGES).map((page) => ({
    ...page,
    sections: page.sections.slice(0, 2).map((section) => ({ ...section, text: section.text.slice(0, TINY_UNITS) })),
  }))
  writeIndex(folder, locale, pages, { locale, synonyms: true })
  writeIndex(folder, `tiny-${locale}`, tiny, { locale, synonyms: locale !== 'en' })
  // There are enough pages for dense terms, in one partition and in several.
  if (locale === 'en') {
    writeIndex(folder, 'whole', smallPages(documents), { locale, partitionPages: SMALL_PAGES })
    writeIndex(folder, 'parts', smallPages(documents), { locale, partitionPages: SMALL_PARTITION })
  }
  for (const { query } of queries.slice(0, 60)) {
    for (const asked of [query, query.slice(0, 5), query.slice(1), query + query.slice(0, 2)]) {
      requests.push(serialise(asked.slice(0, QUERY_UNITS / 2), 10))
    }
  }
}
writeIndex(folder, 'empty', [], { locale: 'en' })
writeFileSync(join(folder, 'requests.bin'), Buffer.concat(requests))
writeFileSync(join(folder, 'few-requests.bin'), Buffer.concat(requests.slice(0, FEW)))
requests.filter((_, i) => i % 8 === 0).forEach((request, i) => writeFileSync(join(folder, 'requests', `${i}`), request))
