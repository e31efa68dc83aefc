import type { IconFacets } from '../../../icons/icons-service.ts'
import type { Locale } from '../../../shared/locale.ts'
import { MENU_ID } from '../../../web/layout.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { messagesFor } from '../../../web/messages.ts'
import { SEARCH_FORM_ID, type FilterName, type IconsView } from './icons-address.ts'
import { nameOf } from './messages/icons-messages.ts'
import type { IconsMessages } from './messages/message-texts.ts'

interface Choice {
  readonly value: string
  readonly text: string
  readonly icons?: number
}

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  svg: 'SVG',
  json: 'Lottie JSON',
  lottie: 'dotLottie',
  png: 'PNG',
}

export function formatName(ext: string): string {
  return FORMAT_NAMES[ext] ?? ext
}

/** Makes a name from a style's id, for styles without a translated name. */
export function styleTitle(style: string): string {
  return style.charAt(0).toUpperCase() + style.slice(1)
}

/**
 * Renders the filters as groups of radio buttons of the search form. Without a script they take effect when the form is
 * sent. On a narrow screen they are a panel over the page.
 */
export function renderFilters(view: IconsView, facets: IconFacets, messages: IconsMessages, locale: Locale): Markup {
  const numbers = new Intl.NumberFormat(locale)
  const { close } = messagesFor(locale)
  const group = (name: FilterName, look: 'pills' | 'list', legend: string, choices: readonly Choice[]): Markup =>
    markup`<fieldset class="${look}"><legend>${legend}</legend>
${[{ value: '', text: messages.all }, ...choices].map((choice) => radio(name, choice, view[name] ?? '', numbers))}</fieldset>
`
  const styles = facets.styles.map((style) => ({ value: style, text: nameOf(style, styleTitle(style), messages) }))
  const formats = facets.formats.map((ext) => ({ value: ext, text: formatName(ext) }))
  const sets = facets.sets.map(({ id, title }) => ({ value: id, text: title }))
  const categories = facets.categories.map(({ icons, id, title }) => ({
    value: id,
    text: nameOf(id, title, messages),
    icons,
  }))
  return markup`<aside class="site-nav filters" id="${MENU_ID}" popover aria-label="${messages.filters}">
<div class="popup-bar"><button type="button" popovertarget="${MENU_ID}" popovertargetaction="hide">${close}</button></div>
${group('style', 'pills', messages.style, styles)}${group('format', 'pills', messages.format, formats)}${group(
    'set',
    'pills',
    messages.set,
    sets,
  )}${group('category', 'list', messages.category, categories)}<button class="apply" form="${SEARCH_FORM_ID}">${messages.showResults}</button>
</aside>
`
}

function radio(name: FilterName, { icons, text, value }: Choice, chosen: string, numbers: Intl.NumberFormat): Markup {
  const checked = value === chosen && markup` checked`
  const count = icons !== undefined && markup` <small>${numbers.format(icons)}</small>`
  return markup`<label><input type="radio" name="${name}" value="${value}" form="${SEARCH_FORM_ID}"${checked}><span>${text}</span>${count}</label>
`
}
