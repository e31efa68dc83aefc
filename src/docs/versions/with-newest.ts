import type { PageVersion, VersionList } from './doc-version.ts'

/** Tells pages of other versions where the default version has them, in the same locale. Pages of versions that are not shown are left out. */
export function withNewest<P extends { readonly path: string; readonly version?: PageVersion }>(
  pages: readonly P[],
  versions: VersionList,
): readonly P[] {
  if (!pages.some(({ version }) => version !== undefined)) return pages
  const shown = new Set(versions.versions.map(({ name }) => name))
  const newest = new Map<string, string>()
  for (const { path, version } of pages) {
    if (version !== undefined && version.name === versions.default && !newest.has(version.path)) {
      newest.set(version.path, path)
    }
  }
  return pages.flatMap((page) => {
    const { version } = page
    if (version === undefined) return [page]
    if (!shown.has(version.name)) return []
    const found = version.name === versions.default ? null : (newest.get(version.path) ?? null)
    return [{ ...page, version: { ...version, newest: found } }]
  })
}
