// How the widget looks on a page that it does not know: its style sheet, and whether the page is dark.

const sheet = new CSSStyleSheet()
sheet.replaceSync(STYLE)

/** A sheet made by a script needs no `style-src` in the policy of the page. @param {ShadowRoot} root */
export function adoptStyle(root) {
  root.adoptedStyleSheets = [sheet]
}

/**
 * The colours of the page: what the attribute says, or what the page says of itself, or those of the system.
 *
 * @param {string | null} theme
 * @returns {'light' | 'dark' | 'system'}
 */
export function schemeOf(theme) {
  if (theme === 'light' || theme === 'dark') return theme
  const { classList, dataset } = document.documentElement
  if (dataset.theme === 'light' || dataset.theme === 'dark') return dataset.theme
  return classList.contains('dark') ? 'dark' : classList.contains('light') ? 'light' : 'system'
}

/**
 * The locale of the box: what the attribute says, or the language of the page, or the first of the reader's that there is.
 *
 * @param {string | null} locale
 * @returns {string}
 */
export function localeOf(locale) {
  const asked =
    locale === null || locale === 'auto' ? [document.documentElement.lang, ...navigator.languages] : [locale]
  const known = asked.map((each) => each.toLowerCase().split('-')[0] ?? '').find((each) => each in TEXTS)
  return known ?? 'en'
}

export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
