import { join, normalize } from 'node:path'

/** Links of Markdown, without their fragment. */
const LINK = /\]\(([^)\s#]+)[^)\s]*\)/g
const CODE_SPAN = /`([^`\n]+)`/g
const FENCE = /^ *(```|~~~)[\s\S]*?^ *\1/gm
/** A path of the repository, in whose folders it begins. */
const ROOTED = /^(?:src|test|docs|bench|scripts|native|content|\.ci|\.github)\/[\w./-]+$/
/** A source file, by its path from the repository or from the document, or by its name alone. */
const SOURCE = /^(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|cjs|cc|h|lua)$/

/** Reads what a document cites, by links and by names in backticks, and says what of it the repository does not have. */
export class CitedFiles {
  /** Every file and folder of the repository. */
  readonly #paths: ReadonlySet<string>
  readonly #names: ReadonlySet<string>

  /** @param files Paths of all files of the repository, from its root. */
  constructor(files: readonly string[]) {
    this.#paths = new Set(files.flatMap((file) => [file, ...foldersOf(file)]))
    this.#names = new Set(files.map((file) => file.slice(file.lastIndexOf('/') + 1)))
  }

  /** @param folder Where the document is, from the root of the repository. */
  missing(text: string, folder: string): string[] {
    const prose = text.replace(FENCE, '')
    const links = [...prose.matchAll(LINK)]
      .map(([, target = '']) => target)
      .filter((target) => !/^(?:[a-z]+:|\/)/.test(target) && !this.#has(join(folder, target)))
    const spans = [...prose.matchAll(CODE_SPAN)]
      .map(([, span = '']) => span)
      .filter((span) => ROOTED.test(span) || SOURCE.test(span))
      .filter((span) => !this.#has(span) && !this.#has(join(folder, span)) && !this.#names.has(span))
    return [...links, ...spans]
  }

  #has(path: string): boolean {
    return this.#paths.has(normalize(path).replace(/\/$/, ''))
  }
}

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
