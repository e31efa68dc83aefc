import { walkFolder, type WalkedFolder } from '../walk-folder.ts'

/** Folders of programs, which hold no sources of documentation. */
const NO_SOURCES = new Set(['node_modules', '__pycache__', 'venv'])

/** Lists all files of a folder with the sources of a site. */
export function walkSources(folder: string): WalkedFolder {
  return walkFolder(folder, {
    isFile: () => true,
    isFolder: (relative) => !NO_SOURCES.has(relative.slice(relative.lastIndexOf('/') + 1)),
  })
}
