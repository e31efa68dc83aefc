import { realpathSync } from 'node:fs'
import { FALLBACK_LOCALE, LOCALES, type Locale } from '../../shared/locale.ts'
import type { LocaleNames } from '../locales/locale-names.ts'
import { isMarkdown, localeOf } from '../addresses.ts'
import { namesBelow, readGitConfig, readTextBelow } from './read-below.ts'
import { isTag } from '../locales/language-tag.ts'
import { localeOfText } from '../locales/text-locale.ts'
import type { ContentFault } from '../model/content-fault.ts'
import type { SourceFolder } from './source.ts'
import { isConfiguration, walkSources } from './walk-sources.ts'

/** Texts that are kept, since many pages may include the same ones, and their characters. */
const KEPT_TEXTS = 200
const KEPT_CHARS = 16_777_216
/** Reported faults of one file; its author starts with the first ones anyway. */
const FAULT_LIMIT = 200

/** Pages by whose script the language of a folder is determined, spread over it. */
const SCRIPT_PAGES = 50

export interface OpenedFolder extends SourceFolder {
  readonly faults: ContentFault[]
  /** Locales that pages got by their script. */
  readonly scripts: ReadonlySet<Locale>
}

/**
 * Opens the content directory of a source, whose languages have these names. `locale` is that of what names none, where
 * `site.yaml` says so. `onRead` is called with each file whose text was read, or looked for in vain, and `onTold` with all else
 * that the folder tells of what may change.
 * @throws Error when it is not a readable folder
 */
export function openSourceFolder(
  contentDir: string,
  base: string,
  locales: LocaleNames,
  locale: Locale | null,
  onRead: (file: string, text: string | null) => void = () => {},
  onTold: (what: string, value: string) => void = () => {},
): OpenedFolder {
  const walked = walkSources(contentDir)
  const faults: ContentFault[] = walked.faults.filter(({ code, file }) => code === 'too_many' || /\.mdx?$/.test(file))
  const root = realpathSync(contentDir)
  const kept = new Map<string, string | null>()
  const reported = new Map<string, number>()
  let keptChars = 0
  const files = new Map(walked.files.filter(({ file }) => !isConfiguration(file)).map((file) => [file.file, file]))
  const namedLocale = locale ?? locales.root
  const scripts = new Set<Locale>()
  let defaultLocale = namedLocale

  function readText(path: string): string | null {
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
  }

  function tell<T extends string | boolean | null>(what: string, file: string, of: (text: string) => T): T {
    const told = of(readTextBelow(root, file) ?? '')
    onTold(`${what} of ${file}`, String(told))
    return told
  }

  function scriptOf(file: string): Locale | null {
    const found = tell('script', file, localeOfText)
    if (found !== null) scripts.add(found)
    return found
  }

  /** The locale of most pages in no folder of a language, by their script. */
  function commonScript(): Locale {
    const untagged = [...files.keys()].filter((file) => isMarkdown(file) && !file.split(/[/.]/).some(isTag))
    const step = Math.max(1, untagged.length / SCRIPT_PAGES)
    const looked = Array.from({ length: Math.min(untagged.length, SCRIPT_PAGES) }, (_, at) =>
      tell('script', untagged[Math.floor(at * step)] as string, localeOfText),
    )
    const found = LOCALES.find((each) => looked.filter((locale) => locale === each).length * 2 > looked.length)
    if (found !== undefined) scripts.add(found)
    return found ?? FALLBACK_LOCALE
  }

  return {
    base,
    files,
    faults,
    scripts,
    readText,
    tell,
    names(path) {
      const names = namesBelow(root, path)
      onTold(`${path}/`, joinedNames(names))
      return names
    },
    gitConfig() {
      const text = readGitConfig(root)
      onTold('configuration of Git', text ?? '')
      return text
    },
    namedLocale,
    get defaultLocale() {
      return (defaultLocale ??= commonScript())
    },
    scriptOf,
    localeOf: (language) => locales.find(language ?? '') ?? localeOf(language),
    fault(file, code, message, line = 1) {
      const before = reported.get(file) ?? 0
      reported.set(file, before + 1)
      if (before < FAULT_LIMIT) faults.push({ file, line, code, message })
    },
  }
}

/** Names in a folder as one text. */
export function joinedNames(names: readonly string[]): string {
  return [...names].sort().join('\n')
}
