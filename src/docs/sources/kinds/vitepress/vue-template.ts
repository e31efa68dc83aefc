import { isBlockElement } from '../../../readers/markdown/tag-names.ts'
import { isShowable, UNKNOWN } from '../../config/config-values.ts'
import { isPrimitive } from '../../config/operators.ts'
import { asMarkdown } from '../../expansion/as-markdown.ts'
import { parseFor, roundsOf } from './vue-alias.ts'
import type { TagToken, VueToken } from './vue-tokens.ts'
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
const BOUND = /^(?::|v-bind:)(href|src|link|text|title|alt)$/

export interface Template {
  readonly text: string
  readonly tokens: readonly VueToken[]
  readonly values: VueValues
  /** Characters that the page may gain. */
  readonly room: number
  readonly fault: (message: string, offset: number) => void
}

/** What the conditions before an element say: one holds, none does, or that is not known; undefined without any. */
type Before = boolean | null | undefined

/** Tokens from one position to another, and the text between two offsets. */
interface Part {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/**
 * Writes a page as Vue shows it, as far as that is known. Lists and expressions that only a program tells are left out. Texts
 * under conditions that only a program tells stay. Each is a fault.
 */
export function expandVue(template: Template): string {
  const { room, text, tokens } = template
  const { namesOf } = template.values
  const reported = new Set<number>()
  let items = 0
  let steps = 0
  let gained = 0

  /** Reports what stands at an offset once, however often a list repeats it. */
  function report({ start }: VueToken, message: string): void {
    if (!reported.has(start)) template.fault(message, start)
    reported.add(start)
  }

  /** A text that the page gains; `''`: it has gained too much by now. */
  function counted(gain: string): string {
    gained += gain.length
    return gained > room ? '' : gain
  }

  /** A value that can be shown; `UNKNOWN`: only a program tells it, or it has no end. */
  function valueOf(expression: string, names: Names): unknown {
    const value = template.values.valueOf(expression, names)
    return isShowable(value) ? value : UNKNOWN
  }

  function write({ end, from, start, to }: Part, names: Names, depth: number): string {
    const parts: string[] = []
    let offset = start
    let before: Before
    for (let at = from; at < to; at++) {
      const token = tokens[at] as VueToken
      if (++steps > STEP_LIMIT || gained > room) continue
      const between = text.slice(offset, token.start)
      parts.push(between)
      offset = token.end
      if (between.trim() !== '') before = undefined
      if (token.kind === 'expression') {
        const value = valueOf(token.expression, names)
        if (value === UNKNOWN) {
          report(token, `{{ ${quoted(token.expression)} }} is left out, since only a program tells its value`)
        } else parts.push(counted(asMarkdown(shown(value))))
      } else if (token.close === null || ![...token.tag.attributes.keys()].some((name) => DIRECTIVE.test(name))) {
        before = undefined
        parts.push(tag(token, names))
      } else {
        const chosen = choose(token, names, before)
        before = chosen.before
        const last = tokens[token.close] as VueToken
        parts.push(chosen.isShown ? element(token, at, names, depth) : emptied(token.start, last.end))
        offset = last.end
        at = token.close
      }
    }
    parts.push(text.slice(offset, end))
    return parts.join('')
  }

  /** Whether an element is shown by its condition. What depends on a program is, since its text is written for readers. */
  function choose(
    token: TagToken,
    names: Names,
    before: Before,
  ): { readonly isShown: boolean; readonly before: Before } {
    const { attributes } = token.tag
    const isElse = attributes.has('v-else')
    const name = ['v-if', 'v-else-if', 'v-show'].find((each) => attributes.has(each))
    if (isElse) return { isShown: before !== true, before: undefined }
    if (name === undefined) return { isShown: true, before: undefined }
    if (name === 'v-else-if' && before === true) return { isShown: false, before }
    const value = template.values.valueOf(attributes.get(name) ?? '', names)
    if (value === UNKNOWN) {
      report(token, `${opening(token, name)} is shown always, since only a program tells when it is`)
      return { isShown: true, before: name === 'v-show' ? undefined : null }
    }
    if (name === 'v-show') return { isShown: Boolean(value), before: undefined }
    return { isShown: Boolean(value), before: value ? true : name === 'v-if' ? false : before }
  }

  function element(token: TagToken, at: number, names: Names, depth: number): string {
    const { attributes, name } = token.tag
    const last = tokens[token.close ?? at] as VueToken
    if (attributes.has('v-pre')) return text.slice(token.start, last.end)
    const written = attributes.get('v-for')
    if (written === undefined) return single(token, at, names, depth)
    const rounds = depth < DEPTH_LIMIT ? listOf(written, names) : null
    if (rounds === null) {
      const message = `${opening(token, 'v-for')} is left out with its content, since only a program tells its list`
      report(token, message)
      return emptied(token.start, last.end)
    }
    items += rounds.length
    const isOfLines = isBlockElement(name) || text.slice(token.start, last.end).includes('\n')
    const parts: string[] = []
    for (const round of rounds) {
      if (gained > room) break
      parts.push(counted(single(token, at, new Map([...names, ...round]), depth + 1)))
    }
    return parts.join(isOfLines ? '\n' : '')
  }

  function listOf(written: string, names: Names): readonly Names[] | null {
    const parts = parseFor(written)
    const list = parts === null ? UNKNOWN : template.values.valueOf(parts.list, names)
    if (parts === null || (Array.isArray(list) && list.includes(UNKNOWN))) return null
    return roundsOf(parts.parameters, list, ITEM_LIMIT - items, namesOf)
  }

  /** An element once, with its content. */
  function single(token: TagToken, at: number, names: Names, depth: number): string {
    const { attributes } = token.tag
    const close = token.close ?? at
    if (close === at) return tag(token, names)
    const last = tokens[close] as TagToken
    const name = ['v-text', 'v-html'].find((each) => attributes.has(each))
    let content = ''
    if (name === undefined) {
      const part = { from: at + 1, to: close, start: token.end, end: last.start }
      content = write(part, namesWithin(attributes, names), depth + 1)
    } else {
      const value = valueOf(attributes.get(name) ?? '', names)
      if (value !== UNKNOWN) content = counted(name === 'v-html' ? shown(value) : asMarkdown(shown(value)))
      else report(token, `${opening(token, name)} is left without its content, since only a program tells it`)
    }
    return tag(token, names) + content + tag(last, names)
  }

  /** The names of what stands in an element. What its component gives to a slot is not known. */
  function namesWithin(attributes: TagToken['tag']['attributes'], names: Names): Names {
    const [, given = ''] = [...attributes].find(([name]) => SLOT.test(name)) ?? []
    if (given === '') return names
    return new Map([...names, ...[...(namesOf(given, []) ?? new Map()).keys()].map((each) => [each, UNKNOWN] as const)])
  }

  /** A tag with the values of its attributes that are known. Templates are no elements, and their content is shown. */
  function tag(token: TagToken, names: Names): string {
    const { attributes, kind, name } = token.tag
    if (name === 'template') return ''
    const written = text.slice(token.start, token.end)
    if (kind === 'close') return written
    const values: string[] = []
    for (const [bound, expression] of attributes) {
      const attribute = BOUND.exec(bound)?.[1]
      if (attribute === undefined) continue
      const value = valueOf(expression, names)
      if (value !== UNKNOWN) values.push(counted(` ${attribute}="${shown(value).replaceAll('"', '&quot;')}"`))
      // Components that are not known are reported as such.
      else if (/^[a-z]|^Badge$/.test(name)) {
        report(token, `${opening(token, bound)} is shown without its ${attribute}, since only a program tells it`)
      }
    }
    const behindName = name.length + 1
    return values.length === 0 ? written : written.slice(0, behindName) + values.join('') + written.slice(behindName)
  }

  /** The lines of what is left out, without their text. */
  function emptied(start: number, end: number): string {
    return text.slice(start, end).replace(/[^\n]+/g, '')
  }

  return write({ from: 0, to: tokens.length, start: 0, end: text.length }, new Map(), 0)
}

/** A tag as faults name it: with one of its attributes. */
function opening({ tag: { attributes, name } }: TagToken, attribute: string): string {
  return `<${name} ${attribute}="${quoted(attributes.get(attribute) ?? '')}">`
}

function quoted(written: string): string {
  const line = written.replace(/\s+/g, ' ')
  return line.length > QUOTED_CHARS ? `${line.slice(0, QUOTED_CHARS)}…` : line
}

/** A value as Vue writes it into a page. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  return isPrimitive(value) ? String(value) : JSON.stringify(value, null, 2)
}
