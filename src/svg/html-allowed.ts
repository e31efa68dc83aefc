/** Elements of HTML with which drawings set their texts. None of them loads, runs or links anything. */
export const HTML_ELEMENTS: ReadonlySet<string> = new Set([
  ...'div span p br hr b strong i em u s del ins sub sup code pre small big font center'.split(' '),
  ...'ul ol li dl dt dd blockquote h1 h2 h3 h4 h5 h6 table caption thead tbody tfoot tr td th'.split(' '),
])

/** Elements whose text stays under another name. */
export const HTML_STAND_INS: ReadonlyMap<string, string> = new Map([
  ['a', 'span'],
  ['label', 'span'],
  ['body', 'div'],
  ['section', 'div'],
])

/** Attributes of these elements, whose values are names, numbers or texts for people. */
export const HTML_ATTRIBUTES: ReadonlySet<string> = new Set(
  'id class dir lang title align valign color face size width height colspan rowspan start'.split(' '),
)

/** Properties of CSS that lay out texts in HTML, beside those of SVG. */
export const HTML_PROPERTIES: ReadonlySet<string> = new Set([
  ...'background background-color box-shadow box-sizing text-shadow vertical-align'.split(' '),
  ...'border border-top border-right border-bottom border-left border-radius border-collapse border-spacing'.split(' '),
  ...'border-color border-style border-width outline outline-color outline-style outline-width'.split(' '),
  ...'margin margin-top margin-right margin-bottom margin-left'.split(' '),
  ...'padding padding-top padding-right padding-bottom padding-left'.split(' '),
  ...'min-width max-width min-height max-height position top right bottom left z-index float clear'.split(' '),
  ...'flex flex-direction flex-wrap flex-flow flex-grow flex-shrink flex-basis order gap row-gap column-gap'.split(' '),
  ...'align-items align-content align-self justify-content justify-items justify-self place-items'.split(' '),
  ...'overflow-wrap overflow-x overflow-y word-wrap word-break hyphens tab-size list-style list-style-type'.split(' '),
  ...'table-layout caption-side empty-cells user-select'.split(' '),
])

export const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'
