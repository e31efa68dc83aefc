import type { Locale } from '../../../../shared/locale.ts'
import { splitFrontMatter } from '../../../front-matter.ts'
import { folderOf, isMarkdown, lastSegment } from '../../../addresses.ts'
import { EXPANDED_LIMIT_CHARS } from '../../expand-lines.ts'
import type { SourceFolder } from '../../source.ts'
import type { ContentFile } from './content.ts'

interface Part {
  readonly file: string
  /** Null if it has none. */
  readonly title: string | null
}

/** The pages beside those of bundles, which a layout of the site shows on these, as in a glossary. */
export interface BundleParts {
  /** Whether a file is the page of a bundle with others beside it, of which none may be published. */
  has(file: string): boolean
  /** Adds a page of a bundle that is published. */
  add(file: string, title: string | null): void
  /** The parts of a page, each below its title. */
  text(file: string, locale: Locale): string
}

/** Parts of a bundle that its page shows. */
const PART_LIMIT = 1000

export function bundleParts(
  folder: SourceFolder,
  contentOf: (file: string) => ContentFile | null,
  isPartOfBundle: (file: string) => boolean,
): BundleParts {
  const bundles = new Set<string>()
  const parts = new Map<string, Part[]>()
  for (const file of folder.files.keys()) if (isMarkdown(file) && isPartOfBundle(file)) bundles.add(keyOf(file))

  function keyOf(file: string): string {
    return `${contentOf(file)?.language ?? ''}/${folderOf(file)}`
  }

  function isBundle(file: string): boolean {
    return contentOf(file)?.name === 'index'
  }

  return {
    has: (file) => isBundle(file) && bundles.has(keyOf(file)),
    add(file, title) {
      const key = keyOf(file)
      const own = parts.get(key) ?? []
      if (own.length < PART_LIMIT) own.push({ file, title })
      parts.set(key, own)
    },
    text(file, locale) {
      const own = isBundle(file) ? (parts.get(keyOf(file)) ?? []) : []
      const shown: { title: string; body: string }[] = []
      let chars = 0
      for (const part of own) {
        const { body } = splitFrontMatter(folder.readText(part.file) ?? '')
        chars += body.length
        if (chars > EXPANDED_LIMIT_CHARS) break
        shown.push({ title: part.title ?? lastSegment(part.file), body: body.trim() })
      }
      const collator = new Intl.Collator(locale)
      shown.sort((a, b) => collator.compare(a.title, b.title))
      return shown.map(({ body, title }) => `## ${title}\n\n${body}\n`).join('\n')
    },
  }
}
