import type { FacetName } from '../../../engine/catalogue/catalogue-index.ts'
import type { FacetCounts, IconFacets } from '../../../icons/icons-service.ts'
import type { Locale } from '../../../shared/locale.ts'
import { MENU_ID } from '../../../web/layout.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { messagesFor } from '../../../web/messages.ts'
import { SEARCH_FORM_ID, type IconsView } from './icons-address.ts'
import { nameOf } from './messages/icons-messages.ts'
import type { IconsMessages } from './messages/messages-en.ts'

interface Choice {
  readonly value: string
  readonly text: string
}

/** Numbers of matches by the values of each filter; null: they are not known. */
export type FilterCounts = Readonly<Record<FacetName, FacetCounts>> | null

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
export function renderFilters(
  view: IconsView,
  facets: IconFacets,
  counts: FilterCounts,
  messages: IconsMessages,
  locale: Locale,
): Markup {
  const numbers = new Intl.NumberFormat(locale)
  const { close } = messagesFor(locale)
  const group = (name: FacetName, look: 'pills' | 'list', legend: string, choices: readonly Choice[]): Markup =>
    markup`<fieldset class="${look}"><legend>${legend}</legend>
${radio(name, { value: '', text: messages.all }, view[name] === null, null)}${choices.map((choice) => {
      const count = counts === null ? null : (counts[name].find(({ value }) => value === choice.value)?.count ?? 0)
      return radio(
        name,
        choice,
        view[name] === choice.value,
        count === null ? null : { count, text: numbers.format(count) },
      )
    })}</fieldset>
`
  const styles = facets.styles.map((style) => ({ value: style, text: nameOf(style, styleTitle(style), messages) }))
  const formats = facets.formats.map((ext) => ({ value: ext, text: formatName(ext) }))
  const sets = facets.sets.map(({ id, title }) => ({ value: id, text: title }))
  const categories = facets.categories.map(({ id, title }) => ({ value: id, text: nameOf(id, title, messages) }))
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

/**
 * A choice without a match is marked. The style sheet leaves it out of a list, unless it is chosen. Its number may change
 * with every search of a script.
 */
function radio(
  name: FacetName,
  { text, value }: Choice,
  isChosen: boolean,
  matches: { readonly count: number; readonly text: string } | null,
): Markup {
  const checked = isChosen && markup` checked`
  const count = matches !== null && markup` <small>${matches.text}</small>`
  const none = matches?.count === 0 && markup` class="none"`
  return markup`<label${none}><input type="radio" name="${name}" value="${value}" form="${SEARCH_FORM_ID}"${checked}><span>${text}</span>${count}</label>
`
}
