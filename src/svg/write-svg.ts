import { SVG_NAMESPACE } from './allowed.ts'
import type { SvgElement } from './svg-element.ts'

/**
 * Writes an SVG file that XML and HTML parsers read alike. Every element is closed and every value quoted. There are no
 * comments, CDATA sections, instructions or document types.
 */
export function writeSvg(root: SvgElement): string {
  const parts: string[] = []
  writeElement(root, ` xmlns="${SVG_NAMESPACE}"`)
  return parts.join('')

  function writeElement({ name, attributes, children }: SvgElement, namespace: string): void {
    parts.push('<', name, namespace)
    for (const [attribute, value] of Object.entries(attributes)) parts.push(' ', attribute, '="', escape(value), '"')
    if (children.length === 0) {
      parts.push('/>')
      return
    }
    parts.push('>')
    for (const child of children) {
      if (typeof child === 'string') parts.push(escape(child))
      else writeElement(child, '')
    }
    parts.push('</', name, '>')
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

function escape(text: string): string {
  return /[&<>"\t\n\r]/.test(text) ? text.replaceAll(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? '') : text
}
