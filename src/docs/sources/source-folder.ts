import { realpathSync } from 'node:fs'
import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'
import type { ContentFault } from '../content.ts'
import type { LocaleNames } from '../site/locale-names.ts'
import { localeOf } from './addresses.ts'
import { namesBelow, readTextBelow } from './read-below.ts'
import type { SourceFolder } from './source.ts'
import { isConfiguration, walkSources } from './walk-sources.ts'

/** Texts that are kept, since many pages may include the same ones, and their characters. */
const KEPT_TEXTS = 200
const KEPT_CHARS = 16_777_216
/** Reported faults of one file; its author starts with the first ones anyway. */
const FAULT_LIMIT = 200

export interface OpenedFolder extends SourceFolder {
  readonly faults: ContentFault[]
}

/**
 * Opens the content directory of a source, whose languages have these names. `locale` is that of what names none, where
 * `site.yaml` says so. `onRead` is called with each file whose text was read, or looked for in vain.
 * @throws Error when it is not a readable folder
 */
export function openSourceFolder(
  contentDir: string,
  base: string,
  locales: LocaleNames,
  locale: Locale | null,
  onRead: (file: string, text: string | null) => void = () => {},
): OpenedFolder {
  const walked = walkSources(contentDir)
  const faults: ContentFault[] = walked.faults.filter(({ code, file }) => code === 'too_many' || /\.mdx?$/.test(file))
  const root = realpathSync(contentDir)
  const kept = new Map<string, string | null>()
  const reported = new Map<string, number>()
  let keptChars = 0

  return {
    base,
    files: new Map(walked.files.filter(({ file }) => !isConfiguration(file)).map((file) => [file.file, file])),
    faults,
    readText(path) {
      let text = kept.get(path)
      if (text === undefined) {
        text = readTextBelow(root, path)
        onRead(path, text)
        keptChars += text?.length ?? 0
        if (kept.size >= KEPT_TEXTS || keptChars > KEPT_CHARS) {
          kept.clear()
          keptChars = text?.length ?? 0
        }
        kept.set(path, text)
      }
      return text
    },
    names: (path) => namesBelow(root, path),
    defaultLocale: locale ?? locales.root ?? FALLBACK_LOCALE,
    localeOf: (language) => locales.find(language ?? '') ?? localeOf(language),
    fault(file, code, message, line = 1) {
      const before = reported.get(file) ?? 0
      reported.set(file, before + 1)
      if (before < FAULT_LIMIT) faults.push({ file, line, code, message })
    },
  }
}
