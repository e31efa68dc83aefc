import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ContentPage } from '../../src/docs/content.ts'
import { readContent } from '../../src/docs/read-content.ts'
import { normaliseTitle } from '../../src/engine/text/normalise-title.ts'
import type { Locale } from '../../src/shared/locale.ts'
import type { KnownItem } from '../corpus-part.ts'
import { chance, choose } from './choose.ts'
import { CHINESE } from './chinese.ts'
import { ENGLISH } from './english.ts'
import { KOREAN } from './korean.ts'
import { cut, type LanguageRules } from './language.ts'
import { codeLines, errorMessages, MARKS, pastedError } from './pasted.ts'

const USAGE = `usage: npm run ts bench/natural/generate.ts -- --tree <content> --family <name> --out <folder> [--most <number>]

Writes natural questions over a tree of documentation, for each locale an open half <family>.open.<locale>.queries.jsonl and a
closed half. Of each kind there are at most <number> (60) in both halves together.`

const RULES: Readonly<Record<Locale, LanguageRules>> = { en: ENGLISH, zh: CHINESE, ko: KOREAN }
/** A text that stands on more pages than this names none of them. */
const MOST_PAGES = 3

interface Draft extends KnownItem {
  /** Text of the page from which the query was made; every page with it is right. */
  readonly source: string
}

function draftsOf(page: ContentPage, family: string, rules: LanguageRules): Draft[] {
  const drafts: Draft[] = []
  const add = (kind: string, source: string, query: string | null): void => {
    if (query !== null) drafts.push({ kind, source, query: cut(query), relevant: [] })
  }
  const first = page.sections.find(({ text }) => text !== '')?.text ?? ''
  const opening = rules.sentences(first)[0] ?? ''
  add('glossary', opening, rules.definition(opening, page.title))
  for (const { heading, text } of page.sections) {
    if (heading !== '' && heading !== page.title && !isCode(heading)) {
      add('how', heading, rules.howOfHeading(heading))
      add('faq', heading, rules.faq(heading))
      add('mixed', heading, rules.mixed(heading))
    }
    for (const sentence of rules.sentences(text)) {
      if (isCode(sentence)) continue
      add('how', sentence, rules.how(sentence))
      add('why', sentence, rules.why(sentence))
      add('long', sentence, rules.long(sentence))
      if (sentence.length < 45) add('mixed', sentence, rules.mixed(sentence))
    }
  }
  for (const message of errorMessages(page.markdown)) {
    add('error', message, pastedError(message, choose(rules.errorFrames, message, 'frame'), family))
  }
  for (const lines of codeLines(page.markdown)) add('code', lines, lines)
  return drafts
}

/** Whether a line is code, a comment in it, or a directive of a generator rather than a sentence. */
function isCode(line: string): boolean {
  return /^\s*(?:[|@+#/<{*]|\/\/|import |const |let |[\w.]+:\s|[\w.]+\()|\/\/|[;{}]\s*$|=>|<!--|-->|\*\}|\{\*/.test(
    line,
  )
}

function judgedItems(pages: readonly ContentPage[], family: string, locale: Locale, most: number): KnownItem[] {
  const drafts = pages.flatMap((page) => draftsOf(page, family, RULES[locale]))
  const titles = new Set(pages.map(({ title }) => normaliseTitle(title)))
  const texts = pages.map((page) => {
    const sections = page.sections.map(({ heading, text }) => `${heading}\n${text}`).join('\n')
    const plain = page.markdown.replaceAll(MARKS, '')
    return { path: page.path, text: `${sections}\n${page.markdown.replaceAll(/^[ \t]+/gm, '')}\n${plain}` }
  })
  const items: KnownItem[] = []
  const asked = new Set<string>()
  for (const kind of new Set(drafts.map((draft) => draft.kind))) {
    const ordered = drafts.filter((draft) => draft.kind === kind)
    ordered.sort((a, b) => chance(a.query, 'order') - chance(b.query, 'order'))
    let count = 0
    const perPage = new Map<string, number>()
    for (const { query, source } of ordered) {
      if (count === most) break
      const name = normaliseTitle(query)
      if (Array.from(query).length < 4 || titles.has(name) || asked.has(name)) continue
      const relevant = texts.filter(({ text }) => text.includes(source)).map(({ path }) => path)
      if (relevant.length === 0 || relevant.length > MOST_PAGES) continue
      const ofPage = perPage.get(relevant[0]!) ?? 0
      if (ofPage === 3) continue
      perPage.set(relevant[0]!, ofPage + 1)
      asked.add(name)
      items.push({ query, relevant, kind })
      count++
    }
  }
  return items
}

const { values } = parseArgs({
  options: { tree: { type: 'string' }, family: { type: 'string' }, out: { type: 'string' }, most: { type: 'string' } },
})
if (values.tree === undefined || values.family === undefined || values.out === undefined) {
  console.error(USAGE)
  process.exit(1)
}
const { family, out } = values
mkdirSync(out, { recursive: true })
for (const [locale, { pages }] of (await readContent(values.tree)).locales) {
  const items = judgedItems(pages, family, locale, Number(values.most ?? 60))
  for (const half of ['open', 'closed']) {
    const own = items.filter(({ query }) => chance(query, 'half') < 0.5 === (half === 'open'))
    writeFileSync(
      join(out, `${family}.${half}.${locale}.queries.jsonl`),
      own.map((item) => `${JSON.stringify(item)}\n`).join(''),
    )
  }
  const kinds = [...new Set(items.map(({ kind }) => kind))]
  console.log(
    family,
    locale,
    pages.length,
    kinds.map((kind) => `${kind} ${items.filter((item) => item.kind === kind).length}`).join('  '),
  )
}
