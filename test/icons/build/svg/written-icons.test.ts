import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml'
import t from 'tap'
import { readSvg } from '../../../../src/icons/build/svg/read-svg.ts'
import { ownSvgSources } from '../../../support/own-svg-sources.ts'

/** @returns the names, ordered attributes and texts of all elements, without the space between them */
function meaningOf(text: string): string {
  const parts: string[] = []
  const visit = ({ name, attributes, children }: XmlElement): void => {
    parts.push(`<${name}`, JSON.stringify(Object.entries(attributes).filter(([attribute]) => attribute !== 'xmlns')))
    for (const child of children) {
      if (child instanceof XmlElement) visit(child)
      else if (child instanceof XmlText) parts.push(child.text.trim())
    }
    parts.push('>')
  }
  const { root } = parseXml(text)
  if (root !== null) visit(root)
  return parts.join('')
}

t.test('every icon of the sets that come with the service means the same as its author wrote', (t) => {
  const changed: string[] = []
  let authored = 0
  let written = 0
  const files = ownSvgSources()
  for (const [name, text] of files) {
    const anew = readSvg({ bytes: Buffer.from(text), text }).text
    authored += text.length
    written += anew.length
    if (meaningOf(anew) !== meaningOf(text)) changed.push(name)
  }
  t.equal(files.size, 4968)
  t.strictSame(changed, [])
  t.ok(written < authored, `${written} bytes of ${authored}`)
  t.end()
})
