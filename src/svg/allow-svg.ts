import {
  XmlCdata,
  XmlDeclaration,
  XmlDocumentType,
  XmlElement,
  XmlProcessingInstruction,
  XmlText,
} from '@rgrove/parse-xml'
import type { XmlDocument } from '@rgrove/parse-xml'
import { UnusableFileError } from '../shared/unusable-file-error.ts'
import {
  ALLOWED_ELEMENTS,
  ANIMATED_ATTRIBUTES,
  SVG_NAMESPACE,
  TEXT_ALONE_ELEMENTS,
  TEXT_ATTRIBUTES,
  TEXT_ELEMENTS,
  VALUE_ATTRIBUTES,
} from './allowed.ts'
import { writeDeclarations, writeStyleSheet } from './css/write-style.ts'
import { writeAttributeValue } from './css/write-value.ts'
import { HTML_ATTRIBUTES, HTML_ELEMENTS, HTML_NAMESPACE, HTML_STAND_INS } from './html-allowed.ts'
import { attempt, type SvgRules } from './rules.ts'
import type { SvgElement } from './svg-element.ts'

const DEPTH_LIMIT = 128
const ELEMENT_LIMIT = 50_000

/** An embedded image. SVG is excluded, since it could in turn contain anything. */
const EMBEDDED_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+={0,2}$/i

/**
 * Attributes for scripts, programs and pointers, which neither draw nor move anything. The image of a `cursor` at `#a`
 * would be the page itself, which browsers would load once more.
 */
const LEFT_OUT = /^(?:cursor|data-.*|focusable|xmlns)$/i

const XLINK = 'http://www.w3.org/1999/xlink'

/** Where an element stands: among those of SVG, in a text of SVG, first in a `foreignObject`, or in the HTML of one. */
type Place = 'svg' | 'text' | 'foreign' | 'html'

const ARIA = /^aria-[a-z]+$/

/**
 * Extracts the parts of a parsed file that may be written: they can neither run nor load anything, wherever the file is
 * shown. Parts that neither draw nor move, such as comments, metadata and notes of editors, are left out. By the rules,
 * parts that could run or load are left out too, or make the file unusable.
 * @throws {UnusableFileError} that names the obstacle
 */
export function allowSvg(document: XmlDocument, rules: SvgRules): SvgElement {
  for (const node of document.children) {
    if (node instanceof XmlDocumentType && !rules.leavesOut) refuse('it has a document type, which may define entities')
    if (node instanceof XmlProcessingInstruction && !rules.leavesOut)
      refuse(`it has the processing instruction ${node.name}`)
    if (node instanceof XmlDeclaration && !/^utf-?8$/i.test(node.encoding ?? 'utf-8'))
      refuse('it declares another encoding than UTF-8')
  }
  const { root } = document
  if (root === null || root.name !== 'svg' || root.attributes['xmlns'] !== SVG_NAMESPACE) {
    refuse(`its root element is not svg of the namespace ${SVG_NAMESPACE}`)
  }
  let elements = 0
  const linkName = rules.leavesOut ? linkNameOf(root) : 'xlink:href'
  const allowed = allowElement(root, 1, 'svg')
  return allowed ?? refuse('its root element is not allowed')

  /** Null: the element is left out. */
  function allowElement(element: XmlElement, depth: number, place: Place): SvgElement | null {
    elements += 1
    if (elements > ELEMENT_LIMIT) refuse(`it has more than ${ELEMENT_LIMIT} elements`)
    if (depth > DEPTH_LIMIT) refuse(`its elements are nested deeper than ${DEPTH_LIMIT}`)
    if (place === 'foreign' && element.attributes['xmlns'] !== HTML_NAMESPACE) return null
    const isHtml = place === 'foreign' || place === 'html'
    const name = allowName(element.name, place)
    if (name === null) return null
    const attributes = isHtml ? allowHtmlAttributes(element, place) : allowSvgAttributes(element)
    if (attributes === null) return null
    const children: (SvgElement | string)[] = []
    const placeWithin = isHtml ? 'html' : placeIn(name)
    for (const child of element.children) {
      if (child instanceof XmlProcessingInstruction && !rules.leavesOut)
        refuse(`it has the processing instruction ${child.name}`)
      if (child instanceof XmlElement) {
        if (child.name === 'metadata') continue
        if (!isHtml && (TEXT_ALONE_ELEMENTS.has(name) || name === 'style')) {
          if (rules.leavesOut) continue
          refuse(`the element ${name} holds the element ${child.name}`)
        }
        const allowedChild = allowElement(child, depth + 1, placeWithin)
        if (allowedChild !== null) children.push(allowedChild)
      } else if ((isHtml || TEXT_ELEMENTS.has(name)) && (child instanceof XmlText || child instanceof XmlCdata)) {
        children.push(child.text)
      }
    }
    if (name === 'style' && !isHtml) {
      const media = element.attributes['media'] ?? ''
      children.push(...[writeStyleSheet(textOf(element), media, rules)].filter((css) => css !== ''))
    }
    return { name, attributes, children }
  }

  /** The name under which an element is written; null: it is left out. */
  function allowName(name: string, place: Place): string | null {
    if (place === 'foreign' || place === 'html')
      return HTML_ELEMENTS.has(name) ? name : (HTML_STAND_INS.get(name) ?? null)
    if (ALLOWED_ELEMENTS.has(name)) return name
    if (!rules.leavesOut) refuse(`the element ${name} is not allowed`)
    if (rules.html && name === 'foreignObject') return name
    if (name !== 'a') return null
    // What a link holds is drawn all the same. A `g` would hide the words of a text.
    return place === 'text' ? 'tspan' : 'g'
  }

  function allowSvgAttributes(element: XmlElement): Record<string, string> | null {
    return attempt<Record<string, string> | null>(
      rules,
      () => {
        if ((element.attributes['xmlns'] ?? SVG_NAMESPACE) !== SVG_NAMESPACE) refuse('it changes the namespace inside')
        if (element.name === 'style' && !/^\s*(?:text\/css\s*)?$/i.test(element.attributes['type'] ?? ''))
          refuse('its style is not CSS')
        return allowAttributes(element, linkName, rules)
      },
      null,
    )
  }

  function allowHtmlAttributes({ attributes }: XmlElement, place: Place): Record<string, string> {
    const allowed: Record<string, string> = place === 'foreign' ? { xmlns: HTML_NAMESPACE } : {}
    for (const [name, value] of Object.entries(attributes)) {
      if (name === 'style') allowed[name] = writeDeclarations(value, rules)
      else if (HTML_ATTRIBUTES.has(name)) allowed[name] = value
    }
    return allowed
  }
}

/** Place of the elements within an element of SVG. */
function placeIn(name: string): Place {
  if (name === 'foreignObject') return 'foreign'
  return TEXT_ELEMENTS.has(name) ? 'text' : 'svg'
}

/** Name of the attribute `href` of XLink, by the prefix that the root declares. */
function linkNameOf({ attributes }: XmlElement): string {
  const declared = Object.keys(attributes).find((name) => attributes[name] === XLINK && name.startsWith('xmlns:'))
  return `${declared?.slice('xmlns:'.length) ?? 'xlink'}:href`
}

function allowAttributes(
  { name: element, attributes }: XmlElement,
  linkName: string,
  rules: SvgRules,
): Record<string, string> {
  const allowed: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) {
    const written = attempt(
      rules,
      () => allowAttribute(element, name === linkName ? 'xlink:href' : name, value, attributes, rules),
      null,
    )
    if (written !== null) allowed[written.name] = written.value
  }
  return allowed
}

/** An attribute as it is written; null: it is left out. */
function allowAttribute(
  element: string,
  name: string,
  value: string,
  all: Readonly<Record<string, string>>,
  rules: SvgRules,
): { readonly name: string; readonly value: string } | null {
  if (name === 'href') return { name, value: allowAddress(element, value) }
  if (name === 'xlink:href') {
    const address = allowAddress(element, value)
    // An `href` has precedence over it (SVG 2, §16.1.6).
    return 'href' in all ? null : { name: 'href', value: address }
  }
  if (name === 'style') return { name, value: writeDeclarations(value, rules) }
  if (name === 'attributeName') return { name, value: allowTarget(value) }
  if (VALUE_ATTRIBUTES.has(name)) return { name, value: writeAttributeValue(value) }
  if (TEXT_ATTRIBUTES.has(name) || ARIA.test(name)) return { name, value }
  refuseOrLeaveOut(name)
  return null
}

/** Leaves out notes of editors, which are attributes of other namespaces, but refuses those that browsers act upon. */
function refuseOrLeaveOut(name: string): void {
  const colon = name.indexOf(':')
  const local = name.slice(colon + 1).toLowerCase()
  if (local.startsWith('on')) refuse(`the attribute ${name} is an event handler`)
  if (LEFT_OUT.test(name)) return
  if (colon === -1 || name === 'xml:base' || local === 'href' || local === 'src') {
    refuse(`the attribute ${name} is not allowed`)
  }
}

function allowAddress(element: string, value: string): string {
  const address = value.trim()
  // An image at `#a` would be the page itself, which browsers would load once more.
  if (address.startsWith('#') && element !== 'image') return address
  const image = address.replaceAll(/\s/g, '')
  if (element === 'image' && EMBEDDED_IMAGE.test(image)) return image
  return refuse('href leads out of the file')
}

/** An animation sets attributes over time, so it must not reach those with a check of their own. */
function allowTarget(value: string): string {
  const target = value.trim()
  if (!ANIMATED_ATTRIBUTES.has(target)) refuse(`an animation of ${target} is not allowed`)
  return target
}

function textOf(element: XmlElement): string {
  return element.children
    .map((child) => (child instanceof XmlText || child instanceof XmlCdata ? child.text : ''))
    .join('')
}

function refuse(reason: string): never {
  throw new UnusableFileError(reason)
}
