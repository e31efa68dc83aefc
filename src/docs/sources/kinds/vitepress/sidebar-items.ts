import { isBelow, joinAddress } from '../../../addresses.ts'
import { UNKNOWN } from '../../config/config-values.ts'
import { list, record, text, withoutTags } from '../../values.ts'

/** An entry of a sidebar: a page, or a group, which may have a page of its own. */
export interface Item {
  /** Null if it has none that can be read, or is written in another language than the page. */
  readonly title: string | null
  /** Path of a page of the language, or null. */
  readonly path: string | null
  readonly items: readonly Item[]
}

export interface ReadSidebar {
  readonly items: readonly Item[]
  /** Whether nothing of it is made by a program. */
  readonly isWhole: boolean
}

/** What sidebars are read for. */
export interface SidebarSite {
  /** Folder of the language in addresses, or `''`. */
  readonly language: string
  /** Folders of all other languages. */
  readonly others: readonly string[]
  /** Paths of all pages of the language. */
  readonly pages: ReadonlySet<string>
  /** Takes paths that no page of the language has, with the links as they are written. */
  readonly absent: Map<string, string>
}

const ITEM_LIMIT = 200_000
const DEPTH_LIMIT = 50
const SIDEBAR_LIMIT = 200

/** Reads `themeConfig.sidebar` for the pages of a language. */
export function readSidebars(
  sidebar: unknown,
  { absent, language, others, pages }: SidebarSite,
): {
  readonly sidebars: readonly ReadSidebar[]
  /** The sidebar that the theme shows beside a page, or undefined. */
  readonly sidebarOf: (path: string) => ReadSidebar | undefined
} {
  let visited = 0

  function itemsOf(value: unknown, base: string, depth: number): { items: Item[]; isWhole: boolean } {
    let isWhole = value === undefined || Array.isArray(value)
    const items: Item[] = []
    for (const each of list(value)) {
      // One list may stand in many places.
      if (depth > DEPTH_LIMIT || ++visited > ITEM_LIMIT) break
      const { base: ownBase, items: within, link, text: label } = record(each)
      const inner = text(ownBase) ?? base
      const below = itemsOf(within, inner, depth + 1)
      isWhole &&= each !== UNKNOWN && link !== UNKNOWN && below.isWhole
      const address = addressOf(link, inner)
      const isOwn = address === null || language === '' || isBelow(address, language)
      const path = address === null ? null : isOwn ? inLanguage(address) : address
      const isPage = path !== null && pages.has(path)
      if (path !== null && !isPage) absent.set(path, text(link) ?? '')
      items.push({
        title: isOwn ? withoutTags(text(label) ?? '') || null : null,
        path: isPage ? path : null,
        items: below.items,
      })
    }
    return { items, isWhole }
  }

  function inLanguage(address: string): string {
    return language === '' ? address : joinAddress(address.slice(language.length))
  }

  function read(value: unknown): ReadSidebar {
    const { base, items } = record(value)
    return Array.isArray(value) ? itemsOf(value, '', 0) : itemsOf(items ?? value, text(base) ?? '', 0)
  }

  if (Array.isArray(sidebar)) {
    const only = read(sidebar)
    return only.items.length === 0 ? none() : { sidebars: [only], sidebarOf: () => only }
  }
  const keys = Object.keys(record(sidebar)).slice(0, SIDEBAR_LIMIT)
  const isOwn = (key: string): boolean => isBelow(joinAddress(key), language)
  // Sidebars of all languages may stand together.
  const chosen = (
    language !== '' && keys.some(isOwn)
      ? keys.filter(isOwn)
      : keys.filter((key) => !others.some((each) => isBelow(joinAddress(key), each)))
  ).map((key) => {
    const slash = key.startsWith('/') ? key : `/${key}`
    const beginning = language !== '' && isOwn(key) ? slash.slice(language.length + 1) || '/' : slash
    return { beginning, read: read(record(sidebar)[key]) }
  })
  if (chosen.every(({ read: { items } }) => items.length === 0)) return none()
  // The theme looks for the longest beginning, by its slashes.
  const byLength = chosen.toSorted((a, b) => b.beginning.split('/').length - a.beginning.split('/').length)
  return {
    sidebars: chosen.map(({ read: each }) => each),
    sidebarOf: (path) => byLength.find(({ beginning }) => `/${path}/`.startsWith(beginning))?.read,
  }
}

function none(): ReturnType<typeof readSidebars> {
  return { sidebars: [], sidebarOf: () => undefined }
}

/** Address of a link of the configuration, as that of its page; null: it leads to another site, or is no text. */
export function addressOf(link: unknown, base = ''): string | null {
  const target = text(link)
  if (target === null || /^(?:[a-z]+:|\/\/)/i.test(target)) return null
  const whole = base === '' ? target : base + target.replace(/^\//, base.endsWith('/') ? '' : '/')
  return joinAddress(
    whole
      .replace(/[?#].*$/s, '')
      .replace(/\.(?:md|html)$/, '')
      .replace(/(^|\/)index$/, '$1'),
  )
}
