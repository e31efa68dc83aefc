import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { ContentFault } from '../content.ts'
import { decodeText } from '../parse-page.ts'
import { walkFolder } from '../walk-folder.ts'
import type { SourceFolder } from './source.ts'

/** Largest file that a page or a configuration takes text from. */
const TEXT_LIMIT_BYTES = 2 * 1_048_576
/** Texts that are kept, since many pages may include the same ones. */
const KEPT_TEXTS = 200

/** Folders of programs and of what generators write, which are no sources. */
const NO_SOURCES = new Set(['node_modules', '__pycache__', 'venv'])

export interface OpenedFolder extends SourceFolder {
  readonly faults: ContentFault[]
}

/**
 * Opens the content directory of a source.
 * @throws Error when it is not a readable folder
 */
export function openSourceFolder(contentDir: string, base: string): OpenedFolder {
  const walked = walkSources(contentDir)
  const faults: ContentFault[] = walked.faults.filter(({ code, file }) => code === 'too_many' || /\.mdx?$/.test(file))
  const root = realpathSync(contentDir)
  const kept = new Map<string, string | null>()

  return {
    base,
    files: new Map(walked.files.map((file) => [file.file, file])),
    faults,
    readText(path) {
      let text = kept.get(path)
      if (text === undefined) {
        text = readTextBelow(root, path)
        if (kept.size >= KEPT_TEXTS) kept.clear()
        kept.set(path, text)
      }
      return text
    },
    names: (path) => namesBelow(root, path),
    fault(file, code, message, line = 1) {
      faults.push({ file, line, code, message })
    },
  }
}

/** Text of a file below a folder; null: there is none, it is too large or lies outside. `root` is a real path. */
export function readTextBelow(root: string, path: string): string | null {
  try {
    const real = realpathSync(join(root, path))
    if (!real.startsWith(root + sep)) return null
    const stats = statSync(real)
    return stats.isFile() && stats.size <= TEXT_LIMIT_BYTES ? decodeText(readFileSync(real)).text : null
  } catch {
    return null
  }
}

/** Names in a folder; empty: there is none. */
export function namesBelow(root: string, path: string): readonly string[] {
  try {
    return readdirSync(join(root, path))
  } catch {
    return []
  }
}

function walkSources(contentDir: string): ReturnType<typeof walkFolder> {
  return walkFolder(contentDir, {
    isFile: () => true,
    isFolder: (relative) => !NO_SOURCES.has(relative.slice(relative.lastIndexOf('/') + 1)),
  })
}
