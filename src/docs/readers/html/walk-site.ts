import { walkFolder, type WalkedFolder } from '../../tree/walk-folder.ts'

const PAGE = /\.x?html?$/i
/** Folders of generators that hold no pages. */
const NO_PAGES = new Set(['_static', '_sources', '_images', '_downloads', 'node_modules', '__MACOSX'])

/**
 * Lists the pages of a built site without reading them.
 * @throws Error when `folder` is not a readable folder
 */
export function walkSite(folder: string): WalkedFolder {
  return walkFolder(folder, {
    isFile: (name) => PAGE.test(name) && !NO_PAGES.has(name),
    isFolder: (relative) => !NO_PAGES.has(relative.slice(relative.lastIndexOf('/') + 1)),
  })
}
