import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { walkFolder, type WalkedFolder } from '../tree/walk-folder.ts'

/** Folders of programs, which hold no sources of documentation. */
const NO_SOURCES = new Set(['node_modules', '__pycache__', 'venv'])
/** Hidden folder in which a generator has its configuration, and those in it that the generator writes. */
const SETTINGS = '.vitepress'
const WRITTEN = new Set(['cache', 'dist'])

/** Whether a folder of a site is never looked into, by its path below the site. */
export function isNoSource(relative: string): boolean {
  const names = relative.split('/')
  const name = names.at(-1) as string
  if (NO_SOURCES.has(name)) return true
  return names.at(-2) === SETTINGS
    ? WRITTEN.has(name)
    : name.startsWith('.') && !name.startsWith('..') && name !== SETTINGS
}

/** Lists all files of a folder with the sources of a site. */
export function walkSources(folder: string): WalkedFolder {
  return walkFolder(folder, {
    isFile: () => true,
    isFolder: (relative) => !isNoSource(relative),
  })
}

/** Lists the files of a hidden folder with the configuration of a site; none where there is no such folder. */
export function walkSettings(folder: string): WalkedFolder {
  const settings = join(folder, SETTINGS)
  if (!existsSync(settings)) return { files: [], faults: [] }
  return walkFolder(settings, {
    name: SETTINGS,
    isFile: () => true,
    isFolder: (relative) => !isNoSource(`${SETTINGS}/${relative}`),
  })
}
