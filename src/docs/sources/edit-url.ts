import { encodePath } from '../../shared/encode-path.ts'

/** Address at which a file is edited, from a base such as `https://github.com/example/docs/edit/main/`, or null if it is not one. */
export function editUrlBelow(base: string | null, path: string | null): string | null {
  if (base === null || path === null || !isWebAddress(base)) return null
  return `${base.replace(/(?<!\/)\/+$/, '')}/${encodePath(path)}`
}

/** The same from a pattern with a mark for the path: `https://github.com/example/docs/edit/main/:path`. */
export function editUrlFrom(pattern: string | null, mark: string, path: string | null): string | null {
  if (pattern === null || path === null || !isWebAddress(pattern) || !pattern.includes(mark)) return null
  return pattern.replace(mark, () => encodePath(path))
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s"<>]+$/i.test(address)
}
