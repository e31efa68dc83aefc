import { join } from 'node:path'
import { walkFolder, type WalkedFolder } from '../tree/walk-folder.ts'
import { fileType } from './file-types.ts'

/** Folders of a folder of Markdown that hold files. The first two are found from the root of the site. */
const MARKDOWN_FOLDERS = ['public', 'static', 'docs'] as const

/** Lists the files beside the pages of a folder of Markdown, without reading them. */
export function listMarkdownFiles(contentDir: string): WalkedFolder {
  const walked = MARKDOWN_FOLDERS.map((name) => listFiles(join(contentDir, name), name, contentDir))
  return { files: walked.flatMap(({ files }) => files), faults: walked.flatMap(({ faults }) => faults) }
}

/** Lists the files beside the pages of a built site. */
export function listSiteFiles(folder: string): WalkedFolder {
  return listFiles(folder, '', folder)
}

function listFiles(folder: string, name: string, within: string): WalkedFolder {
  try {
    return walkFolder(folder, {
      name,
      within,
      isFile: (file) => fileType(file) !== null,
      isFolder: (relative) => !/(?:^|\/)(?:node_modules|__MACOSX)$/.test(relative),
    })
  } catch {
    // Not every content has all of these folders.
    return { files: [], faults: [] }
  }
}
