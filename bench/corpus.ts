import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DocumentSection, SearchDocument } from '../src/engine/index/document.ts'
import { LOCALES, type Locale } from '../src/shared/locale.ts'
import type { CorpusPart, KnownItem } from './corpus-part.ts'

/** A document of the corpus files: Markdown reduced to text, one JSON object on each line. */
export interface CorpusDocument {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly section: string
  readonly headings: readonly string[]
  readonly body: string
}

const DOCS_FILE = /^(.+)\.(en|zh|ko)\.docs\.jsonl\.gz$/
/** Name of the family that a content folder makes. */
export const MARKDOWN_FAMILY = 'content'

/** @returns the families of documentation in a corpus folder, largest first, or the one family of a content folder */
export function listFamilies(corpus: string): string[] {
  if (existsSync(join(corpus, 'docs'))) return [MARKDOWN_FAMILY]
  const bytes = new Map<string, number>()
  for (const name of readdirSync(corpus)) {
    const family = DOCS_FILE.exec(name)?.[1]
    if (family !== undefined) bytes.set(family, (bytes.get(family) ?? 0) + statSync(join(corpus, name)).size)
  }
  return [...bytes].sort((a, b) => b[1] - a[1]).map(([family]) => family)
}

export function listLocales(corpus: string, family: string): Locale[] {
  if (family === MARKDOWN_FAMILY) return LOCALES.filter((locale) => existsSync(join(corpus, 'docs', locale)))
  return LOCALES.filter((locale) => existsSync(join(corpus, `${family}.${locale}.docs.jsonl.gz`)))
}

export async function readPart(corpus: string, family: string, locale: Locale): Promise<CorpusPart> {
  if (family === MARKDOWN_FAMILY) {
    const { readMarkdownFamily } = await import('./markdown-corpus.ts')
    return readMarkdownFamily(corpus, locale)
  }
  const documents = readCorpusDocuments(corpus, family, locale).map(toSearchDocument)
  const lines = readLines(readFileSync(join(corpus, `${family}.${locale}.queries.jsonl`)))
  return { documents, queries: lines.map((line) => JSON.parse(line) as KnownItem) }
}

export function readCorpusDocuments(corpus: string, family: string, locale: Locale): CorpusDocument[] {
  const lines = readLines(gunzipSync(readFileSync(join(corpus, `${family}.${locale}.docs.jsonl.gz`))))
  return lines.map((line) => JSON.parse(line) as CorpusDocument)
}

function readLines(bytes: Buffer): string[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/** Headings that are absent from the body become sections without text, before the sections of the body. */
function toSearchDocument(document: CorpusDocument): SearchDocument {
  const { path, title, description, section } = document
  const body = splitBody(document.body)
  const inBody = new Set(body.map(({ heading }) => heading))
  const bare = document.headings.filter((heading) => !inBody.has(heading))
  const sections = [...bare.map((heading) => ({ heading, anchor: '', text: '' })), ...body]
  return { path, title, description, section, sections }
}

/** Splits the body into sections at lines that begin with `## `. */
function splitBody(body: string): DocumentSection[] {
  const sections: DocumentSection[] = []
  let heading = ''
  let lines: string[] = []
  const close = (): void => {
    if (heading !== '' || lines.length > 0) sections.push({ heading, anchor: '', text: lines.join('\n') })
  }
  for (const raw of body.split('\n')) {
    const line = raw.trim()
    if (line.startsWith('## ')) {
      close()
      heading = line.slice(3).trim()
      lines = []
    } else if (line !== '') lines.push(line)
  }
  close()
  return sections
}
