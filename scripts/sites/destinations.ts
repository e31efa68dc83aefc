import type { Block } from '../../src/docs/model/page-model.ts'
import { replaceTargets } from '../../src/docs/model/visit-inline.ts'
import { parsePageAddress } from '../../src/docs/paths.ts'
import { builtAddress } from '../../src/docs/readers/html/page-address.ts'
import type { Locale } from '../../src/shared/locale.ts'

/** Where a link leads: the key of a page, and a heading of it; `''`: the page itself. */
export interface Destination {
  readonly key: string
  readonly fragment: string
}

/** What only the files of a built page tell. */
export interface BuiltFact {
  /** Path of its file, with `/`. */
  readonly file: string
  /** Ids that the reader made for headings without one. */
  readonly madeIds: ReadonlySet<string>
  readonly isOfOtherLanguage: boolean
}

/** Tells where the target of a link on a page leads; null: it leads to no page of the folder. */
export type FindDestination = (target: string, page: string) => Destination | null

/** A site for addresses that have none. */
const SITE = 'http://site.invalid'

/** Locale and path of a page, as in `/en/guides/start`. */
export function keyOf(locale: Locale, path: string): string {
  return path === '' ? `/${locale}` : `/${locale}/${path}`
}

/** Targets of all links and cards of a page, in its order. */
export function targetsOf(blocks: readonly Block[]): string[] {
  const targets: string[] = []
  replaceTargets(blocks, (target) => {
    targets.push(target)
    return target
  })
  return targets
}

/** Destinations of links that the reader of sources has resolved to addresses of Signpost. */
export function sourceDestinations(): FindDestination {
  return (target, page) => {
    const hash = target.indexOf('#')
    const path = (hash < 0 ? target : target.slice(0, hash)).replace(/\?.*$/, '')
    const fragment = hash < 0 ? '' : decode(target.slice(hash + 1))
    if (path === '') return { key: page, fragment }
    const address = path.startsWith('/') ? parsePageAddress(path) : null
    return address === null ? null : { key: keyOf(address.locale, address.path), fragment }
  }
}

/** Destinations of links that stand in the pages of a built site as its generator wrote them. */
export function builtDestinations(facts: ReadonlyMap<string, BuiltFact>, base: string): FindDestination {
  const keys = new Map<string, string>()
  for (const [key, { file }] of facts) keys.set(plain(builtAddress(file)), key)
  return (target, page) => {
    const file = facts.get(page)?.file
    if (file === undefined) return null
    let url: URL
    try {
      url = new URL(target, `${SITE}${base}${encodeURI(builtAddress(file))}`)
    } catch {
      return null
    }
    if (url.origin !== SITE || !url.pathname.startsWith(base)) return null
    const key = keys.get(plain(decode(url.pathname.slice(base.length))))
    return key === undefined ? null : { key, fragment: decode(url.hash.slice(1)) }
  }
}

/** An address as servers answer it in any of its forms. */
function plain(address: string): string {
  return address
    .replace(/\.x?html?$/i, '')
    .replace(/(?:^|\/)index$/, '')
    .replace(/\/+$/, '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
