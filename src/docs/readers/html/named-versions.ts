import { VERSION_LIMIT, type FoundVersions } from '../../versions/doc-version.ts'
import { versionFolders, withoutVersion } from '../../versions/version-path.ts'
import type { HeadVersion } from './page-head.ts'

/** Name that Docusaurus has for documents that are no version yet. */
const CURRENT = 'current'

interface VersionedPage {
  readonly path: string
  readonly version: HeadVersion | null
}

/** Versions that the pages of a site name in their heads. */
export interface NamedVersions extends FoundVersions {
  /** Whether a part of the site has several versions. Pages of others are of every version. */
  readonly isVersioned: (part: string) => boolean
}

/**
 * Finds the versions that pages name; null: there are not several. The default one is that whose addresses do not name it.
 */
export function findNamedVersions(pages: readonly VersionedPage[]): NamedVersions | null {
  const parts = new Map<string, Set<string>>()
  for (const { version } of pages) {
    if (version === null) continue
    const names = parts.get(version.part) ?? new Set()
    parts.set(version.part, names.add(version.name))
  }
  const isVersioned = (part: string): boolean => (parts.get(part)?.size ?? 0) > 1
  const own = pages.filter(({ version }) => version !== null && isVersioned(version.part))
  const newestFirst = new Intl.Collator('en', { numeric: true })
  const names = [...new Set(own.map(({ version }) => version?.name ?? ''))]
    .sort((a, b) => (a === CURRENT ? -1 : b === CURRENT ? 1 : newestFirst.compare(b, a)))
    .slice(0, VERSION_LIMIT)
  if (names.length < 2) return null
  const named = new Set<string>()
  for (const { path, version } of own) {
    if (version !== null && withoutVersion(path, foldersOf(version.name)) !== null) named.add(version.name)
  }
  return {
    versions: names.map((name) => ({ name, label: name === CURRENT ? 'Next' : name })),
    default: names.find((name) => !named.has(name)) ?? names.find((name) => name !== CURRENT) ?? CURRENT,
    isVersioned,
  }
}

/** Path of a page without what names its version. */
export function unversionedPath(path: string, name: string): string {
  return withoutVersion(path, foldersOf(name)) ?? path
}

function foldersOf(name: string): string[] {
  return name === CURRENT ? ['next', CURRENT] : versionFolders(name)
}
