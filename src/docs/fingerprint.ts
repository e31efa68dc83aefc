import { createHash } from 'node:crypto'
import { walkContent } from './content-tree.ts'

/**
 * A short text that changes when a file of the content is added, removed, renamed or written. Reads no file: names,
 * sizes and times decide, so writing that keeps all of them is not seen.
 * @throws Error when `contentDir/docs` is no readable folder
 */
export async function fingerprintContent(contentDir: string): Promise<string> {
  const tree = walkContent(contentDir)
  const hash = createHash('sha256')
  for (const { file, sizeBytes, modified } of tree.files) hash.update(`${file}\0${sizeBytes}\0${modified}\n`)
  for (const { file, code } of tree.faults) hash.update(`${file}\0${code}\n`)
  return hash.digest('hex')
}
