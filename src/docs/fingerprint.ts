import { createHash } from 'node:crypto'
import { walkContent } from './content-tree.ts'
import { isBuiltSite } from './readers/html/is-built-site.ts'
import { walkSite } from './readers/html/walk-site.ts'

interface Tree {
  readonly files: readonly { readonly file: string; readonly sizeBytes: number; readonly modified: string }[]
  readonly faults: readonly { readonly file: string; readonly code: string }[]
}

/**
 * A short text that changes when a file of the content is added, removed, renamed or written. It reads no file: names,
 * sizes and times decide, so a change that keeps all three is not detected.
 * @throws Error as `walkContent` or `walkSite`
 */
export function fingerprintContent(contentDir: string): Promise<string> {
  return Promise.resolve().then(() =>
    fingerprintTree(isBuiltSite(contentDir) ? walkSite(contentDir) : walkContent(contentDir)),
  )
}

export function fingerprintTree(tree: Tree): string {
  const hash = createHash('sha256')
  for (const { file, sizeBytes, modified } of tree.files) hash.update(`${file}\0${sizeBytes}\0${modified}\n`)
  for (const { file, code } of tree.faults) hash.update(`${file}\0${code}\n`)
  return hash.digest('hex')
}
