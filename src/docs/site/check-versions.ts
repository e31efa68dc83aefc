import type { SiteConfig } from './site-config.ts'
import type { ValuePath } from './yaml/yaml-places.ts'

/** Finds versions that are named twice, a second default, and sources of a version that is not listed. */
export function checkVersions({ sources = [], versions }: SiteConfig): { path: ValuePath; message: string }[] {
  if (versions === undefined) return []
  const faults: { path: ValuePath; message: string }[] = []
  const fault = (path: ValuePath, message: string): void =>
    void faults.push({ path, message: `${path.join('.')}: ${message}` })
  const names = new Set<string>()
  let first: string | null = null
  for (const [at, version] of versions.entries()) {
    if (names.has(version.name)) fault(['versions', at, 'name'], `${version.name} stands here a second time`)
    names.add(version.name)
    if (version.default !== true) continue
    if (first !== null) fault(['versions', at, 'default'], `${first} is the default already`)
    first ??= version.name
  }
  for (const [at, { version }] of sources.entries()) {
    if (version === undefined || names.has(version)) continue
    fault(['sources', at, 'version'], `must be one of the versions that are listed: ${[...names].join(', ')}`)
  }
  return faults
}

/** Finds listed versions that no page has. */
export function emptyVersions(
  { versions = [] }: SiteConfig,
  used: ReadonlySet<string>,
): { readonly path: ValuePath; readonly message: string }[] {
  return versions.flatMap(({ name }, at) =>
    used.has(name) ? [] : [{ path: ['versions', at, 'name'], message: `no page is of the version ${name}` }],
  )
}
