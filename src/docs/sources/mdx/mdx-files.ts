import { fileType } from '../../files/file-types.ts'
import { splitFrontMatter } from '../../front-matter.ts'
import type { Formulas } from '../../readers/markdown/code/formulas.ts'
import type { MdxFile, Part } from '../../readers/markdown/constructs.ts'
import { scanMdx } from '../../readers/markdown/mdx/scan-mdx.ts'
import { openModule, type OpenModule } from '../config/config-module.ts'
import { isRecord, isShowable, Program, UNKNOWN } from '../config/config-values.ts'
import { shownInMdx } from '../config/jsx-markup.ts'
import { EXPANDED_LIMIT_CHARS, fenced, INCLUSION_DEPTH } from '../expand-lines.ts'
import { GAINED_LIMIT_CHARS } from '../expand-page.ts'
import type { ExpandedPage, ModuleRules, NamedFile, SourceFolder } from '../source.ts'
import { relativeTo, relocated } from './relocated.ts'

/** A page of MDX, as far as what it takes from elsewhere is concerned. */
type MdxPage = Pick<ExpandedPage, 'fault' | 'fields' | 'file'> & { readonly folder: Pick<SourceFolder, 'readText'> }

interface MdxRules extends ModuleRules {
  readonly formulas?: Formulas | undefined
}

/** What all parts of one page have in common. */
interface Shared {
  readonly page: MdxPage
  /** Characters that further parts and values may add. */
  left: number
  /** Characters of programs that may still be read. */
  programsLeft: number
  expressionsLeft: number
  partsLeft: number
  /** Whether a part that was not included has been reported. */
  isReported: boolean
}

/** A file that is read: the page itself, or a part of it. */
interface Opened {
  readonly file: string
  readonly code: string
  /** Values that the element has which stands for the part. */
  readonly props: ReadonlyMap<string, unknown>
  readonly depth: number
  /** Line of the page that the part stands on; null: it is the page itself. */
  readonly line: number | null
}

/** Parts that one page may hold. */
const PART_LIMIT = 1000
/** Expressions of one page that are evaluated. */
const EXPRESSION_LIMIT = 2000
/** Programs that one page may read. Each of its parts reads those again that it names. */
const PROGRAM_LIMIT_CHARS = 4_000_000

/** Media types of files that hold data or text, which a program reads. */
const IS_READ = /\b(?:plain|csv|json)\b/
const MARKDOWN = /\.mdx?$/
const IS_RAW = /^!!raw-loader!|[?&]raw$/
/** Member of what a file of MDX exports that stands for its page. */
const PAGE = 'a page of MDX'
const NOTHING: Part = { text: '', constructs: [] }

/** Opens the pages of a source that are MDX, with what they import. Nothing of it is run. */
export function createMdxFiles({ formulas, named, pathOf, shown }: MdxRules): (page: MdxPage, code: string) => MdxFile {
  /** Characters that parts put into all pages. */
  let gained = 0

  return (page, code) => {
    const shared: Shared = {
      page,
      left: EXPANDED_LIMIT_CHARS,
      programsLeft: PROGRAM_LIMIT_CHARS,
      expressionsLeft: EXPRESSION_LIMIT,
      partsLeft: PART_LIMIT,
      isReported: false,
    }
    return open({ file: page.file, code, props: new Map(), depth: 0, line: null }, shared)
  }

  function open(opened: Opened, shared: Shared): MdxFile {
    const { code, depth, file, props } = opened
    const { page } = shared
    const frontMatter = depth === 0 ? Object.fromEntries(page.fields) : {}
    const given = new Map<string, unknown>([
      ...['frontMatter', 'frontmatter'].map((name) => [name, frontMatter] as const),
      ...props,
      ['props', Object.fromEntries(props)],
    ])
    const values = new Map<string, unknown>()
    let module: OpenModule | null = null

    function told(expression: string): unknown {
      if (!values.has(expression))
        values.set(expression, shared.expressionsLeft-- > 0 ? evaluated(expression) : UNKNOWN)
      return values.get(expression)
    }

    function evaluated(expression: string): unknown {
      module ??= openModule(
        file,
        (path) => programAt(path, opened, shared),
        (from, of) => programPath(from, of, pathOf),
      )
      return module.valueOf(expression, given)
    }

    /** The page that a name stands for by an import, or null. */
    function imported(name: string): NamedFile | null {
      const value = told(name)
      const page = value instanceof Program ? told(`${name}()`) : value
      if (!isRecord(page) || !Object.hasOwn(page, PAGE)) return null
      return { path: page[PAGE] as string | null, written: String(page['written']) }
    }

    return {
      shown(expression) {
        const text = shared.left > 0 ? shownInMdx(told(expression)) : null
        shared.left -= text?.length ?? 0
        return text
      },
      valueOf(expression) {
        const value = told(expression)
        if (value === UNKNOWN || !isShowable(value)) return undefined
        shared.left -= typeof value === 'string' ? value.length : 0
        return shared.left > 0 ? value : undefined
      },
      partOf(tag, line) {
        const text = shared.left > 0 ? (shown?.(tag, { code, page: page.file }) ?? null) : null
        shared.left -= text?.length ?? 0
        if (text !== null) return { text, constructs: [] }
        const { name } = tag
        const from = named?.(tag, file) ?? (/^[A-Z]\w*$/.test(name) && code.includes(name) ? imported(name) : null)
        if (from === null) return null
        const values = [...tag.expressions].map(([key, expression]) => [key, told(expression)] as const)
        const part = { props: new Map([...tag.attributes, ...values]), depth: depth + 1, line: opened.line ?? line() }
        return partAt(from, part, shared)
      },
      target: (target) => relocated(target, file, page.file),
    }
  }

  function partAt(named: NamedFile, part: Omit<Opened, 'code' | 'file'>, shared: Shared): Part {
    const { info, path, section, written } = named
    const { page } = shared
    const line = part.line ?? 1
    if (part.depth > INCLUSION_DEPTH || shared.left <= 0 || gained > GAINED_LIMIT_CHARS || shared.partsLeft-- <= 0) {
      const message = `${written} is not included, as parts nest too deep or grow too long`
      if (!shared.isReported) page.fault('unresolved_include', message, line)
      shared.isReported = true
      return NOTHING
    }
    const whole = path === null ? null : page.folder.readText(path)
    shared.left -= whole?.length ?? 0
    const own = whole === null || section === undefined ? whole : section.of(whole)
    if (path === null || own === null) {
      const why = whole === null ? 'is no file that can be read here' : `has no section ${section?.name ?? ''}`
      page.fault('unresolved_include', `${written} ${why}`, line)
      return NOTHING
    }
    gained += own.length
    if (info !== undefined) return { text: fenced(own, info), constructs: [] }
    const text = splitFrontMatter(own).body
    const { code, faults } = scanMdx(text, formulas)
    for (const { code, message } of faults.slice(0, 1)) page.fault(code, `${written}: ${message}`, line)
    return {
      text: text.trim(),
      constructs: [],
      mdx: faults.length === 0,
      file: open({ ...part, file: path, code }, shared),
    }
  }
}

/** Where the program of a module lies that is imported. What is shown for its text alone has a sign before its path. */
function programPath(from: string, file: string, pathOf: ModuleRules['pathOf']): string | null {
  const written = from.replace(/^!!raw-loader!|[?&]raw$/g, '')
  const path = pathOf(written, file.replace(/^\w+:/, ''))
  if (IS_RAW.test(from)) return path === null ? null : `raw:${path}:`
  return MARKDOWN.test(written) ? `page:${path ?? ''}:${written}` : path
}

/** The program of a module: that of the file itself, or what stands for a page, a shown file or the text of a file. */
function programAt(path: string, { code, file }: Opened, shared: Shared): string | null {
  const { folder } = shared.page
  if (path === file) return code
  if (isShownFile(path) && !path.startsWith('raw:')) return exported(relativeTo(shared.page.file, path))
  const [, kind, found = path, written = ''] = /^(raw|page):([^:]*):([^]*)$/.exec(path) ?? []
  const text = found === '' || shared.programsLeft < 0 ? null : folder.readText(found)
  shared.programsLeft -= text?.length ?? 0
  if (kind === 'raw') return text === null ? null : exported(text)
  if (kind !== 'page') return text
  return `${scanMdx(text ?? '').code}\n\n${exported({ [PAGE]: found || null, written })}`
}

/** Whether a page shows, plays or offers a file, of which a module exports the address. */
function isShownFile(path: string): boolean {
  const type = fileType(path)
  return type !== null && !IS_READ.test(type.mediaType)
}

function exported(value: unknown): string {
  return `export default ${JSON.stringify(value)}`
}
