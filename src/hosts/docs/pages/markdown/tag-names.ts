import type { Tag } from './tag.ts'

/** Inline elements that content may use. They are written without attributes. */
export const INLINE_ELEMENTS: ReadonlySet<string> = new Set(
  'abbr b br code del em i ins kbd mark q s samp small strong sub sup u var wbr'.split(' '),
)

/** Elements whose content is not text for a reader. */
export const HIDDEN_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'object'])

const HTML_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col colgroup ' +
    'data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav noscript object ol ' +
    'optgroup option output p param picture pre progress q rp rt ruby s samp script search section select slot small source span ' +
    'strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr'
  ).split(' '),
)

const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

const CLOSING_TAG = /<\/([A-Za-z][\w.:-]*)?\s*>/g

/** Collects the names of the page's closing tags; `''` stands for a fragment. */
export function closedNames(markdown: string): ReadonlySet<string> {
  return new Set(Array.from(markdown.matchAll(CLOSING_TAG), (match) => match[1] ?? ''))
}

/**
 * Tells whether a tag of a plain Markdown page is markup, or text that looks like it, such as `Map<K>` or `clone <url>`.
 * Markup is recognised by its name, an attribute or a closing tag.
 */
export function isMarkup(tag: Tag, closed: ReadonlySet<string>): boolean {
  return tag.kind === 'empty' || tag.attributeCount > 0 || closed.has(tag.name) || isHtmlElement(tag.name)
}

export function isVoidElement(name: string): boolean {
  return VOID_ELEMENTS.has(name.toLowerCase())
}

function isHtmlElement(name: string): boolean {
  return HTML_ELEMENTS.has(name.toLowerCase()) && (name === name.toLowerCase() || name === name.toUpperCase())
}
