import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { ContentFault } from '../content.ts'
import { decodeText } from '../parse-page.ts'
import type { SourceFolder } from './source.ts'
import { walkSources } from './walk-sources.ts'

/** Largest file that a page or a configuration takes text from. */
const TEXT_LIMIT_BYTES = 2 * 1_048_576
/** Texts that are kept, since many pages may include the same ones. */
const KEPT_TEXTS = 200

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

  function read(path: string): string | null {
    try {
      const real = realpathSync(join(root, path))
      if (!real.startsWith(root + sep)) return null
      const stats = statSync(real)
      return stats.isFile() && stats.size <= TEXT_LIMIT_BYTES ? decodeText(readFileSync(real)).text : null
    } catch {
      return null
    }
  }

  return {
    base,
    files: new Map(walked.files.map((file) => [file.file, file])),
    faults,
    readText(path) {
      let text = kept.get(path)
      if (text === undefined) {
        text = read(path)
        if (kept.size >= KEPT_TEXTS) kept.clear()
        kept.set(path, text)
      }
      return text
    },
    names(path) {
      try {
        return readdirSync(join(root, path))
      } catch {
        return []
      }
    },
    fault(file, code, message, line = 1) {
      faults.push({ file, line, code, message })
    },
  }
}
