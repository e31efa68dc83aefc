import type { Locale } from '../../../../shared/locale.ts'
import type { Fields } from '../../../front-matter.ts'
import { below, joinAddress } from '../../../addresses.ts'
import type { LeftOut, SourceFolder } from '../../source.ts'
import type { Part } from './parts.ts'

/** A file of a part, or its translation. */
export interface FileOfPart {
  readonly part: Part
  readonly file: string
  /** Path below the folder of the part. */
  readonly relative: string
  readonly fields: Fields
  readonly locale: Locale
  /** `''`: the default one. */
  readonly language: string
  /** The file that it translates. */
  readonly translates?: string
}

interface PartFiles {
  find(file: string, fields: Fields): FileOfPart | LeftOut
  /** Folders of the documents of the file's own part, then of its version and of those without versions. */
  roots(file: string): readonly string[]
}

/** @param defaultVersion gives the name of the version that the site shows first, when all parts are known */
export function createPartFiles(
  parts: readonly Part[],
  { base, files }: SourceFolder,
  rootLocale: Locale,
  localeFolders: ReadonlyMap<string, Locale>,
  defaultVersion: () => string | undefined,
): PartFiles {
  const translations = new Map(
    parts.map((part) => [
      part,
      [...localeFolders].map(([language, locale]) => {
        return { folder: joinAddress(base, 'i18n', language, part.translated), language, locale }
      }),
    ]),
  )

  return {
    find(file, fields) {
      for (const part of parts) {
        const own = below(file, part.folder)
        if (own !== null) return { part, file, relative: own, fields, locale: rootLocale, language: '' }
        for (const { folder, language, locale } of translations.get(part) ?? []) {
          const relative = below(file, folder)
          if (relative === null) continue
          const translates = joinAddress(part.folder, relative)
          if (!files.has(translates)) return { leftOut: 'a translation of no page' }
          return { part, file, relative, fields, locale, language, translates }
        }
      }
      const isOther = below(file, joinAddress(base, 'i18n')) !== null
      if (isOther) return { leftOut: 'in a language that is not served' }
      const isVersion = /(?:^|\/)(?:\w+_)?versioned_docs\//.test(file)
      return { leftOut: isVersion ? 'of another version' : 'outside of the documentation' }
    },
    roots(file) {
      const foldersOf = (part: Part): string[] => [
        ...(translations.get(part) ?? []).flatMap(({ folder }) => (below(file, folder) === null ? [] : [folder])),
        part.folder,
      ]
      const own = parts.find((part) => foldersOf(part).some((each) => below(file, each) !== null))
      const name = own?.version?.name ?? defaultVersion()
      const near = parts.filter(({ version }) => version === null || version.name === name)
      return [...(own === undefined ? [] : foldersOf(own)), ...near.map((part) => part.folder), base]
    },
  }
}
