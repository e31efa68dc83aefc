import { folderOf, joinAddress } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import type { SourceFolder } from '../../source.ts'
import type { ContentFile, ContentRoot, HugoLanguages } from './content.ts'

/** Folders beside a page, or at the root of its language, in which sites keep what they include. */
const PART_FOLDERS = ['_includes', 'includes', 'examples', 'boilerplates']
/** Folders around a page in which `_includes` is looked for. */
const AROUND_LIMIT = 10
/** Folders of the content that are looked into. */
const ROOT_LIMIT = 20
const ENDINGS = ['', '.md', '/index.md', '/_index.md']

interface Included {
  readonly folder: SourceFolder
  readonly roots: readonly ContentRoot[]
  readonly languages: HugoLanguages
  readonly contentOf: (file: string) => ContentFile | null
}

/**
 * Finds the file that a shortcode includes: beside the file, then in the content of the language of its page, then in
 * that of the default language, then from the root of the site.
 * @param from the file with the shortcode, which may itself be included
 * @param file that of the page
 */
export function includedFile(
  path: string,
  from: string,
  file: string,
  { contentOf, folder, languages, roots }: Included,
): string | null {
  const content = contentOf(file)
  const around: string[] = []
  for (let at = content?.section ?? ''; at !== '' && around.length < AROUND_LIMIT; at = folderOf(at)) {
    around.push(joinAddress(at, '_includes'))
  }
  const names = new Set([content?.language, languages.defaultName])
  const inContent = [...names].flatMap((name) =>
    roots
      .filter(({ language }) => (language ?? languages.defaultName) === name)
      .slice(0, ROOT_LIMIT)
      .flatMap((root) => ['', ...around, ...PART_FOLDERS].map((part) => joinAddress(root.folder, part))),
  )
  const bases = [folder.base, ...['assets', ...PART_FOLDERS].map((part) => joinAddress(folder.base, part))]
  const own = folderOf(from)
  const beside = path.startsWith('/') ? [] : [own, ...PART_FOLDERS.map((part) => joinAddress(own, part))]
  for (const start of [...beside, ...inContent, ...bases]) {
    const candidate = pathFrom({ file: joinAddress(start, 'file') }, path.replace(/^\/+/, ''))
    if (candidate === null) continue
    const ending = ENDINGS.find((each) => folder.files.has(candidate + each))
    if (ending !== undefined && folder.readText(candidate + ending) !== null) return candidate + ending
  }
  return null
}
