import { execFileSync } from 'node:child_process'
import { join, normalize } from 'node:path'

/** Links of Markdown, without their fragment. */
const LINK = /\]\(([^)\s#]+)[^)\s]*\)/g
const CODE_SPAN = /`([^`\n]+)`/g
const FENCE = /^ *(```|~~~)[\s\S]*?^ *\1/gm
/** The top-level folders of the repository, as a pattern. */
const FOLDERS = String.raw`(?:src|test|docs|bench|deploy|examples|scripts|native|content|\.ci|\.github)`
/** A path that begins with one of them. */
const ROOTED = new RegExp(String.raw`^${FOLDERS}\/[\w./-]+$`)
/** A source file, named by its path from the root or from the document, or by its file name alone. */
const SOURCE = /^(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|cjs|cc|h|lua)$/
/** A path from the root of the repository to a file, anywhere in a text. Pages of content (`.mdx`) are examples. */
const ROOTED_FILE = new RegExp(String.raw`(?<![\w./-])${FOLDERS}\/[\w./-]*\.(?:md|json|ts|mjs|cjs|js|cc|h|lua)\b`, 'g')

/** @returns the paths of the files of the repository, or of some of its folders, that git tracks or would add */
export function repositoryFiles(folders: readonly string[] = []): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders]
  return execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '')
}

/** Finds citations of files that the repository does not have, in documents and in comments. */
export class CitedFiles {
  /** Paths of all files and folders of the repository. */
  readonly #paths: ReadonlySet<string>
  readonly #names: ReadonlySet<string>

  /** @param files Paths of all files of the repository, from its root. */
  constructor(files: readonly string[]) {
    this.#paths = new Set(files.flatMap((file) => [file, ...foldersOf(file)]))
    this.#names = new Set(files.map((file) => file.slice(file.lastIndexOf('/') + 1)))
  }

  /**
   * Citations of a Markdown document: links and names in backticks.
   *
   * @param folder Folder of the document, from the root of the repository.
   */
  missing(text: string, folder: string): string[] {
    const prose = text.replace(FENCE, '')
    const links = [...prose.matchAll(LINK)]
      .map(([, target = '']) => target)
      .filter((target) => !/^(?:[a-z]+:|\/)/.test(target) && !this.#has(join(folder, target)))
    const spans = spansOf(prose).filter((span) => ROOTED.test(span) || SOURCE.test(span))
    return [...links, ...spans.filter((span) => !this.#finds(span, folder))]
  }

  /**
   * Citations of a comment: source files in backticks, and paths from the root of the repository with or without them.
   *
   * @param folder Folder of the source file, from the root of the repository.
   */
  missingInComment(text: string, folder: string): string[] {
    const spans = spansOf(text).filter((span) => SOURCE.test(span))
    const paths = [...text.matchAll(ROOTED_FILE)].map(([path]) => path)
    return [...new Set([...spans, ...paths])].filter((path) => !this.#finds(path, folder))
  }

  #finds(path: string, folder: string): boolean {
    return this.#has(path) || this.#has(join(folder, path)) || this.#names.has(path)
  }

  #has(path: string): boolean {
    return this.#paths.has(normalize(path).replace(/\/$/, ''))
  }
}

function spansOf(text: string): string[] {
  return [...text.matchAll(CODE_SPAN)].map(([, span = '']) => span)
}

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
