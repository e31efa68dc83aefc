import type { Fields } from '../../../front-matter.ts'
import type { Construct } from '../../../readers/markdown/constructs.ts'
import { below, folderOf, joinAddress, lastSegment, withoutExtension } from '../../../addresses.ts'
import type { ExpandedPage, SourceFolder } from '../../source.ts'
import { readConfigFile } from '../../config/parse-config.ts'
import { text, texts } from '../../values.ts'
import { createNotes, type Notes } from './notes.ts'
import { createWikiConstructs } from './wiki-constructs.ts'

/** Notes that name each other: a vault of Obsidian, Foam, Quartz or Logseq, or a wiki of GitHub. */
export interface Vault {
  /** Whether it is a wiki of GitHub, where names of files have hyphens for spaces. */
  readonly isWiki: boolean
  /** Whether formulas stand between single dollars. */
  readonly hasFormulas: boolean
  readonly notes: Notes
  readonly constructs: (page: ExpandedPage) => readonly Construct[]
  /** Whether a note is one of which Obsidian makes others. */
  isTemplate(file: string): boolean
  /** Title of a page that has none itself. */
  titleOf(file: string): string
  /** Whether front matter says that a page is the first one of the site that Publish makes. */
  isStart(fields: Fields, tag: string | null): boolean
  /** Takes the further names that front matter lists, and gives the addresses that the page had. */
  addAliases(file: string, fields: Fields): readonly string[]
}

const SETTINGS = '.obsidian'
const SIGNS = new Set([SETTINGS, '.foam', 'logseq', 'quartz.config.ts', 'quartz.config.yaml'])
const SIDEBAR = /^_(?:sidebar|footer)\.md$/i
const LINK = /\[\[([^[\]\n|\\#]{1,500})/g
/** Pages and links in which a name of a page is looked for. */
const LOOKED_PAGES = 2000
const LOOKED_LINKS = 100

/** Opens the notes of a folder; null: nothing shows that its pages name each other. */
export function openVault(
  folder: SourceFolder,
  pages: readonly string[],
  languageOf: (file: string) => string | null,
): Vault | null {
  const templates = templatesOf(folder)
  const isMarked = folder.names('').some((name) => SIGNS.has(name))
  const atRoot = pages.filter((file) => !file.includes('/'))
  const hasHome = atRoot.some((file) => /^home\.(?:md|markdown)$/i.test(file))
  const isWiki =
    !isMarked && hasHome && (atRoot.some((file) => SIDEBAR.test(file)) || !atRoot.some((file) => file.includes(' ')))
  const notes = createNotes(folder.files.keys(), { isWiki, languageOf })
  const namesPage = (file: string): boolean =>
    folder.tell('link by a name', file, (text) =>
      [...text.matchAll(LINK)]
        .slice(0, LOOKED_LINKS)
        .some(([, name = '']) => notes.find(name.trim(), file).file !== null),
    )
  if (!isMarked && !isWiki && !pages.slice(0, LOOKED_PAGES).some(namesPage)) return null
  return {
    isWiki,
    // A folder of notes that no program marks may have prices.
    hasFormulas: isMarked,
    notes,
    constructs: createWikiConstructs(notes, { isWiki }),
    isTemplate: (file) => templates !== null && below(file, templates) !== null,
    titleOf(file) {
      const name = lastSegment(withoutExtension(file))
      return isWiki ? name.replaceAll('-', ' ') : name.replaceAll('___', '/')
    },
    isStart(fields, tag) {
      const { permalink } = Object.fromEntries(fields)
      return typeof permalink === 'string' && ['', tag].includes(joinAddress(permalink))
    },
    addAliases(file, fields) {
      const names = ['aliases', 'alias'].flatMap((name) => texts(fields.get(name)))
      notes.addNames(file, names)
      const permalink = text(fields.get('permalink'))
      const within = folderOf(file)
      // Names are no addresses, but Publish and Quartz lead from there.
      return [
        ...names.map((name) => (within === '' ? `/${name}` : `/${within}/${name}`)),
        ...names.map((name) => `/${name}`),
        ...(permalink === null ? [] : [`/${permalink}`]),
      ]
    },
  }
}

/** Folder of the notes of which Obsidian makes others, or null. */
function templatesOf(folder: SourceFolder): string | null {
  const name = 'templates.json'
  if (!folder.names(SETTINGS).includes(name)) return null
  const named = text(readConfigFile(joinAddress(SETTINGS, name), folder)['folder'])
  return named === null ? null : joinAddress(named) || null
}
