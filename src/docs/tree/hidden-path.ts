/**
 * Whether a name is hidden, such as `.git` or `.env`, which often hold secrets. Kubernetes keeps what its links lead to under
 * names that begin with two dots; those are not hidden.
 */
export function isHiddenName(name: string): boolean {
  return name.startsWith('.') && !name.startsWith('..')
}

/** Whether a path leads through a hidden name. */
export function isHiddenPath(path: string): boolean {
  return path.split('/').some(isHiddenName)
}
