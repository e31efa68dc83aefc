import { decodeLoosely } from '../../../../shared/decode-percent.ts'
import { encodePath } from '../../../../shared/encode-path.ts'
import { fileType } from '../../../files/file-types.ts'
import { type Construct, type ConstructPlace, type Part } from '../../../readers/markdown/constructs.ts'
import { folderOf, isMarkdown, joinWithin, lastSegment } from '../../../addresses.ts'
import {
  EXPANDED_LIMIT_CHARS,
  INCLUSION_DEPTH,
  inclusionFault,
  LOOKED_LIMIT_CHARS,
  readPart,
} from '../../expand-lines.ts'
import { GAINED_LIMIT_CHARS } from '../../expand-page.ts'
import { relativeTo, relocated } from '../../mdx/relocated.ts'
import type { ExpandedPage } from '../../source.ts'
import { noteFragment } from './fragments.ts'
import { partOfNote } from './note-parts.ts'
import type { Notes } from './notes.ts'

/** A note has no expressions. */
const NO_PROGRAM = { shown: () => null, valueOf: () => undefined, partOf: () => null }

const LINK = /(!?)\[\[([^[\]\n|\\]{0,500})((?:\\?\|[^[\]\n|]{0,500}){0,4})\]\]/y
const SIZED_IMAGE = /!\[(?:([^[\]\n|]{0,500})\\?\|)?(\d{1,5})(?:x(\d{1,5}))?\]\(([^()\s"<>]{1,2000})\)/y
const TARGET = /\]\(<?([^()<>\n\s#?"]{1,2000})([#?][^()<>\s"]{0,500})?>?\)/y
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/)/i
const MARK = /==(?=[^\s=])([^\n]{1,1000}?)(?<=[^\s=])==(?!=)/y
const COMMENT = /%%[^\n]*?%%/y
const OPEN_COMMENT = /%%/y
const BLOCK_ID = /\^([A-Za-z\d-]{1,100})[ \t]{0,100}$/y
const BLOCK_IDS = /(?:^|[ \t])\^[A-Za-z\d-]{1,100}[ \t]{0,100}$/gm
const EXTENSIONS = ['', '.md', '/README.md', '/index.md']
/** A part of a note that is shown within others. */
interface Shown {
  readonly file: string
  readonly fragment: string | null
}

const SIZE = /^(\d{1,5})(?:x(\d{1,5}))?$/
const MARKUP = /[\\`*_{}[\]<>~=%!#|&$^]/g

/** What Obsidian and wikis add to Markdown: links by names, parts of other notes, marks, comments, and ids of blocks. */
export function createWikiConstructs(
  notes: Notes,
  { isWiki }: { readonly isWiki: boolean },
): (page: ExpandedPage) => readonly Construct[] {
  /** Characters that parts put into all pages. */
  let gained = 0

  return (page) => {
    /** Characters that parts put into the page, and those that were looked through. */
    let length = 0
    let looked = 0

    /** Reports what a line of the page names, and gives its text as it is shown. */
    function missing(shown: string, message: string, line: number, isImage = false): Part {
      page.fault(isImage ? 'missing_image' : 'dead_link', message, line)
      return plain(escaped(shown))
    }

    function find(name: string, from: string, written: string, line: number): string | null {
      const { file, other } = notes.find(name, from)
      if (other !== null)
        page.fault('ambiguous_name', `${written} may be ${file} or ${other}; the first one is taken`, line)
      return file
    }

    function image(file: string, options: readonly string[]): string {
      const size = options.map((option) => SIZE.exec(option)).find((found) => found !== null)
      const alt = options.filter((option) => !SIZE.test(option)).map((option) => option.replace(/^alt=/, ''))
      return imageTag(addressOf(file), alt.join(' ') || lastSegment(file), size?.[1], size?.[2])
    }

    function addressOf(file: string): string {
      return encodePath(relativeTo(page.file, file)).replace(
        /[()'!*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16)}`,
      )
    }

    /** Address of the file that a link in Markdown names where none lies at its path; null: it is written as it is. */
    function byName(target: string, chain: readonly Shown[]): string | null {
      const from = chain.at(-1)?.file ?? page.file
      const name = decodeLoosely(target.replace(/[#?].*$/s, ''))
      const path = joinWithin(folderOf(from), name)
      if (ELSEWHERE.test(target) || (path !== null && EXTENSIONS.some((end) => page.folder.files.has(path + end))))
        return null
      const { file } = notes.find(name, from)
      return file === null ? null : addressOf(file)
    }

    function link(found: RegExpExecArray, line: number, { isAlone }: ConstructPlace, chain: readonly Shown[]): Part {
      const [written, mark = '', target = '', rest = ''] = found
      const from = chain.at(-1)?.file ?? page.file
      const options = rest
        .split(/\\?\|/)
        .slice(1)
        .map((option) => option.trim())
      const isLabelFirst =
        isWiki && mark === '' && options.length > 0 && notes.find(options[0] as string, from).file !== null
      const [named, label] = isLabelFirst ? [options[0] as string, target.trim()] : [target.trim(), options[0]]
      const [name = '', ...headings] = named.split('#')
      const fragment = headings.at(-1) ?? null
      const shown = label || [name.trim(), ...headings].filter((each) => each !== '').join(' > ')
      if (name.trim() === '' && fragment === null) return plain(written)
      const hash = fragment === null ? '' : `#${encodeURIComponent(noteFragment(fragment))}`
      if (name.trim() === '') page.writes?.(hash, written)
      if (name.trim() === '') return plain(`[${label || escaped(shown)}](${hash})`)
      const file = find(name.trim(), from, written, line)
      const isImage = fileType(name.trim())?.image === true
      if (file === null) return missing(shown, `${written} names no ${isImage ? 'file' : 'page'}`, line, isImage)
      if (isImage && (mark === '!' || isWiki)) return plain(image(file, options))
      if (mark === '!' && isMarkdown(file)) {
        const part = embedded({ file, fragment }, written, line, chain, !isAlone)
        const shownHere = isAlone ? part : withinLine(part, found.input.slice(0, found.index))
        if (shownHere !== null) return shownHere
      }
      page.writes?.(addressOf(file) + hash, written)
      return plain(`[${label || escaped(shown)}](${addressOf(file)}${hash})`)
    }

    /** @param inLine whether it stands within a line, where its text alone is taken */
    function embedded(
      { file, fragment }: Shown,
      written: string,
      line: number,
      chain: readonly Shown[],
      inLine: boolean,
    ): Part {
      const isLoop = chain.some((shown) => shown.file === file && shown.fragment === fragment)
      const isTooMuch =
        chain.length > INCLUSION_DEPTH ||
        length > EXPANDED_LIMIT_CHARS ||
        looked > LOOKED_LIMIT_CHARS ||
        gained > GAINED_LIMIT_CHARS
      const body = isLoop || isTooMuch ? null : readPart(file, written, page, line)
      if (body === null) {
        if (isLoop || isTooMuch)
          page.fault('unresolved_include', `${written} ${inclusionFault(isTooMuch, isLoop)}`, line)
        return plain('')
      }
      looked += body.length
      const part = partOfNote(body, fragment)
      if (part === null) {
        page.fault('unresolved_include', `${written} names no heading and no block of ${file}`, line)
        return plain('')
      }
      length += part.length
      gained += part.length
      const within = { ...NO_PROGRAM, target: (target: string) => relocated(target, file, page.file) }
      return { text: part, file: within, constructs: constructsOf([...chain, { file, fragment }], inLine) }
    }

    function constructsOf(chain: readonly Shown[], inLine = false): Construct[] {
      /** The address of a target of the note itself, from where it is shown. */
      const placed = (target: string): string => {
        const from = chain.at(-1)?.file ?? page.file
        const path = inLine && !ELSEWHERE.test(target) ? joinWithin(folderOf(from), decodeLoosely(target)) : null
        return path !== null && page.folder.files.has(path) ? addressOf(path) : target
      }
      const links: Construct = {
        opening: '[[',
        pattern: LINK,
        part: (found, line, place) => link(found, line, place, chain),
      }
      const inMark = (text: string): Part => ({
        text,
        constructs: constructs.filter(({ opening }) => opening !== '=='),
      })
      const constructs: Construct[] = [
        { ...links, opening: '![[' },
        links,
        {
          opening: '![',
          pattern: SIZED_IMAGE,
          part: ([, alt = '', width, height, source = '']) =>
            plain(imageTag(byName(source, chain) ?? placed(source), alt, width, height)),
        },
        {
          opening: '](',
          pattern: TARGET,
          part: ([, target = '', rest = '']) => {
            const found = byName(target, chain)
            if (found !== null) page.writes?.(found + rest, target + rest)
            return plain(`](${found ?? placed(target)}${rest})`)
          },
        },
        { opening: '==', pattern: MARK, part: ([, text = '']) => inMark(`<mark>${text}</mark>`) },
        { opening: '%%', pattern: COMMENT, part: () => plain('') },
        { opening: '%%', pattern: OPEN_COMMENT, until: /%%/, part: () => plain('') },
        {
          opening: '^',
          pattern: BLOCK_ID,
          part(found) {
            if (!/^$|[ \t\])]$/.test(found.input.slice(0, found.index).slice(-1))) return plain(found[0])
            // The id of a block is that of its own page.
            return plain(chain.length > 1 ? '' : `<a id="^${found[1]}"></a>`)
          },
        },
      ]
      return constructs
    }
    return constructsOf([{ file: page.file, fragment: null }])
  }
}

/** A part of a note within a line: its words in the line, or its blocks between two paragraphs. Null: neither can stand there. */
function withinLine(part: Part, line: string): Part | null {
  const text = part.text.replace(BLOCK_IDS, '').trim()
  if (!text.includes('\n')) return { ...part, text }
  // A heading and a row of a table are one line. A comment parts the note from what stands behind it.
  return /^[ \t>]*[#|]/.test(line) ? null : { ...part, text: `\n\n${text}\n\n<!-- -->` }
}

function plain(text: string): Part {
  return { text, constructs: [] }
}

function escaped(text: string): string {
  return text.replace(MARKUP, '\\$&')
}

function imageTag(source: string, alt: string, width?: string, height?: string): string {
  const quoted = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const size = [width && ` width="${width}"`, height && ` height="${height}"`].filter(Boolean).join('')
  return `<img src="${quoted(source)}" alt="${quoted(alt)}"${size}>`
}
