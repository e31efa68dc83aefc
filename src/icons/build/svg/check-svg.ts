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
import { ALLOWED_ELEMENTS, ANIMATION_ELEMENTS, SVG_NAMESPACE } from './allowed.ts'

const DEPTH_LIMIT = 128
const ELEMENT_LIMIT = 50_000

/** A picture inside of the file itself. SVG is not among them, since it could in turn hold anything. */
const EMBEDDED_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i

/** CSS that loads something by other means than `url()`. */
const LOADING_CSS =
  /@import|@charset|image-set\s*\(|\bimage\s*\(|\bsrc\s*\(|cross-fade\s*\(|expression\s*\(|-moz-binding|\bbehavior\s*:/i

/** Attributes whose text is for people and programs. */
const NEVER_CSS = /^(?:aria|data)-/

// eslint-disable-next-line no-control-regex -- browsers pass over them in addresses
const IGNORED_IN_ADDRESSES = /[\u0000-\u0020\u007f-\u00a0\u2000-\u200f\u2028-\u202f\ufeff]/g

/**
 * Checks that a parsed SVG file can neither run anything nor load anything, wherever it is shown. Returns its elements in
 * the order of the document.
 * @throws {UnusableFileError} that says what is in the way
 */
export function checkSvg(document: XmlDocument): XmlElement[] {
  for (const node of document.children) {
    if (node instanceof XmlDocumentType) refuse('it has a document type, which may define entities')
    if (node instanceof XmlDeclaration && !/^utf-?8$/i.test(node.encoding ?? 'utf-8'))
      refuse('it declares another encoding than UTF-8')
  }
  const { root } = document
  if (root === null || root.name !== 'svg' || root.attributes['xmlns'] !== SVG_NAMESPACE) {
    refuse(`its root element is not svg of the namespace ${SVG_NAMESPACE}`)
  }
  const elements: XmlElement[] = []
  const waiting: { readonly node: XmlDocument | XmlElement; readonly depth: number }[] = [{ node: document, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next
    if (depth > DEPTH_LIMIT) refuse(`its elements are nested deeper than ${DEPTH_LIMIT}`)
    for (const child of node.children.toReversed()) {
      if (child instanceof XmlProcessingInstruction) refuse(`it has the processing instruction ${child.name}`)
      if (child instanceof XmlElement) waiting.push({ node: child, depth: depth + 1 })
    }
    if (!(node instanceof XmlElement)) continue
    elements.push(node)
    if (elements.length > ELEMENT_LIMIT) refuse(`it has more than ${ELEMENT_LIMIT} elements`)
    checkElement(node, node === root)
  }
  return elements
}

function checkElement(element: XmlElement, isRoot: boolean): void {
  const { name, attributes } = element
  if (!ALLOWED_ELEMENTS.has(name)) refuse(`the element ${name} is not allowed`)
  if (name === 'style') checkCss(textOf(element))
  for (const [attribute, value] of Object.entries(attributes)) checkAttribute(name, attribute, value, isRoot)
  if (ANIMATION_ELEMENTS.has(name)) checkAnimation(attributes)
}

function checkAttribute(element: string, attribute: string, value: string, isRoot: boolean): void {
  const local = attribute.slice(attribute.indexOf(':') + 1).toLowerCase()
  if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) {
    // Elsewhere a declaration could make an element of HTML out of one that looks like SVG.
    if (!isRoot && value !== SVG_NAMESPACE && attribute === 'xmlns') refuse('it changes the namespace inside')
    return
  }
  if (local.startsWith('on')) refuse(`the attribute ${attribute} is an event handler`)
  if (attribute === 'xml:base') refuse('xml:base is not allowed')
  if (local === 'href' || local === 'src') return checkAddress(element, attribute, value)
  if (isScript(value)) refuse(`${attribute} holds the address of a script`)
  if (local === 'style') return checkCss(value)
  checkUrls(value)
  // Presentation attributes take values of CSS, and animations set them.
  if (!NEVER_CSS.test(attribute) && LOADING_CSS.test(value)) refuse(`${attribute} loads something`)
}

function checkAddress(element: string, attribute: string, value: string): void {
  const address = value.trim()
  if (address.startsWith('#') || (element === 'image' && EMBEDDED_IMAGE.test(address))) return
  refuse(`${attribute} leads out of the file`)
}

/** An animation sets attributes over time, so that it must not reach those that are checked. */
function checkAnimation(attributes: Readonly<Record<string, string>>): void {
  const target = (attributes['attributeName'] ?? '').trim()
  const local = target.slice(target.indexOf(':') + 1).toLowerCase()
  if (local === 'href' || local === 'src' || local === 'style' || local.startsWith('on') || target.startsWith('xml')) {
    refuse(`an animation of ${target} is not allowed`)
  }
}

function checkCss(css: string): void {
  // An escape could spell any of the words below.
  if (css.includes('\\')) refuse('its style has a backslash')
  if (LOADING_CSS.test(css.replaceAll(/\/\*[\s\S]*?\*\//g, ''))) refuse('its style loads something')
  if (isScript(css)) refuse('its style holds the address of a script')
  checkUrls(css)
}

function checkUrls(value: string): void {
  if (!/url|\\/i.test(value)) return
  for (const [, address = ''] of value.matchAll(/url\s*\(\s*["']?\s*(.?)/gis)) {
    if (address !== '#') refuse('url() leads out of the file')
  }
  if (value.includes('\\') && value.includes('(')) refuse('it has a backslash where an address may be')
}

function isScript(value: string): boolean {
  if (!value.includes(':')) return false
  return /(?:java|vb|live)script:|data:text\//i.test(value.replaceAll(IGNORED_IN_ADDRESSES, ''))
}

export function textOf(element: XmlElement): string {
  return element.children
    .map((child) => (child instanceof XmlText || child instanceof XmlCdata ? child.text : ''))
    .join('')
}

function refuse(reason: string): never {
  throw new UnusableFileError(reason)
}
