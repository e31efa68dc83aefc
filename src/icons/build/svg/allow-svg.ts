import {
  XmlCdata,
  XmlDeclaration,
  XmlDocumentType,
  XmlElement,
  XmlProcessingInstruction,
  XmlText,
} from '@rgrove/parse-xml'
import type { XmlDocument } from '@rgrove/parse-xml'
import { UnusableFileError } from '../read-file.ts'
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

const ARIA = /^aria-[a-z]+$/

/**
 * Extracts the parts of a parsed file that may be written: they can neither run nor load anything, wherever the file is
 * shown. Parts that could do so make the file unusable. Parts that neither draw nor move, such as comments, metadata
 * and notes of editors, are left out.
 * @throws {UnusableFileError} that names the obstacle
 */
export function allowSvg(document: XmlDocument): SvgElement {
  for (const node of document.children) {
    if (node instanceof XmlDocumentType) refuse('it has a document type, which may define entities')
    if (node instanceof XmlProcessingInstruction) refuse(`it has the processing instruction ${node.name}`)
    if (node instanceof XmlDeclaration && !/^utf-?8$/i.test(node.encoding ?? 'utf-8'))
      refuse('it declares another encoding than UTF-8')
  }
  const { root } = document
  if (root === null || root.name !== 'svg' || root.attributes['xmlns'] !== SVG_NAMESPACE) {
    refuse(`its root element is not svg of the namespace ${SVG_NAMESPACE}`)
  }
  let elements = 0
  return allowElement(root, 1)

  function allowElement(element: XmlElement, depth: number): SvgElement {
    const { name } = element
    elements += 1
    if (elements > ELEMENT_LIMIT) refuse(`it has more than ${ELEMENT_LIMIT} elements`)
    if (depth > DEPTH_LIMIT) refuse(`its elements are nested deeper than ${DEPTH_LIMIT}`)
    if (!ALLOWED_ELEMENTS.has(name)) refuse(`the element ${name} is not allowed`)
    const attributes = allowAttributes(element)
    const children: (SvgElement | string)[] = []
    for (const child of element.children) {
      if (child instanceof XmlProcessingInstruction) refuse(`it has the processing instruction ${child.name}`)
      if (child instanceof XmlElement) {
        if (child.name === 'metadata') continue
        if (TEXT_ALONE_ELEMENTS.has(name) || name === 'style')
          refuse(`the element ${name} holds the element ${child.name}`)
        children.push(allowElement(child, depth + 1))
      } else if (TEXT_ELEMENTS.has(name) && (child instanceof XmlText || child instanceof XmlCdata)) {
        children.push(child.text)
      }
    }
    if (name === 'style') children.push(...[writeStyleSheet(textOf(element))].filter((css) => css !== ''))
    return { name, attributes, children }
  }
}

function allowAttributes({ name: element, attributes }: XmlElement): Record<string, string> {
  const allowed: Record<string, string> = {}
  if ((attributes['xmlns'] ?? SVG_NAMESPACE) !== SVG_NAMESPACE) refuse('it changes the namespace inside')
  if (element === 'style' && !/^\s*(?:text\/css\s*)?$/i.test(attributes['type'] ?? '')) refuse('its style is not CSS')
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'href') allowed['href'] = allowAddress(element, value)
    else if (name === 'xlink:href') {
      const address = allowAddress(element, value)
      // An `href` has precedence over it (SVG 2, §16.1.6).
      if (!('href' in attributes)) allowed['href'] = address
    } else if (name === 'style') allowed[name] = writeDeclarations(value)
    else if (name === 'attributeName') allowed[name] = allowTarget(value)
    else if (VALUE_ATTRIBUTES.has(name)) allowed[name] = writeAttributeValue(value)
    else if (TEXT_ATTRIBUTES.has(name) || ARIA.test(name)) allowed[name] = value
    else refuseOrLeaveOut(name)
  }
  return allowed
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
