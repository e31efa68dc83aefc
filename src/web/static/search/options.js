/** @import { Range, Result } from './ask.js' */

/** Sections that are listed below a page. */
const SECTION_LIMIT = 2

/**
 * Makes an element. Its texts are text, never HTML.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Readonly<Record<string, string>>} [attributes]
 * @param {readonly (string | Node)[]} [children]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, children = []) {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

/**
 * A page and the sections of it that match, each of which leads to its place.
 *
 * @param {Result} result
 * @param {number} index
 * @param {string} page Address of the page.
 * @param {string} place Name of the part of the documentation in which the page is.
 */
export function resultOptions({ title, description, anchor, highlights, sections = [] }, index, page, place) {
  /** @param {string | undefined} fragment */
  const address = (fragment) => (fragment ? `${page}#${encodeURIComponent(fragment)}` : page)
  const extract = highlights?.extract ? marked(highlights.extract, highlights.ranges) : [description]
  const option = createOption(address(anchor), [
    element('b', {}, marked(title, highlights?.title ?? [])),
    element('small', {}, [place]),
    element('span', {}, extract),
  ])
  const places = sections.filter(({ headings }) => headings.length > 0).slice(0, SECTION_LIMIT)
  const below = places.map(({ anchor: fragment, headings }) =>
    createOption(address(fragment), [headings.join(' › ')], 'place'),
  )
  const options = [option, ...below]
  for (const each of options) each.dataset.position = String(index + 1)
  return options
}

/**
 * @param {string} href
 * @param {readonly (string | Node)[]} children
 * @param {string} [kind] Class of its look.
 */
export function createOption(href, children, kind = '') {
  const look = kind === '' ? {} : { class: kind }
  return element('a', { href, ...look, tabindex: '-1', role: 'option', 'aria-selected': 'false' }, children)
}

/**
 * @param {string} text
 * @param {readonly Range[]} ranges
 * @returns {(string | HTMLElement)[]}
 */
function marked(text, ranges) {
  let end = 0
  const parts = ranges.flatMap(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return [before, element('mark', {}, [text.slice(from, to)])]
  })
  return [...parts, text.slice(end)]
}
