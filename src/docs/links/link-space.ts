import { createHash } from 'node:crypto'
import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'

/** A page that links may lead to. */
export interface LinkedPage {
  readonly locale: Locale
  /** Site path as in `Page`. */
  readonly path: string
  /** Where the site has the page, below its address. */
  readonly address: string
  /** Version of the page. */
  readonly version?: { readonly name: string }
}

/** All pages of the content, by their files and by their paths. */
export interface LinkSpace {
  /**
   * Adds a page.
   * @param file path below the folder of the source
   * @param ownPath path of the page in the source, by which links name it
   */
  add(file: string, page: LinkedPage, ownPath: string): void
  /** Lets an old path in the source lead to a page, unless a page is there. */
  addPath(locale: Locale, path: string, page: LinkedPage): void
  /** The page of a file whose name may lack its extension, or be that of a folder with an index. */
  byFile(file: string): LinkedPage | null
  /** The one page of a version whose path ends with this name, and its file; null if there is none, or there are several. */
  byName(
    locale: Locale,
    name: string,
    version: string | undefined,
  ): { readonly page: LinkedPage; readonly file: string } | null
  /** The page at a path in a locale, else in English. */
  byPath(locale: Locale, path: string): LinkedPage | null
  /** Hash of all that was added, in its order. */
  digest(): string
}

/** Stands for a page that exists and is not served, such as one for search engines alone. Links to it are no faults. */
export const NOT_SERVED: LinkedPage = { locale: FALLBACK_LOCALE, path: '', address: '' }

const EXTENSIONS = ['', '.md', '.mdx', '.html', '/index.md', '/index.mdx', '/README.md', '/_index.md', '/index.html']

export function createLinkSpace(): LinkSpace {
  const files = new Map<string, LinkedPage>()
  const paths = new Map<string, LinkedPage>()
  const names = new Map<string, { page: LinkedPage; file: string } | null>()
  const hash = createHash('sha256')
  const nameKey = (locale: Locale, name: string, version: string | undefined): string =>
    `${locale}/${name.toLowerCase()}/${version ?? ''}`
  return {
    digest: () => hash.copy().digest('hex'),
    add(file, page, ownPath) {
      hash.update(`${JSON.stringify([file, page, ownPath])}\n`)
      files.set(file, page)
      if (page === NOT_SERVED) return
      const key = `${page.locale}/${ownPath}`
      if (!paths.has(key)) paths.set(key, page)
      const name = nameKey(page.locale, ownPath.slice(ownPath.lastIndexOf('/') + 1), page.version?.name)
      names.set(name, names.has(name) ? null : { page, file })
    },
    addPath(locale, path, page) {
      hash.update(`${JSON.stringify([locale, path, page])}\n`)
      const key = `${locale}/${path}`
      if (!paths.has(key)) paths.set(key, page)
    },
    byFile(file) {
      for (const extension of EXTENSIONS) {
        const found = files.get(file === '' ? extension.slice(1) : file + extension)
        if (found !== undefined) return found
      }
      return null
    },
    byName: (locale, name, version) => names.get(nameKey(locale, name, version)) ?? null,
    byPath: (locale, path) => paths.get(`${locale}/${path}`) ?? paths.get(`${FALLBACK_LOCALE}/${path}`) ?? null,
  }
}
