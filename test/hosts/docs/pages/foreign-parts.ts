const ELEMENTS = new Set(
  (
    'a abbr aside b bdi bdo big blockquote br button cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr ' +
    'i img input ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td th thead tr u ul var wbr'
  ).split(' '),
)
const ATTRIBUTES = new Set(
  (
    'alt aria-label checked class data-language data-sync decoding disabled height id loading open rel role scope sizes start tabindex ' +
    'title width'
  ).split(' '),
)
const FILE = '/(?:files|scaled/[0-9]{1,5})/[0-9a-f]{32}/[^\\s"<>]+'
const SAFE_VALUES: Readonly<Record<string, RegExp>> = {
  type: /^(?:button|checkbox)$/,
  href: /^(?:https?:|mailto:|tel:|[/#?]|$)/,
  src: new RegExp(`^(?:data:image/(?:png|gif|jpeg|webp);base64,|${FILE}$)`),
  srcset: new RegExp(`^${FILE} [\\d.]+[wx](?:, ${FILE} [\\d.]+[wx])*$`),
}
const TAG = /<(\/?)([a-z0-9]+)((?: [a-z-]+(?:="[^"<>]*")?)*)>/g
/** A drawing of the service, which a page names. */
const ICON =
  /<svg (?:class="line" )?viewBox="0 0 24 24" aria-hidden="true">(?:<[a-z]+(?: [a-z\d-]+="[^"<>]*")*\s*(?:\/>|><\/[a-z]+>))*<\/svg>/g

/** What is in the HTML of a page's text that only the page itself could have put there. */
export function foreignParts(rendered: string): string[] {
  const html = rendered.replace(ICON, '')
  const found = html.replace(TAG, '').includes('<') ? ['a broken tag'] : []
  for (const [, , element = '', written = ''] of html.matchAll(TAG)) {
    if (!ELEMENTS.has(element)) found.push(element)
    for (const [, attribute = '', value = ''] of written.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      const isSafe = SAFE_VALUES[attribute]?.test(value) ?? ATTRIBUTES.has(attribute)
      if (!isSafe) found.push(`${attribute}=${value}`)
    }
  }
  return found
}
