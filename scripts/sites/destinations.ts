import type { Block } from '../../src/docs/model/page-model.ts'
import { replaceTargets } from '../../src/docs/model/visit-inline.ts'
import { parsePageAddress } from '../../src/docs/paths.ts'
import type { Locale } from '../../src/shared/locale.ts'

/** Where a link leads: the key of a page, and a heading of it; `''`: the page itself. */
export interface Destination {
  readonly key: string
  readonly fragment: string
}

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

/** Where the target of a link on a page leads, as the reader has resolved it; null: to no page of the folder. */
export function destinationOf(target: string, page: string): Destination | null {
  const hash = target.indexOf('#')
  const path = (hash < 0 ? target : target.slice(0, hash)).replace(/\?.*$/, '')
  const fragment = hash < 0 ? '' : decode(target.slice(hash + 1))
  if (path === '') return { key: page, fragment }
  const address = path.startsWith('/') ? parsePageAddress(path) : null
  return address === null ? null : { key: keyOf(address.locale, address.path), fragment }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
