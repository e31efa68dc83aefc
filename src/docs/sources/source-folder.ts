import { realpathSync } from 'node:fs'
import type { ContentFault } from '../content.ts'
import { namesBelow, readTextBelow } from './read-below.ts'
import type { SourceFolder } from './source.ts'
import { walkSources } from './walk-sources.ts'

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
