import { existsSync, realpathSync, statSync, type Stats } from 'node:fs'
import { join, sep } from 'node:path'
import { reasonOf } from '../../shared/reason.ts'

/** Whether a path that `site.yaml` names is written as one below its folder, or as that folder itself. */
export function isInside(path: string): boolean {
  return !/^[/\\~]|\\|^[A-Za-z]:/.test(path) && !path.split('/').includes('..')
}

/** What is at a path below the folder of `site.yaml`, or why there is nothing that may be read. */
export function findInside(
  contentDir: string,
  path: string,
  kind: 'file' | 'folder',
): { readonly realPath: string; readonly stats: Stats } | string {
  try {
    const root = realpathSync(contentDir)
    if (!existsSync(join(root, path))) return `there is no such ${kind}`
    const realPath = realpathSync(join(root, path))
    if (!(realPath + sep).startsWith(root + sep)) return 'leads out of the folder of site.yaml by a symbolic link'
    const stats = statSync(realPath)
    const isKind = kind === 'file' ? stats.isFile() : stats.isDirectory()
    return isKind ? { realPath, stats } : `is not a ${kind}`
  } catch (error) {
    return reasonOf(error)
  }
}
