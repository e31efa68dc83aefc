import { isBelow, joinAddress } from '../../../addresses.ts'
import { list, record, text } from '../../values.ts'
import { addressOf } from './sidebar-items.ts'

/** A link of the header, or a menu. */
export interface HeaderLink {
  readonly title: string
  /** Paths of the pages to which it leads. */
  readonly links: readonly string[]
  readonly isMenu: boolean
}

/** Reads `themeConfig.nav`, without what leads to other sites alone. */
export function headerLinks(nav: unknown, language: string): HeaderLink[] {
  return list(nav).flatMap((value) => {
    const { items, text: title } = record(value)
    const name = text(title)
    const links = linksOf(value, language, 0)
    return name === null || links.length === 0 ? [] : [{ title: name, links, isMenu: items !== undefined }]
  })
}

/** Groups of a menu lie in it, and nothing lies in groups. */
const DEPTH_LIMIT = 2

function linksOf(value: unknown, language: string, depth: number): string[] {
  const { items, link } = record(value)
  const address = addressOf(link)
  const isOwn = address !== null && language !== '' && isBelow(address, language)
  const own = address === null ? [] : [isOwn ? joinAddress(address.slice(language.length)) : address]
  return depth < DEPTH_LIMIT ? [...own, ...list(items).flatMap((each) => linksOf(each, language, depth + 1))] : own
}

/** How the header names the pages of a folder: by a link to its page, to one in it, or by a menu of its pages alone. */
export function sectionTitle(folder: string, header: readonly HeaderLink[]): string | null {
  const links = header.filter(({ isMenu }) => !isMenu)
  const named =
    links.find(({ links: [first] }) => first === folder) ??
    links.find(({ links: [first = ''] }) => isBelow(first, folder)) ??
    header.find(({ isMenu, links: within }) => isMenu && within.every((link) => isBelow(link, folder)))
  return named?.title ?? null
}
