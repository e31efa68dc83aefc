import { SVG_NAMESPACE } from '../../svg/allowed.ts'
import type { SvgElement } from '../../svg/svg-element.ts'
import { attribute, literal } from './escape.ts'

/** How attributes are written: as in HTML, or by the names of React. */
export type Notation = 'markup' | 'jsx'

const JSX_NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  'xml:lang': 'xmlLang',
  'xml:space': 'xmlSpace',
}

/**
 * Writes a drawing into code of a page or component, with each child of its root on a line. A drawing with a style sheet
 * cannot be written so, since its rules would count for the whole page.
 *
 * @param rootParts Code that follows the attributes of the root, such as handlers.
 */
export function writeMarkup(root: SvgElement, notation: Notation, rootParts: readonly string[]): string {
  const { attributes, children, name } = root
  const start = ['<' + name, `xmlns="${SVG_NAMESPACE}"`, ...writeAttributes(attributes, notation), ...rootParts].join(
    ' ',
  )
  const lines = children.map((child) => `  ${writeNode(child, notation)}`)
  return `${start}>\n${lines.join('\n')}\n</${name}>`
}

function writeNode(node: SvgElement | string, notation: Notation): string {
  if (typeof node === 'string') return escapeBreaks(attribute(node))
  const { attributes, children, name } = node
  const start = ['<' + name, ...writeAttributes(attributes, notation)].join(' ')
  if (children.length === 0) return `${start} />`
  return `${start}>${children.map((child) => writeNode(child, notation)).join('')}</${name}>`
}

function writeAttributes(attributes: SvgElement['attributes'], notation: Notation): string[] {
  return Object.entries(attributes).map(([name, value]) => {
    if (notation === 'jsx' && name === 'style') return `style={${styleObject(value)}}`
    return `${notation === 'jsx' ? jsxName(name) : name}="${escapeBreaks(attribute(value))}"`
  })
}

/** Writes tabs and line ends as references: frameworks trim lines of texts, and make a break in an attribute of JSX a space. */
function escapeBreaks(text: string): string {
  return text.replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function jsxName(name: string): string {
  return JSX_NAMES[name] ?? (/^(?:aria|data)-/.test(name) ? name : camelCase(name))
}

/** The declarations of a `style` attribute as the object that React takes. */
function styleObject(style: string): string {
  const members = style.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':')
    if (colon === -1) return []
    return `${literal(camelCase(declaration.slice(0, colon).trim()))}: ${literal(declaration.slice(colon + 1).trim())}`
  })
  return `{ ${members.join(', ')} }`
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
