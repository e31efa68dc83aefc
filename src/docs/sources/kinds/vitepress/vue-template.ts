import type { HeldElement, MdxFile, Part, Template } from '../../../readers/markdown/constructs.ts'
import { markupOf as asMarkup } from '../../../readers/markdown/mdx/given-html.ts'
import type { Tag } from '../../../readers/markdown/tag.ts'
import { isShowable, UNKNOWN } from '../../config/config-values.ts'
import { isPrimitive } from '../../config/operators.ts'
import { asMarkdown } from '../../expansion/as-markdown.ts'
import { isUnknownComponent } from '../../../readers/markdown/components.ts'
import { record } from '../../values.ts'
import { parseFor, roundsOf } from './vue-alias.ts'
import type { Names, VueValues } from './vue-values.ts'

/** Elements that lists of one page may make together. */
const ITEM_LIMIT = 1000
/** Tags and expressions that are looked at for one page, each time that a list repeats them. */
const STEP_LIMIT = 500_000
/** Lists and conditions that may stand in one another. */
const DEPTH_LIMIT = 30
const QUOTED_CHARS = 100
const DIRECTIVE = /^(?:#|v-slot\b|v-(?:pre|for|if|else|else-if|show|text|html)$)/
/** What gives names to the content of an element by a program. */
const SLOT = /^(?:#|v-slot\b)/
const BOUND = /^(?::|v-bind:)(href|src|srcset|srcdoc|poster|data|link|text|title|alt)$/
/** Gives attributes by their names. */
const BOUND_MEMBERS = 'v-bind'
/** Attributes that a page does not show, and those of Vue. */
const OF_VUE = /^(?:[:@#]|v-)/

export interface VuePage {
  /** The values of the programs that are read so far. */
  readonly values: () => VueValues
  /** Characters that the page may gain. */
  readonly room: () => number
  readonly fault: (message: string, line: number) => void
  /** What stands in the place of a component; null: it stands for itself. */
  readonly partOf: (tag: Tag, line: number) => Part | null
}

/** What the conditions before an element say: one holds, none does, or that is not known; undefined without any. */
type Before = boolean | null | undefined

/** What stands in an element that Vue leaves alone, which is text as it is written. */
export const VERBATIM: MdxFile = {
  shown: () => null,
  valueOf: () => undefined,
  partOf: () => null,
  target: (written) => written,
}

/**
 * Opens a page as Vue shows it, as far as that is known. Lists and expressions that only a program tells are left out. Texts
 * under conditions that only a program tells stay. Each is a fault.
 */
export function openTemplate(page: VuePage): MdxFile {
  const reported = new Set<string>()
  let items = 0
  let steps = 0
  let gained = 0

  /** Reports what stands on a line once, however often a list repeats it. */
  function report(message: string, line: number): void {
    const fault = `${line} ${message}`
    if (!reported.has(fault)) page.fault(message, line)
    reported.add(fault)
  }

  /** A text that the page gains; `''`: it has gained too much by now. */
  function counted(gain: string, line: number): string {
    gained += gain.length
    if (gained <= page.room() && ++steps <= STEP_LIMIT) return gain
    report('lists and values of this page are left out from here on, as it would grow too long', line)
    return ''
  }

  function open(names: Names, depth: number): MdxFile {
    /** A value that can be shown; `UNKNOWN`: only a program tells it, or it has no end. */
    function valueOf(expression: string, given = names): unknown {
      const value = page.values().valueOf(expression, given)
      return isShowable(value) ? value : UNKNOWN
    }

    /** Whether an element is shown by its condition. What depends on a program is, since its text is written for readers. */
    function choose(
      { line, tag }: HeldElement,
      before: Before,
    ): { readonly isShown: boolean; readonly before: Before } {
      const { attributes } = tag
      if (attributes.has('v-else')) return { isShown: before !== true, before: undefined }
      const name = ['v-if', 'v-else-if', 'v-show'].find((each) => attributes.has(each))
      if (name === undefined) return { isShown: true, before: undefined }
      if (name === 'v-else-if' && before === true) return { isShown: false, before }
      const value = page.values().valueOf(attributes.get(name) ?? '', names)
      if (value === UNKNOWN) {
        report(`${opening(tag, name)} is shown always, since only a program tells when it is`, line)
        return { isShown: true, before: name === 'v-show' ? undefined : null }
      }
      if (name === 'v-show') return { isShown: Boolean(value), before: undefined }
      return { isShown: Boolean(value), before: value ? true : name === 'v-if' ? false : before }
    }

    /** The parts that an element is, one for each round of its list. */
    function rounds(element: HeldElement): readonly Part[] {
      const { line, tag } = element
      const { attributes } = tag
      if (attributes.has('v-pre')) return [written(element, tag, element.content, VERBATIM)]
      const list = attributes.get('v-for')
      if (depth >= DEPTH_LIMIT) {
        report(`<${tag.name}> is left out with its content, since it stands in too many others`, line)
        return []
      }
      if (list === undefined) return [single(element, names)]
      const found = listOf(list)
      if (found === null) {
        const message = `${opening(tag, 'v-for')} is left out with its content, since only a program tells its list`
        report(message, line)
        return []
      }
      items += found.length
      const parts = found.map((round) => single(element, new Map([...names, ...round])))
      return parts.filter(({ text }) => counted(text, line) !== '')
    }

    function listOf(list: string): readonly Names[] | null {
      const parts = parseFor(list)
      const value = parts === null ? UNKNOWN : page.values().valueOf(parts.list, names)
      if (parts === null || (Array.isArray(value) && value.includes(UNKNOWN))) return null
      return roundsOf(parts.parameters, value, ITEM_LIMIT - items, page.values().namesOf)
    }

    /** An element once, with its content. */
    function single(element: HeldElement, given: Names): Part {
      const { line, tag } = element
      const { attributes } = tag
      const own = open(namesWithin(attributes, given), depth + 1)
      const shownTag = own.template?.tagOf(tag, () => line) ?? tag
      const name = ['v-text', 'v-html'].find((each) => attributes.has(each))
      if (name === undefined) return written(element, shownTag, element.content, own)
      const value = valueOf(attributes.get(name) ?? '', given)
      let content = ''
      if (value !== UNKNOWN)
        content = counted(name === 'v-html' ? asMarkup(shown(value)) : asMarkdown(shown(value)), line)
      else report(`${opening(tag, name)} is left without its content, since only a program tells it`, line)
      return written(element, shownTag, content, VERBATIM)
    }

    /** The names of what stands in an element. What its component gives to a slot is not known. */
    function namesWithin(attributes: Tag['attributes'], given: Names): Names {
      const [, slot = ''] = [...attributes].find(([name]) => SLOT.test(name)) ?? []
      if (slot === '') return given
      const unknown = [...(page.values().namesOf(slot, []) ?? new Map()).keys()]
      return new Map([...given, ...unknown.map((each) => [each, UNKNOWN] as const)])
    }

    const template: Template = {
      holds: ({ attributes, name }) =>
        name === 'template' || (attributes.size > 0 && [...attributes.keys()].some((each) => DIRECTIVE.test(each))),
      partsOf(elements) {
        const parts: Part[] = []
        let before: Before
        for (const element of elements) {
          const chosen = choose(element, before)
          before = chosen.before
          if (chosen.isShown) for (const part of rounds(element)) parts.push(part)
        }
        return parts
      },
      tagOf(tag, line) {
        const isBound = (name: string): boolean => BOUND.test(name) || name === BOUND_MEMBERS
        const bound = [...tag.attributes].filter(([name, expression]) => isBound(name) && expression !== '')
        if (bound.length === 0 || tag.kind === 'close') return tag
        const attributes = new Map(tag.attributes)
        for (const [name, expression] of bound) {
          const value = valueOf(expression)
          const members = name === BOUND_MEMBERS ? record(value) : { [BOUND.exec(name)?.[1] ?? '']: value }
          if (value !== UNKNOWN) {
            for (const [key, member] of Object.entries(members))
              if (isPrimitive(member)) attributes.set(key, counted(shown(member), line()))
          } else if (!isUnknownComponent(tag.name)) {
            const what = name === BOUND_MEMBERS ? 'these attributes' : `its ${Object.keys(members).join()}`
            report(`${opening(tag, name)} is shown without ${what}, since only a program tells it`, line())
          }
        }
        return { ...tag, attributes }
      },
      textOf(expression, line) {
        const value = valueOf(expression)
        if (value !== UNKNOWN) return counted(shown(value).replace(/\s+/g, ' '), line)
        report(`{{ ${quoted(expression)} }} is left out, since only a program tells its value`, line)
        return ''
      },
    }
    return { ...VERBATIM, template, partOf: (tag, line) => page.partOf(tag, line()) }
  }

  return open(new Map(), 0)
}

/** An element with the attributes that it has without Vue. Templates are no elements, and their content is shown. */
function written({ row }: HeldElement, { attributes, kind, name }: Tag, content: string | null, file: MdxFile): Part {
  const own = [...attributes].filter(([each]) => !OF_VUE.test(each))
  const given = own.map(([each, value]) => ` ${each}="${value.replace(/\s+/g, ' ').replaceAll('"', '&quot;')}"`)
  const opened = `<${name}${given.join('')}${kind === 'void' ? ' /' : ''}>`
  const text = name === 'template' ? (content ?? '') : opened + (content === null ? '' : `${content}</${name}>`)
  return { text, constructs: [], file, row }
}

/** A tag as faults name it: with one of its attributes. */
function opening({ attributes, name }: Tag, attribute: string): string {
  return `<${name} ${attribute}="${quoted(attributes.get(attribute) ?? '')}">`
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > QUOTED_CHARS ? `${line.slice(0, QUOTED_CHARS)}…` : line
}

/** A value as Vue writes it into a page. A text of a program may have half a character. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  return (isPrimitive(value) ? String(value) : JSON.stringify(value, null, 2)).toWellFormed()
}
