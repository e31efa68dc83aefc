/**
 * Whether a path leads through a hidden name, such as `.git` or `.env`, which often hold secrets. Kubernetes keeps what its
 * links lead to under names that begin with two dots; those are not hidden.
 */
export function isHiddenPath(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.') && !name.startsWith('..'))
}
