import { LOCALES } from '../../shared/locale.ts'
import type { LinkRules } from './link-rules.ts'
import type { LinkSpace } from './link-space.ts'
import { resolveLink, type LinkOrigin, type ResolvedLink } from './resolve-link.ts'

/** What the links of all sources share, since a link may lead from one source to another. */
export interface SharedLinks {
  /** Ids of the headings of each page that was read, by locale and path. */
  readonly anchors: Map<string, ReadonlySet<string>>
  /** Finds a page of any source. Addresses count from the root of the whole content, files from the content directory. */
  resolve(target: string, origin: LinkOrigin): ResolvedLink
  /** Calls a function when the pages of all sources are read. */
  atEnd(check: () => void): void
}

/** The pages of one source. */
export interface SharedSource {
  /** Path of its folder below the content directory. */
  readonly folder: string
  /** Path below which its pages stand. */
  readonly mount: string
  readonly space: LinkSpace
}

/** How links are read that no generator has rules of its own for: in a folder of Markdown, and between sources. */
export const PLAIN_LINKS: LinkRules = {
  basePath: '/',
  localeFolders: new Map(LOCALES.map((locale) => [locale, locale])),
  rootLocale: null,
  aliases: new Map(),
  relativeTo: 'file',
}

/** @param sources Sources of the content, to which some are added later */
export function createSharedLinks(sources: readonly SharedSource[]): {
  of(source: SharedSource): SharedLinks
  finish(): void
} {
  const anchors = new Map<string, ReadonlySet<string>>()
  const checks: (() => void)[] = []
  const space: Pick<LinkSpace, 'byFile' | 'byPath'> = {
    byFile: (file) => first(({ folder, space }) => within(folder, file, (own) => space.byFile(own))),
    byPath: (locale, path) => first(({ mount, space }) => within(mount, path, (own) => space.byPath(locale, own))),
  }
  return {
    of: ({ folder }) => ({
      anchors,
      resolve(target, origin) {
        if (sources.length < 2 && sources[0]?.mount === '') return { kind: 'unknown', path: target }
        const { locale, path } = origin
        const file = folder === '' ? origin.file : `${folder}/${origin.file}`
        return resolveLink(target, { ...origin, file, address: `${locale}/${path}` }, PLAIN_LINKS, space)
      },
      atEnd: (check) => void checks.push(check),
    }),
    finish: () => checks.forEach((check) => check()),
  }

  function first<T>(find: (source: SharedSource) => T | null): T | null {
    for (const source of sources) {
      const found = find(source)
      if (found !== null) return found
    }
    return null
  }
}

/** Calls `find` with the part of a path that follows a folder; null: the path is not in the folder. */
function within<T>(folder: string, path: string, find: (own: string) => T | null): T | null {
  if (folder === '') return find(path)
  if (path === folder) return find('')
  return path.startsWith(`${folder}/`) ? find(path.slice(folder.length + 1)) : null
}
