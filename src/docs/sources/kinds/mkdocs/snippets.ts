import { splitFrontMatter } from '../../../front-matter.ts'
import type { Construct, Part } from '../../../readers/markdown/constructs.ts'
import { joinAddress } from '../../../addresses.ts'
import { EXPANDED_LIMIT_CHARS, INCLUSION_DEPTH, inclusionFault, linesOf } from '../../expand-lines.ts'
import { GAINED_LIMIT_CHARS } from '../../expand-page.ts'
import type { ExpandedPage } from '../../source.ts'
import { texts } from '../../values.ts'
import { codeOfVariant, VARIANT } from './include-variants.ts'

interface Snippets {
  /** What puts other files into a page, also into its code. `others` are found in those files too. */
  readonly constructs: (page: ExpandedPage, others: readonly Construct[]) => readonly Construct[]
  /** What each page ends with. */
  readonly appended: string
}

/** Folders in which a snippet is looked for. */
const FOLDER_LIMIT = 50
/** Files that a page may include. */
const INCLUSION_LIMIT = 500
const FAULT_LIMIT = 100
/** A snippet that is shown as it is written. */
const ESCAPED = /;(;*-+8<-+(?:[ \t]+(?:"[^"\n]+"|'[^'\n]+'))?)[ \t]*$/my
const SINGLE = /-+8<-+[ \t]+(?:"([^"\n]+)"|'([^'\n]+)')[ \t]*$/my
/** Names of files between two lines. */
const BLOCK = /-+8<-+[ \t]*\n((?:[^\n]*\n){0,200}?)[ \t]*-+8<-+[ \t]*$/my
/** `file.py`, `file.py:3:9`, `file.py:section`. */
const TARGET = /^(.+?)(?::(-?\d*):(-?\d*)|:(-?\d+)|:([A-Za-z][\w-]*))?$/
const SECTION = /(?<!-)-+8<-+[ \t]*\[[ \t]*(start|end)[ \t]*:[ \t]*([\w-]+)[ \t]*\]/
/** `{!file.md!}` of the extensions markdown-include and mdx-include. No part takes what its neighbour takes too. */
const INCLUDE = /\{!>?([^\n!{}[\]]+)(?:\[ln:(\d*)[-.](\d*)\][ \t]*)?!\}/y
/** The same within a line, which stays where there is no such file. */
const INNER = /\{!>?[ \t]*([^\s!{}[\]][^\n!{}[\]]{0,500})!\}/y

/** What the extensions of a site put into pages; without one, nothing does. */
export function snippetsOf(
  base: string,
  root: string,
  extensions: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): Snippets {
  const snippets = extensions.get('pymdownx.snippets')
  const include =
    extensions.get('mdx_include') ??
    extensions.get('markdown_include.include') ??
    extensions.get('markdown_include_variants')
  if (snippets === undefined && include === undefined) return { constructs: (_, others) => others, appended: '' }
  const written = [...texts(snippets?.['base_path']), ...texts(include?.['base_path'])]
  const named = (written.length === 0 ? ['.'] : written).map((path) => joinAddress(base, path))
  const folders = [...new Set([...named.slice(0, FOLDER_LIMIT), base, root])]
  const hasVariants = extensions.has('markdown_include_variants')
  const appended = texts(snippets?.['auto_append']).slice(0, INCLUSION_LIMIT)
  /** Characters that snippets put into all pages. */
  let gained = 0

  function constructsOf(page: ExpandedPage, others: readonly Construct[]): readonly Construct[] {
    let chars = 0
    let inclusions = 0
    let faults = 0

    /** @param chain the files that are put into one another */
    function within(chain: readonly string[]): readonly Construct[] {
      const all: Construct[] = []
      const add = (opening: string, pattern: RegExp, part: NonNullable<Construct['part']>, isLine = true): void => {
        all.push({ opening, pattern, isLine, inCode: true, part })
      }
      const again = (text: string): Part => ({ text, constructs: all })
      add(';', ESCAPED, ([, text = '']) => ({ text, constructs: [] }))
      add('-', SINGLE, ([, double, single = ''], line) => snippet(double ?? single, line, chain))
      add('-', BLOCK, ([, names = '']) => again(singles(names.split('\n'))))
      if (hasVariants) add('{*', VARIANT, (found) => again(codeOfVariant(found)))
      add('{!', INCLUDE, ([, name = '', from, to = ''], line) =>
        snippet(name.trim() + (from === undefined ? '' : `:${from}:${to}`), line, chain),
      )
      const inner: Construct['part'] = ([whole, name = ''], line) =>
        find(name.trimEnd()) === null ? { text: whole, constructs: [] } : snippet(name.trimEnd(), line, chain)
      add('{!', INNER, inner, false)
      all.push(...others)
      return all
    }

    function snippet(target: string, line: number, chain: readonly string[]): Part {
      const [, name = '', from, to, only, section] = TARGET.exec(target) ?? []
      const isTooMuch = ++inclusions > INCLUSION_LIMIT || chars > EXPANDED_LIMIT_CHARS || gained > GAINED_LIMIT_CHARS
      const file = isTooMuch || /^https?:/.test(target) ? null : find(name)
      const isLoop = file !== null && (chain.includes(file) || chain.length > INCLUSION_DEPTH)
      if (file === null || isLoop) return missing(`${target} ${inclusionFault(isTooMuch, isLoop)}`, line)
      const whole = page.folder.readText(file) ?? ''
      const body = name.endsWith('.md') ? splitFrontMatter(whole).body : whole
      const part = section === undefined ? linesOf(body, from ?? only, to ?? only) : sectionOf(body, section)
      if (part === null) return missing(`${target} names no section and no lines of the file`, line)
      const kept = part.split('\n').filter((each) => !SECTION.test(each))
      const text = kept.join('\n').replace(/\n$/, '')
      chars += text.length
      gained += text.length
      return { text, constructs: within([...chain, file]) }
    }

    function missing(message: string, line: number): Part {
      if (faults++ < FAULT_LIMIT) page.fault('unresolved_include', message, line)
      return { text: '', constructs: [] }
    }

    function find(name: string): string | null {
      const paths = folders.map((folder) => joinAddress(folder, name))
      return paths.find((path) => page.folder.readText(path) !== null) ?? null
    }

    return within([page.file])
  }
  return { constructs: constructsOf, appended: singles(appended) }
}

/** Snippets, each in its line. Those behind a `;` are left out. */
function singles(names: readonly string[]): string {
  const wanted = names.map((name) => name.trim()).filter((name) => /^[^;"][^"]*$/.test(name))
  return wanted.map((name) => `--8<-- "${name}"`).join('\n\n')
}

/** The lines between the marks of a section; null if the file has none of this name. */
function sectionOf(body: string, name: string): string | null {
  const lines = body.split('\n')
  const marks = lines.map((line) => SECTION.exec(line))
  const start = marks.findIndex((mark) => mark?.[1] === 'start' && mark[2] === name)
  if (start < 0) return null
  const end = marks.findIndex((mark, at) => at > start && mark?.[1] === 'end' && mark[2] === name)
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n')
}
