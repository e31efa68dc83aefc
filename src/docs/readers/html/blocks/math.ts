import { HtmlElement, find, findAll, lineOf, textOf } from '../tree.ts'

/** TeX of an element that shows mathematics, or null. */
export function mathOf(element: HtmlElement): { readonly text: string; readonly display: boolean } | null {
  const { name, attributes } = element
  if (name === 'math') return { text: texOf(element), display: attributes['display'] === 'block' }
  if (name === 'script') {
    const type = attributes['type'] ?? ''
    return type.startsWith('math/tex')
      ? { text: textOf(element.children[0] ?? element).trim(), display: type.includes('display') }
      : null
  }
  if (name === 'img' && element.hasClass('math', 'tex', 'mwe-math-fallback-image-inline')) {
    return { text: (attributes['alt'] ?? '').trim(), display: false }
  }
  if (element.classes.length === 0 && name !== 'mjx-container') return null
  if (element.hasClass('katex-display')) return { text: texOf(element), display: true }
  if (element.hasClass('katex')) return { text: texOf(element), display: false }
  if (name === 'mjx-container' || element.hasClass('MathJax')) {
    const tex = attributes['data-tex'] ?? texOf(element)
    return { text: tex, display: attributes['display'] === 'true' }
  }
  if (element.hasClass('MathJax_Preview')) return { text: '', display: false }
  if (element.hasClass('math', 'arithmatex') && (name === 'span' || name === 'div')) {
    const image = find(element, (inner) => inner.name === 'img')
    if (image !== null) return { text: (image.attributes['alt'] ?? '').trim(), display: name === 'div' }
    if (find(element, (inner) => inner.name === 'math' || inner.hasClass('katex', 'MathJax')) !== null) return null
    return { text: withoutDelimiters(lineOf(element)), display: name === 'div' || element.hasClass('display') }
  }
  return null
}

function texOf(element: HtmlElement): string {
  const annotation = findAll(element, ({ name }) => name === 'annotation').find(({ attributes }) =>
    /tex/i.test(attributes['encoding'] ?? ''),
  )
  if (annotation !== undefined) return textOf(annotation).trim()
  const math = element.name === 'math' ? element : find(element, ({ name }) => name === 'math')
  return (math?.attributes['alttext'] ?? lineOf(math ?? element)).trim()
}

function withoutDelimiters(text: string): string {
  const inner = /^(?:\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.*)\$\$|\$(.*)\$)$/s.exec(text.trim())
  return (inner?.slice(1).find((part) => part !== undefined) ?? text).trim()
}
