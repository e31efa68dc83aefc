import { LOCALES, type Locale } from '../../shared/locale.ts'
import type { Content } from '../content.ts'
import type { DocVersion } from '../versions/doc-version.ts'

/** A version as the docs host knows it. */
export interface ServedVersion extends DocVersion {
  /** Path of the page with which the version begins, by locale. */
  readonly homes: Readonly<Partial<Record<Locale, string>>>
}

/** The versions of a generation. */
export interface ServedVersions {
  readonly versions: readonly ServedVersion[]
  /** Name of the version that is searched and listed unless a request names another, or null. */
  readonly default: string | null
}

export const NO_SERVED_VERSIONS: ServedVersions = { versions: [], default: null }

/**
 * Number of a version within a generation, by which its data is known: 0 is the default version, and all content that has no
 * versions. Null: there is no such version.
 */
export function versionNumber({ default: first, versions }: ServedVersions, name: string): number | null {
  if (name === first) return 0
  const at = versions.findIndex((version) => version.name === name)
  return at < 0 ? null : at + 1
}

/** Tells the host of the versions, each with the first page of its own in the order of its navigation. */
export function servedVersions({ locales, versions: list }: Pick<Content, 'locales' | 'versions'>): ServedVersions {
  const versions = list.versions.map(({ label, name }): ServedVersion => {
    const homes: Partial<Record<Locale, string>> = {}
    for (const locale of LOCALES) {
      const content = locales.get(locale)
      const own = new Set(content?.pages.filter(({ version }) => version?.name === name).map(({ path }) => path))
      const nav = (name === list.default ? content?.nav : content?.versionNavs.get(name)) ?? []
      const first = own.has('') ? '' : nav.flatMap(({ pages }) => pages).find(({ path }) => own.has(path))?.path
      if (first !== undefined) homes[locale] = first
    }
    return { name, label, homes }
  })
  return { versions, default: list.default }
}
