import { createHash } from 'node:crypto'
import { walkContent } from './content-tree.ts'
import { listMarkdownFiles, listSiteFiles } from './files/list-files.ts'
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
    isBuiltSite(contentDir)
      ? fingerprintTree(walkSite(contentDir), listSiteFiles(contentDir))
      : fingerprintTree(walkContent(contentDir), listMarkdownFiles(contentDir)),
  )
}

export function fingerprintTree(...trees: readonly Tree[]): string {
  const hash = createHash('sha256')
  for (const { faults, files } of trees) {
    for (const { file, sizeBytes, modified } of files) hash.update(`${file}\0${sizeBytes}\0${modified}\n`)
    for (const { file, code } of faults) hash.update(`${file}\0${code}\n`)
  }
  return hash.digest('hex')
}
