import { NO_VERSIONS, VERSION_LIMIT, type DocVersion, type FoundVersions, type VersionList } from './doc-version.ts'

/** A version as `site.yaml` lists it. */
interface ListedVersion {
  readonly name: string
  readonly label?: string | undefined
  readonly default?: boolean | undefined
}

/**
 * Makes one list of the versions that sources have. Where `site.yaml` lists versions, it says which are shown, in which order,
 * and which is the default. Else the sources do, the first ones first.
 *
 * @param hasPages whether any page is of a version; others are left out
 */
export function listVersions(
  found: readonly FoundVersions[],
  listed: readonly ListedVersion[] | undefined,
  hasPages: (name: string) => boolean,
): VersionList {
  const known = new Map<string, DocVersion>()
  for (const { label, name } of found.flatMap(({ versions }) => versions)) {
    if (!known.has(name) && hasPages(name)) known.set(name, { name, label })
  }
  const versions =
    listed === undefined
      ? [...known.values()].slice(0, VERSION_LIMIT)
      : listed.flatMap(({ label, name }): DocVersion[] => {
          const version = known.get(name)
          return version === undefined ? [] : [{ name, label: label ?? version.label }]
        })
  const [first] = versions
  if (first === undefined) return NO_VERSIONS
  const wanted = [...(listed ?? []).filter((each) => each.default).map(({ name }) => name), ...found.map(defaultOf)]
  return { versions, default: wanted.find((name) => versions.some((each) => each.name === name)) ?? first.name }
}

function defaultOf(found: FoundVersions): string {
  return found.default
}
