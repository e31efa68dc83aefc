import type { ContentPage, LocaleContent } from '../content.ts'
import type { NavSection } from '../page.ts'
import type { VersionList } from './doc-version.ts'

/** Pages of one version, and those without versions. */
export function pagesOfVersion<P extends { readonly version?: { readonly name: string } }>(
  pages: readonly P[],
  name: string | null,
): P[] {
  return pages.filter(({ version }) => version === undefined || version.name === name)
}

/** The navigation of the default version and that of each other one. */
export function navsOf(
  pages: readonly ContentPage[],
  versions: VersionList,
  build: (pages: readonly ContentPage[]) => NavSection[],
): Pick<LocaleContent, 'nav' | 'versionNavs'> {
  const others = versions.versions.filter(({ name }) => name !== versions.default)
  return {
    nav: build(pagesOfVersion(pages, versions.default)),
    versionNavs: new Map(others.map(({ name }) => [name, build(pagesOfVersion(pages, name))])),
  }
}
