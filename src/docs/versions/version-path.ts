/**
 * A path without the first segment that names its version: `docs/1.0/intro` is `docs/intro`. Null: no segment does.
 *
 * @param names names of the version, as folders and addresses write them
 */
export function withoutVersion(path: string, names: readonly string[]): string | null {
  const segments = path.split('/')
  const at = segments.findIndex((segment) => names.includes(segment))
  return at < 0 ? null : segments.toSpliced(at, 1).join('/')
}

/** How folders and addresses may write a version: `1.0`, `v1.0`. */
export function versionFolders(name: string): string[] {
  return [name, `v${name}`, ...(/^v\d/.test(name) ? [name.slice(1)] : [])]
}
