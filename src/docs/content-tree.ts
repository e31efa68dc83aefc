import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isLocale } from '../shared/locale.ts'
import type { Locale } from '../shared/locale.ts'
import type { ContentFault } from './content.ts'
import { walkFolder, type WalkedFile } from './walk-folder.ts'

export interface TreeFile extends WalkedFile {
  readonly locale: Locale
  /** Path below the locale's folder: `guides/start.mdx`. */
  readonly relative: string
}

interface ContentTree {
  readonly files: readonly TreeFile[]
  readonly faults: readonly ContentFault[]
}

const RELEVANT = /\.mdx?$|^(?:meta|synonyms)\.json$/

/**
 * Lists the relevant files of `contentDir/docs`, which has a folder for each locale, without reading them.
 * @throws Error when `contentDir/docs` is not a readable folder
 */
export function walkContent(contentDir: string): ContentTree {
  const folder = join(contentDir, 'docs')
  const { files, faults } = walkFolder(folder, {
    name: 'docs',
    isFile: (name) => RELEVANT.test(name),
    isFolder: (relative) => isLocale(relative.split('/', 1)[0] as string),
  })
  const found: TreeFile[] = []
  for (const file of files) {
    const [, first = '', ...rest] = file.file.split('/')
    if (isLocale(first) && rest.length > 0) found.push({ ...file, locale: first, relative: rest.join('/') })
  }
  return { files: found, faults: [...faults, ...unknownLocales(folder)] }
}

function unknownLocales(folder: string): ContentFault[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !isLocale(name))
    .filter((entry) => entry.isDirectory() || /\.mdx?$/.test(entry.name))
    .map(({ name }) => ({
      file: `docs/${name}`,
      line: 1,
      code: 'unknown_locale',
      message: 'only the folders en, zh and ko are read here',
    }))
}
