import type { Locale } from '../../../../shared/locale.ts'
import { joinAddress } from '../../../addresses.ts'
import { readConfigModule } from '../../config/config-module.ts'
import { pathFrom } from '../../expand-lines.ts'
import type { FolderInfo, SourceFolder } from '../../source.ts'
import { isMarked, isTrue, list, record, text, texts } from '../../values.ts'
import { VERSION_LIMIT, VERSION_LIMIT_CHARS, type FoundVersions } from '../../../versions/doc-version.ts'
import { placeParts, type Entry } from './mintlify-groups.ts'
import { words } from '../../../../shared/words.ts'

export interface ListedPage {
  /** Code of its language; null: the site has one language. */
  readonly language: string | null
  readonly position: number
  /** Names of the versions that list it; empty: it is outside of them. */
  readonly versions: ReadonlySet<string>
  /** Whether a part of the navigation that nobody sees has it. */
  readonly hidden: boolean
}

interface Navigation {
  /** Pages by their paths without extension. */
  readonly pages: ReadonlyMap<string, ListedPage>
  /** Versions of the site; null if it has none, or one. */
  readonly versions: FoundVersions | null
  /** Codes of languages, the default one first; empty: the site has one language. */
  readonly languages: readonly string[]
  /** Place of a page in the navigation, by its path without extension; null: its address tells. */
  placeOf(page: string): string | null
  folders(locales: ReadonlyMap<string, Locale | null>, rootLocale: Locale): ReadonlyMap<string, FolderInfo>
}

const ITEM_LIMIT = 100_000
const DEPTH_LIMIT = 50
/** Members of the navigation that may stand in other files. */
const REF_LIMIT = 1000
/** Members that hold further parts of the navigation. */
const PARTS = words('root pages groups tabs anchors dropdowns products menu item navigation global')

/** Members that name a part. */
const NAMES = ['group', 'tab', 'dropdown', 'product', 'anchor', 'item']

/** Reads the navigation of `docs.json` or `mint.json`: which pages there are, their order, languages and versions. */
export function readMintlifyNavigation(
  config: Readonly<Record<string, unknown>>,
  file: string,
  folder: SourceFolder,
): Navigation {
  const pages = new Map<string, ListedPage & { readonly versions: Set<string> }>()
  const versions = new Map<string, { readonly isDefault: boolean }>()
  /** Languages by their codes, and whether each is the default one. */
  const languages = new Map<string, boolean>()
  /** Parts around the current one that nobody sees. */
  let hidden = 0
  let generated = 0
  let items = 0
  let refs = 0
  const targets = new Map<string, unknown>()

  function add(item: unknown, language: string | null, within: string | null, depth: number): Entry[] {
    if (depth > DEPTH_LIMIT || ++items > ITEM_LIMIT) return []
    if (typeof item === 'string') return addPage(item, language, within)
    if (Array.isArray(item)) return item.flatMap((each) => add(each, language, within, depth + 1))
    const part = resolved(record(item))
    const own = text(part['language']) ?? language
    if (own !== null && own !== language && !languages.has(own)) languages.set(own, isTrue(part['default']))
    const version = addVersion(part) ?? within
    const entries: Entry[] = []
    const isHidden = isMarked(part['hidden'])
    if (isHidden) hidden += 1
    for (const key of PARTS) {
      if (part[key] === undefined || part[key] === null) continue
      for (const each of add(part[key], own, version, depth + 1)) {
        entries.push(key === 'root' && 'page' in each ? { ...each, isRoot: true } : each)
      }
    }
    for (const key of ['languages', 'versions']) {
      if (Array.isArray(part[key])) for (const each of add(part[key], own, version, depth + 1)) entries.push(each)
    }
    // Pages of a group may be made from a description of an API alone.
    if (part['openapi'] !== undefined || part['asyncapi'] !== undefined) generated += 1
    if (isHidden) hidden -= 1
    const name = NAMES.map((key) => text(part[key])).find((each) => each !== null)
    return name == null ? entries : [{ language: own, name, entries }]
  }

  function addPage(written: string, language: string | null, version: string | null): Entry[] {
    if (/^(?:[a-z]+:)?\/\//i.test(written)) return []
    if (/^(?:.*\s)?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|WEBHOOK)\s/i.test(written)) {
      generated += 1
      return []
    }
    const path = joinAddress(written.replace(/[?#].*$/s, '').replace(/\.mdx?$/, ''))
    const page = pages.get(path) ?? { language, position: pages.size, hidden: hidden > 0, versions: new Set() }
    if (version !== null) page.versions.add(version)
    pages.set(path, page)
    return [{ language, page: path, isRoot: false }]
  }

  /** The version that a part of the navigation is for, or null. */
  function addVersion(part: Readonly<Record<string, unknown>>): string | null {
    const name = text(part['version'])
    if (name === null || name.length > VERSION_LIMIT_CHARS) return null
    if (!versions.has(name) && versions.size < VERSION_LIMIT) versions.set(name, { isDefault: isTrue(part['default']) })
    return versions.has(name) ? name : null
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

  for (const name of texts(config['versions'])) addVersion({ version: name })
  const placed = placeParts(
    add({ navigation: config['navigation'], versions: list(config['versions']).filter(isObject) }, null, null, 0),
  )
  if (generated > 0) {
    const message = `${generated} parts of the navigation are made from descriptions of APIs, whose pages are not read`
    folder.fault(file, 'unread_config', message)
  }
  return {
    pages,
    versions: versionsOf(versions, new Set([...pages.values()].flatMap((page) => [...page.versions]))),
    languages: [...languages].sort(([, one], [, other]) => Number(other) - Number(one)).map(([code]) => code),
    ...placed,
  }
}

/** The versions in the order of the navigation. The default one says so, else it is the first one. */
function versionsOf(
  versions: ReadonlyMap<string, { readonly isDefault: boolean }>,
  kept: ReadonlySet<string>,
): FoundVersions | null {
  const names = [...versions.keys()]
  const [first] = names
  if (first === undefined || names.length < 2) return null
  const marked = names.find((name) => versions.get(name)?.isDefault)
  return { versions: names.map((name) => ({ name, label: name })), default: marked ?? first, kept: [...kept] }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
