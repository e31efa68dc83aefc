import { isHiddenName } from '../tree/hidden-path.ts'
import { walkFolder, type WalkedFolder } from '../tree/walk-folder.ts'

/** Hidden folders that belong to a documentation. What they have is configuration or parts of pages, but for the images of GitBook. */
const SETTINGS_FOLDERS: ReadonlySet<string> = new Set(['.vitepress', '.gitbook', '.snippets', '.includes'])
/** What is read of hidden folders that may hold secrets too. */
const TEMPLATES_OF_VAULT = '.obsidian/templates.json'
/** Those, and hidden files with configuration. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...SETTINGS_FOLDERS,
  '.mintignore',
  '.gitbook.yaml',
  '.gitbook.yml',
  '.navigation.yml',
  '.nav.yml',
  '.pages',
])
/** Folders of programs, which hold no sources of documentation. */
const NO_SOURCES = new Set(['node_modules', '__pycache__', 'venv'])
/** What VitePress writes into the folder of its configuration. */
const WRITTEN = new Set(['.vitepress/cache', '.vitepress/dist'])
const SHOWN = /(?:^|\/)\.gitbook\/assets\//

/** Whether a file or folder of a site is never looked into, by its path below the site. */
export function isNoSource(relative: string): boolean {
  const names = relative.split('/')
  const name = names.at(-1) as string
  return NO_SOURCES.has(name) || WRITTEN.has(names.slice(-2).join('/')) || isHidden(name)
}

/** Whether a path leads to a hidden file, or through a hidden folder, that does not belong to the documentation. */
export function isSecret(path: string): boolean {
  if (path === TEMPLATES_OF_VAULT) return false
  const folders = path.split('/')
  const name = folders.pop() as string
  return isHidden(name) || folders.some((each) => isHidden(each) || (SETTINGS.has(each) && !SETTINGS_FOLDERS.has(each)))
}

/** Whether a name is hidden, and does not belong to the documentation. */
export function isHidden(name: string): boolean {
  return isHiddenName(name) && !SETTINGS.has(name)
}

/** Whether a file, by its path below the site, only determines what pages say: it is no page, and no link leads to it. */
export function isConfiguration(file: string): boolean {
  return file.split('/').some((name) => SETTINGS.has(name)) && !SHOWN.test(file)
}

/**
 * Lists all files of a folder with the sources of a site, its configuration among them. `onSkipped` is called with each
 * folder that is not entered.
 */
export function walkSources(folder: string, onSkipped: (relative: string) => void = () => {}): WalkedFolder {
  return walkFolder(folder, {
    shown: SETTINGS,
    isFile: () => true,
    isFolder(relative) {
      const isEntered = !isNoSource(relative) && !isSecret(`${relative}/`)
      if (!isEntered) onSkipped(relative)
      return isEntered
    },
  })
}
