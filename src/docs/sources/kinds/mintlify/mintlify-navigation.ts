import type { Locale } from '../../../../shared/locale.ts'
import { joinAddress } from '../../addresses.ts'
import { readConfigModule } from '../../config-module.ts'
import { pathFrom } from '../../expand-lines.ts'
import type { FolderInfo, SourceFolder } from '../../source.ts'
import { isTrue, record, text } from '../../values.ts'
import { nameFolders, type NamedPart } from './mintlify-folders.ts'

export interface ListedPage {
  /** Code of its language; null: the site has one language. */
  readonly language: string | null
  readonly position: number
  /** Whether a part of the navigation that nobody sees has it. */
  readonly hidden: boolean
}

interface Navigation {
  /** Pages by their paths without extension. */
  readonly pages: ReadonlyMap<string, ListedPage | 'other version'>
  /** Codes of languages, the default one first; empty: the site has one language. */
  readonly languages: readonly string[]
  folders(locales: ReadonlyMap<string, Locale | null>, rootLocale: Locale): ReadonlyMap<string, FolderInfo>
}

const ITEM_LIMIT = 100_000
const DEPTH_LIMIT = 50
/** Members of the navigation that may stand in other files. */
const REF_LIMIT = 1000
/** Members that hold further parts of the navigation. */
const PARTS = [
  'root',
  'pages',
  'groups',
  'tabs',
  'anchors',
  'dropdowns',
  'products',
  'menu',
  'item',
  'navigation',
  'global',
]

/** Members that name a part. */
const NAMES = ['group', 'tab', 'dropdown', 'product', 'anchor', 'item']

/** Reads the navigation of `docs.json` or `mint.json`: which pages there are, their order, languages and versions. */
export function readMintlifyNavigation(
  config: Readonly<Record<string, unknown>>,
  file: string,
  folder: SourceFolder,
): Navigation {
  const pages = new Map<string, ListedPage | 'other version'>()
  const languages: string[] = []
  const parts: NamedPart[] = []
  /** Parts around the current one that nobody sees. */
  let hidden = 0
  let generated = 0
  let items = 0
  let refs = 0
  const targets = new Map<string, unknown>()

  function add(item: unknown, language: string | null, isOther: boolean, depth: number): string[] {
    if (depth > DEPTH_LIMIT || ++items > ITEM_LIMIT) return []
    if (typeof item === 'string') return addPage(item, language, isOther)
    if (Array.isArray(item)) return item.flatMap((each) => add(each, language, isOther, depth + 1))
    const part = resolved(record(item))
    const own = text(part['language']) ?? language
    if (own !== null && own !== language && !languages.includes(own)) {
      if (isTrue(part['default'])) languages.unshift(own)
      else languages.push(own)
    }
    const within: string[] = []
    const isHidden = isTrue(part['hidden'])
    if (isHidden) hidden += 1
    for (const key of PARTS) {
      if (part[key] !== undefined && part[key] !== null) append(within, add(part[key], own, isOther, depth + 1))
    }
    if (Array.isArray(part['languages'])) append(within, add(part['languages'], own, isOther, depth + 1))
    if (Array.isArray(part['versions'])) append(within, addVersions(part['versions'] as unknown[], own, isOther, depth))
    // Pages of a group may be made from a description of an API alone.
    if (part['openapi'] !== undefined || part['asyncapi'] !== undefined) generated += 1
    if (isHidden) hidden -= 1
    const name = NAMES.map((key) => text(part[key])).find((each) => each !== null)
    if (name != null && !isOther) parts.push({ language: own, name, pages: within })
    return within
  }

  function addPage(written: string, language: string | null, isOther: boolean): string[] {
    if (/^(?:[a-z]+:)?\/\//i.test(written)) return []
    if (/^(?:.*\s)?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|WEBHOOK)\s/i.test(written)) {
      generated += 1
      return []
    }
    const path = joinAddress(written.replace(/[?#].*$/s, '').replace(/\.mdx?$/, ''))
    const before = pages.get(path)
    if (isOther) {
      if (before === undefined) pages.set(path, 'other version')
    } else if (before === undefined || before === 'other version') {
      pages.set(path, { language, position: pages.size, hidden: hidden > 0 })
    }
    return [path]
  }

  /** The default version is read, or the first one. Others have other pages of the same names. */
  function addVersions(
    versions: readonly unknown[],
    language: string | null,
    isOther: boolean,
    depth: number,
  ): string[] {
    const read = versions.map((each) => resolved(record(each)))
    const chosen = read.find((each) => isTrue(each['default'])) ?? read[0]
    return read.flatMap((each) => add(each, language, isOther || each !== chosen, depth + 1))
  }

  /** What stands in another file: `{ "$ref": "./zh.json" }`, beside which further members may stand. */
  function resolved(part: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const ref = text(part['$ref'])
    if (ref === null || ++refs > REF_LIMIT) return part
    const path = pathFrom({ file }, ref)
    // Many members may name one file, and a file itself.
    if (path !== null && !targets.has(path)) targets.set(path, readConfigModule(path, folder.readText)['default'])
    const target = path === null ? undefined : targets.get(path)
    if (target === undefined) folder.fault(file, 'unresolved_include', `${ref} is no file that can be read here`)
    return Array.isArray(target) ? { pages: target, ...part } : { ...record(target), ...part }
  }

  add({ navigation: config['navigation'], versions: config['versions'] }, null, false, 0)
  if (generated > 0) {
    const message = `${generated} parts of the navigation are made from descriptions of APIs, whose pages are not read`
    folder.fault(file, 'unread_config', message)
  }
  return {
    pages,
    languages,
    folders: (locales, rootLocale) => nameFolders(parts, listedPaths(pages), locales, rootLocale),
  }
}

function append(list: string[], more: readonly string[]): void {
  for (const each of more) list.push(each)
}

function listedPaths(pages: ReadonlyMap<string, ListedPage | 'other version'>): string[] {
  return [...pages].flatMap(([path, listed]) => (listed === 'other version' ? [] : [path]))
}
