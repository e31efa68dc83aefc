import type { VersionList } from './doc-version.ts'

interface Versioned {
  readonly version?: { readonly name: string }
}

/** Pages of one version, and those without versions. */
export function pagesOfVersion<P extends Versioned>(pages: readonly P[], name: string | null): P[] {
  return pages.filter(({ version }) => version === undefined || version.name === name)
}

/** The navigation of the default version and that of each other one. */
export function navsOf<P extends Versioned, N>(
  pages: readonly P[],
  versions: VersionList,
  build: (pages: readonly P[]) => N,
): { readonly nav: N; readonly versionNavs: ReadonlyMap<string, N> } {
  const others = versions.versions.filter(({ name }) => name !== versions.default)
  return {
    nav: build(pagesOfVersion(pages, versions.default)),
    versionNavs: new Map(others.map(({ name }) => [name, build(pagesOfVersion(pages, name))])),
  }
}
