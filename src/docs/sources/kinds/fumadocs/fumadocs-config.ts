import { below, isMarkdown, joinAddress, lastSegment } from '../../../addresses.ts'
import { readConfigModule } from '../../config/config-module.ts'
import { pathFrom } from '../../expand-lines.ts'
import { aliasedPath } from '../../mdx/aliases.ts'
import type { SourceFolder } from '../../source.ts'
import { record, text, texts } from '../../values.ts'

/** Pages of one folder. */
export interface Collection {
  readonly name: string
  /** Path of the folder below the content directory. */
  readonly dir: string
  /** Beginning of their addresses. */
  readonly route: string
}

interface Languages {
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  /** Which languages have no segment of their own in addresses. */
  readonly hidden: 'none' | 'default' | 'always'
  /** Whether each language has a folder. Otherwise the names of files end with it: `page.zh.mdx`. */
  readonly inFolders: boolean
}

/** Folders with pages. Each file is looked for in all of them. */
const COLLECTION_LIMIT = 50
/** Programs of the site that are looked through for its settings. */
const PROGRAM_LIMIT = 500
const PROGRAM = /\.[cm]?[jt]sx?$/
/** Longest call of `loader` that is looked at. */
const CALL_LIMIT_CHARS = 2000

/** A collection that a program of the site defines. */
const DEFINED = /\b(\w+)\s*=\s*define(Docs|Collections)\(((?:(?!\bdefine(?:Docs|Collections)\()[\s\S]){0,2000})/g

/** The collections of the configuration, with the addresses that `loader({ baseUrl })` in the site's programs gives them. */
export function readCollections(
  file: string,
  aliases: ReadonlyMap<string, string>,
  folder: SourceFolder,
): Collection[] {
  const { base } = folder
  const exported = readConfigModule(file, folder.readText, pathsOf(aliases))
  const routes = readRoutes(folder)
  const collections: Collection[] = []
  function add(name: string, dir: string): void {
    const path = joinAddress(base, dir)
    if (collections.length >= COLLECTION_LIMIT || collections.some((each) => each.dir === path)) return
    collections.push({ name, dir: path, route: routes.get(name) ?? routeOf(path, base) })
  }
  for (const [name, value] of Object.entries(exported)) {
    if (name === 'default') continue
    for (const dir of texts(record(value)['dir'])) add(name, dir)
  }
  for (const [, source] of programs(folder, 'fumadocs-mdx/macro')) {
    for (const [, name = '', defined = '', options = ''] of source.matchAll(DEFINED)) {
      const dir = /\bdir:\s*['"`]([^'"`]*)['"`]/.exec(options)?.[1] ?? (defined === 'Docs' ? 'content/docs' : undefined)
      if (dir !== undefined) add(name, dir)
    }
  }
  const fallback = joinAddress(base, 'content/docs')
  return collections.length > 0 ? collections : [{ name: 'docs', dir: fallback, route: routes.get('docs') ?? 'docs' }]
}

/** The address that most sites give a folder: its own name. */
function routeOf(dir: string, base: string): string {
  const relative = below(dir, base) ?? dir
  return relative.includes('/') ? lastSegment(dir) : ''
}

/** Addresses of collections by their names. */
function readRoutes(folder: SourceFolder): ReadonlyMap<string, string> {
  const routes = new Map<string, string>()
  for (const [, source] of programs(folder, 'loader(')) {
    for (const call of source.split(/\bloader\(/).slice(1)) {
      const options = call.slice(0, CALL_LIMIT_CHARS)
      const baseUrl = /\bbaseUrl:\s*['"`]([^'"`]*)['"`]/.exec(options)?.[1]
      const name =
        /\b(\w+)\s*\.toFumadocsSource\b/.exec(options)?.[1] ??
        /\b(?:createMDXSource|toFumadocsSource)\(\s*(\w+)/.exec(options)?.[1]
      if (baseUrl !== undefined) routes.set(name ?? 'docs', joinAddress(baseUrl))
    }
  }
  return routes
}

/** The languages of the site, as `defineI18n` in one of its programs says. */
export function readLanguages(aliases: ReadonlyMap<string, string>, folder: SourceFolder): Languages {
  for (const [file] of programs(folder, 'defaultLanguage')) {
    for (const value of Object.values(readConfigModule(file, folder.readText, pathsOf(aliases)))) {
      const { defaultLanguage, hideLocale, languages, parser } = record(value)
      const names = Array.isArray(languages) ? texts(languages) : Object.keys(record(languages))
      const first = text(defaultLanguage)
      if (first === null || names.length === 0) continue
      return {
        languages: names,
        defaultLanguage: first,
        hidden: hideLocale === 'always' ? 'always' : hideLocale === 'default-locale' ? 'default' : 'none',
        inFolders: parser === 'dir',
      }
    }
  }
  return { languages: [], defaultLanguage: 'en', hidden: 'always', inFolders: false }
}

/** Programs of the site with a text in them. */
function* programs({ base, files, readText }: SourceFolder, wanted: string): Generator<readonly [string, string]> {
  let looked = 0
  for (const file of files.keys()) {
    const relative = below(file, base)
    if (relative === null || !PROGRAM.test(relative) || isMarkdown(file)) continue
    if (++looked > PROGRAM_LIMIT) return
    const source = readText(file)
    if (source?.includes(wanted) === true) yield [file, source]
  }
}

function pathsOf(aliases: ReadonlyMap<string, string>): (from: string, file: string) => string | null {
  return (from, file) => (from.startsWith('.') ? pathFrom({ file }, from) : aliasedPath(from, aliases))
}
