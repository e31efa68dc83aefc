import { joinAddress } from '../../../addresses.ts'
import {
  EXPANDED_LIMIT_CHARS,
  fenced,
  INCLUSION_DEPTH,
  inclusionFault,
  linesOf,
  LOOKED_LIMIT_CHARS,
  pathFrom,
  readPart,
} from '../../expand-lines.ts'
import type { Construct, MdxFile, Part } from '../../../readers/markdown/constructs.ts'
import { HEADING_ATTRIBUTES } from '../../../readers/markdown/lines.ts'
import { GAINED_LIMIT_CHARS } from '../../expand-page.ts'
import type { Dialect, ExpandedPage } from '../../source.ts'
import { featuresMarkdown, heroActions, heroMarkdown, imageTag, type HeroImage } from '../../expansion/hero.ts'
import { list, number, record, text as textOf } from '../../values.ts'
import { programOf } from '../../../readers/markdown/template/elements.ts'
import { openTemplate, VERBATIM } from './vue-template.ts'
import { createValues, type VueValues } from './vue-values.ts'
import { createMarkups, importedComponents } from './vue-components.ts'

const INCLUDE = /<!--\s{0,100}@include:([^<>\n]{1,1000})-->/y
/** What an inclusion names: `./file.md#part{3,9}`. */
const PART = /^([^{}#<>]+)(#[^\s{}]+)?(?:\{([\d,]{0,20})\})?$/
const SNIPPET = /<<<[ \t]*(@?[^\s{}#[\]]+)(#[\w-]+)?(?:[ \t]*\{([^{}\n]*)\})?(?:[ \t]*\[([^\]\n]*)\])?[ \t]*$/my
const CONTENTS = /\[\[toc\]\][ \t]*$/imy
// eslint-disable-next-line no-control-regex -- escape sequences begin with a control character
const TERMINAL_COLOUR = /\u001b\[[\d;]*m/g
/** `// #region name`, in the comments of all languages. */
const REGION = /^(?:(?:\/\/|\/\*|#|<!--|--|'|REM)\s*)?#?(region|endregion)\b[ \t]*:?[ \t]*([\w*-]+)?/i
/** Longest sign that may stand for a brace around attributes. */
const DELIMITER_LIMIT_CHARS = 100
const REGION_LIMIT_CHARS = 500
const NOTHING: Part = { text: '', constructs: [] }
/** Height of icons of features in pixels of CSS, as the theme has it. */
const ICON_HEIGHT = 48

/** What VitePress adds to Markdown: inclusions, snippets of code and ids alone, and what Vue shows. */
export function vitepressMarkdown(
  root: string,
  attributes: Readonly<Record<string, unknown>>,
  components: ReadonlyMap<string, string>,
): Required<Pick<Dialect, 'above' | 'constructs' | 'headingAttributes' | 'template'>> {
  const delimiter = (name: string): string | undefined => textOf(attributes[name])?.slice(0, DELIMITER_LIMIT_CHARS)
  const [opening = '{', closing = '}'] = [delimiter('leftDelimiter'), delimiter('rightDelimiter')]
  const within = `${literal(opening)}([^\\n]{1,500}?)${literal(closing)}`
  const isOwn = attributes['disable'] !== true
  /** A line of an id alone, to which links lead. */
  const id: Construct = {
    opening: `${opening}#`,
    pattern: new RegExp(`${literal(opening)}#([\\w:.-]+)${literal(closing)}[ \\t]*$`, 'my'),
    isLine: true,
    part: ([, name = '']) => ({ text: `<a id="${name}"></a>`, constructs: [] }),
  }
  const contents: Construct = { opening: '[[', pattern: CONTENTS, isLine: true, part: () => NOTHING }
  let length = 0
  let looked = 0
  /** Characters that inclusions put into all pages. */
  let gained = 0
  /** Programs of the page and of the parts that are read so far, and the components that they import. */
  let program = ''
  let imported = new Map<string, string>()
  let values: VueValues | null = null

  /** Adds a program. A part is read in the place where it stands, and so knows the program of its page. */
  function addProgram(written: string, file: string): void {
    if (written === '') return
    program += `${written}\n`
    values = null
    imported = new Map([...imported, ...importedComponents(written, file)])
  }

  function template(page: ExpandedPage, written: string): MdxFile {
    addProgram(written, page.file)
    const markups = createMarkups((name) => imported.get(name) ?? components.get(name), page.folder)
    return openTemplate({
      values: () => (values ??= createValues(program, page)),
      room: () => EXPANDED_LIMIT_CHARS - length,
      fault: (message, line) => page.fault('unread_template', message, line),
      partOf({ attributes, name }, line) {
        const markup = attributes.has('children') ? null : markups(name)
        if (markup === null || length > EXPANDED_LIMIT_CHARS) return null
        length += markup.html.length
        if (markup.isPart) {
          const message = `<${name}> is shown without what its program adds to its fixed markup`
          page.fault('unknown_component', message, line)
        }
        return { text: markup.html, constructs: [], file: VERBATIM }
      },
    })
  }

  function constructsOf(page: ExpandedPage, file: string, depth: number): Construct[] {
    const inclusion: Construct = {
      opening: '<!--',
      pattern: INCLUDE,
      part: ([, named = ''], line) => partOf(named.trim(), { ...page, fault: faultAt(page, line) }, file, depth),
    }
    const snippet: Construct = {
      opening: '<<<',
      pattern: SNIPPET,
      isLine: true,
      part: ([, source = '', name, info = '', title], line) => {
        const text = codeOf({ source, name, info, title }, { ...page, fault: faultAt(page, line) }, file)
        return { text, constructs: [] }
      },
    }
    return [inclusion, snippet, contents, id]
  }

  /** Reports faults of a part where the page includes it. */
  function faultAt(page: ExpandedPage, line: number): ExpandedPage['fault'] {
    return (code, message) => page.fault(code, message, line)
  }

  function partOf(named: string, page: ExpandedPage, file: string, depth: number): Part {
    const [, target = named, region, range = ''] = PART.exec(named) ?? []
    if (depth >= INCLUSION_DEPTH || !mayInclude()) return tooMuch(target, page)
    const path = target.startsWith('@') ? joinAddress(root, target.slice(1)) : pathFrom({ file }, target)
    const body = readPart(path, target, page, 1)
    if (body === null || path === null) return NOTHING
    looked += body.length
    const inRegion = regionOf(body, region)
    const part = inRegion === null ? null : linesOf(inRegion, ...range.split(','))
    if (part === null) return noPart(named, page)
    addProgram(programOf(part), path)
    return { text: counted(part).toWellFormed(), constructs: constructsOf(page, path, depth + 1) }
  }

  function tooMuch(name: string, page: ExpandedPage): Part {
    page.fault('unresolved_include', `${name} ${inclusionFault(true, false)}`)
    return NOTHING
  }

  function noPart(named: string, page: ExpandedPage): Part {
    page.fault('unresolved_include', `${named} names no region and no lines of the file`)
    return NOTHING
  }

  function mayInclude(): boolean {
    return length < EXPANDED_LIMIT_CHARS && looked < LOOKED_LIMIT_CHARS && gained < GAINED_LIMIT_CHARS
  }

  /** Counts a text as a part of the page. */
  function counted(text: string): string {
    length += text.length
    gained += text.length
    return text
  }

  interface Snippet {
    readonly source: string
    readonly name: string | undefined
    readonly info: string
    readonly title: string | undefined
  }

  function codeOf({ source, name, info, title }: Snippet, page: ExpandedPage, file: string): string {
    if (!mayInclude()) return tooMuch(source, page).text
    const path = source.startsWith('@') ? joinAddress(root, source.slice(1)) : pathFrom({ file }, source)
    const code = path === null ? null : page.folder.readText(path)
    if (code === null) {
      page.fault('unresolved_include', `${source} is no file that can be read here`)
      return ''
    }
    looked += code.length
    const part = regionOf(code, name)?.replace(TERMINAL_COLOUR, '')
    if (part === undefined) return noPart(source + (name ?? ''), page).text
    const language = /(?:^|\s)([A-Za-z][\w-]*)/.exec(info)?.[1] ?? /\.([\w-]+)$/.exec(source)?.[1] ?? ''
    return counted(fenced(part, `${language} [${title ?? source.slice(source.lastIndexOf('/') + 1)}]`)).toWellFormed()
  }

  return {
    headingAttributes: isOwn ? (opening === '{' ? HEADING_ATTRIBUTES : new RegExp(`${within}$`)) : null,
    above: homeText,
    template,
    constructs(page) {
      length = 0
      looked = 0
      program = ''
      imported = new Map()
      values = null
      return constructsOf(page, page.file, 0)
    },
  }
}

/** A text within a pattern. */
function literal(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&')
}

/** The lines of a region, without those that mark regions and without the indentation that all have; null if no region has this name. */
function regionOf(text: string, written: string | undefined): string | null {
  const name = written?.slice(1)
  if (name === undefined) return text
  const lines = text.split('\n')
  const marks = lines.map((line) => REGION.exec(line.trimStart().slice(0, REGION_LIMIT_CHARS)))
  const start = marks.findIndex((mark) => mark?.[1]?.toLowerCase() === 'region' && mark[2] === name)
  if (start < 0) return headingPart(lines, name)
  let depth = 0
  let end = start + 1
  for (; end < lines.length; end++) {
    const mark = marks[end]?.[1]?.toLowerCase()
    if (mark === 'region') depth += 1
    else if (mark === 'endregion' && depth-- === 0) break
  }
  const inner = lines.slice(start + 1, end).filter((_, at) => !marks[start + 1 + at])
  const indents = inner.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const indent = indents.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
  return inner.map((line) => line.slice(Number.isFinite(indent) ? indent : 0)).join('\n')
}

/** A heading with the id `name` and what stands below it. */
function headingPart(lines: readonly string[], name: string): string | null {
  const levelOf = (line: string): number => /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0
  const start = lines.findIndex((line) => {
    if (levelOf(line) === 0) return false
    const id =
      /\{#([\w-]+)(?: [^{}]*)?\}\s*$/.exec(line)?.[1] ??
      line
        .replace(/^#+\s*/, '')
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
    return id === name
  })
  if (start < 0) return null
  const level = levelOf(lines[start] as string)
  const end = lines.findIndex((line, at) => at > start && levelOf(line) > 0 && levelOf(line) <= level)
  return lines.slice(start, end < 0 ? undefined : end).join('\n')
}

/** What the front matter of a home page says in words: its name, its tagline, its links, its image and its features. */
function homeText({ fields }: ExpandedPage): string {
  if (fields.get('layout') !== 'home') return ''
  const { actions, image, name, tagline, text } = record(fields.get('hero'))
  const hero = heroMarkdown({
    name: textOf(name),
    heading: textOf(text),
    id: null,
    tagline: textOf(tagline),
    image: imageOf(image, null),
    actions: heroActions(actions, ({ theme = 'brand' }) => (theme === 'brand' ? 'primary' : 'secondary')),
  })
  const features = list(fields.get('features')).map((feature) => {
    const { details, icon, link, linkText, title } = record(feature)
    const drawn = textOf(icon) === null ? imageOf(icon, ICON_HEIGHT) : null
    return {
      icon: drawn === null ? (textOf(icon) ?? '') : imageTag(drawn),
      title: textOf(title) ?? '',
      details: textOf(details) ?? '',
      link: textOf(link),
      linkText: textOf(linkText),
    }
  })
  return hero + featuresMarkdown(features)
}

/** An image of the theme: its address, or one for each theme. */
function imageOf(image: unknown, height: number | null): HeroImage | null {
  const { alt, dark, height: own, light, src } = record(image)
  const source = [image, src, light, dark].map(textOf).find((each) => each !== null)
  if (source == null) return null
  const isOne = textOf(light) === null
  return { source, dark: isOne ? null : textOf(dark), alt: textOf(alt) ?? '', height: number(own) ?? height }
}
