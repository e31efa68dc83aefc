import { pageUrl } from '../docs/paths.ts'
import type { SiteLook } from '../docs/site/site-look.ts'
import type { Locale } from '../shared/locale.ts'
import { markup, toHtml, type Markup } from './markup.ts'
import { LANGUAGE_NAMES, messagesFor, type Messages } from './messages.ts'
import { renderFirstParts } from './in-page.ts'
import { renderLogo, renderSiteFooter, renderSiteLinks } from './look.ts'
import { searchTexts } from './search-texts.ts'
import type { AssetUrls } from './static-files.ts'

/** Settings that all pages of the site share. */
export interface Site {
  /** Origin of the docs host, without a slash at its end. */
  readonly siteUrl: string
  readonly assets: AssetUrls
  /** Whether searches, clicks and feedback of readers are counted; default false. */
  readonly counted?: boolean
}

export interface PageFrame {
  readonly locale: Locale
  readonly title: string
  readonly description: string | null
  /** Elements of the head for this page alone. */
  readonly head: Markup
  readonly navigation: Markup
  readonly main: Markup
  /** Whether the answer is kept for all readers, rather than made for one. */
  readonly isKept: boolean
  /** Whether it is a front page, on which the navigation is a panel at any width; default false. */
  readonly splash?: boolean
  /** Address for the link of each language that the documentation has. */
  readonly translations: ReadonlyMap<Locale, string>
  /** Name of the documentation, or null. */
  readonly siteName: string | null
  /** What the site looks like and leads to. */
  readonly look: SiteLook
  /** Version in which the search box searches; null: the default one. */
  readonly version: string | null
  /** Text in the search box. */
  readonly query?: string
}

/** Name of a documentation that has none of its own. */
export const SITE_NAME = 'Signpost'

/** Address of the page of search results, for readers without JavaScript and for those who want the whole list. */
export const SEARCH_PATH = '/search'

/** Address that counts what readers do. */
export const EVENTS_PATH = '/api/events'
/** Address of the form about a page. */
export const FEEDBACK_PATH = '/feedback'

/** Ids of the layout have a colon, which no id made from a heading has. */
export const CONTENT_ID = 'ui:content'
export const MENU_ID = 'ui:menu'
export const THANKS_ID = 'ui:thanks'

/** Renders a whole HTML document. */
export function renderFrame(frame: PageFrame, site: Site): string {
  const { assets, counted = false } = site
  const messages = messagesFor(frame.locale)
  const { description, look } = frame
  const siteName = frame.siteName ?? SITE_NAME
  return toHtml(markup`<!doctype html>
<html lang="${frame.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.title === siteName ? siteName : `${frame.title} · ${siteName}`}</title>
${description !== null && description !== '' && markup`<meta name="description" content="${description}">\n`}<meta name="color-scheme" content="light dark">
${renderFirstParts(frame.isKept, look, assets)}<link rel="icon" href="${look.favicon?.src ?? assets['favicon.svg']}" type="${look.favicon?.mediaType ?? 'image/svg+xml'}">
${moduleScript(assets['page.js'])}${moduleScript(assets['search.js'])}<link rel="search" type="application/opensearchdescription+xml" href="/${frame.locale}/opensearch.xml" title="${siteName}">
${counted && moduleScript(assets['events.js'])}${frame.head}</head>
<body${frame.splash === true && markup` class="splash"`}>
<a class="skip" href="#${CONTENT_ID}">${messages.skipToContent}</a>
${header(frame, messages, site)}
<div class="columns">
${frame.navigation}${frame.main}
</div>
${renderSiteFooter(look, frame.locale)}</body>
</html>
`)
}

/** A script that nothing waits for: logos come before it, since they are seen. */
function moduleScript(address: string): Markup {
  return markup`<script type="module" src="${address}" fetchpriority="low"></script>\n`
}

function header(frame: PageFrame, messages: Messages, site: Site): Markup {
  const { locale, look, translations } = frame
  const siteName = frame.siteName ?? SITE_NAME
  const languages = [...translations].map(([each, address]) => {
    const current = each === locale && markup` aria-current="true"`
    return markup`<li><a href="${address}" lang="${each}" hreflang="${each}"${current}>${LANGUAGE_NAMES[each]}</a></li>\n`
  })
  return markup`<header class="site-header">
<button type="button" class="menu-button" popovertarget="${MENU_ID}">${messages.menu}</button>
<a class="site-name" href="${pageUrl('', locale, '')}" aria-label="${siteName}">${look.logo === null ? frame.siteName === null && markup`<span class="site-mark"></span>` : renderLogo(look.logo)}${look.logo?.replacesName !== true && markup`<b>${siteName}</b>`}</a>
${searchBox(frame, messages, site)}
${renderSiteLinks(look, locale, messages, 'in-header')}${
    translations.size > 1 &&
    markup`<nav class="languages" aria-label="${messages.language}"><ul>
${languages}</ul></nav>
`
  }${themeSwitch(messages)}
</header>`
}

/**
 * Renders the search form. It works without a script. The script turns it into a combobox (WAI-ARIA Authoring Practices)
 * with results while typing.
 */
function searchBox({ locale, query = '', version }: PageFrame, messages: Messages, site: Site): Markup {
  const { counted = false, siteUrl } = site
  const texts = JSON.stringify(searchTexts(locale))
  return markup`<form class="search" role="search" action="${SEARCH_PATH}" data-texts="${texts}"${counted && markup` data-events="${EVENTS_PATH}" data-site="${siteUrl}"`}>
<input type="hidden" name="locale" value="${locale}">
${version !== null && markup`<input type="hidden" name="version" value="${version}">\n`}<input type="search" name="q" value="${query}" minlength="2" maxlength="200" required autocomplete="off" autocapitalize="off"
 spellcheck="false" enterkeyhint="search" aria-label="${messages.searchLabel}" placeholder="${messages.search}" title="${messages.searchHint}">
<kbd aria-hidden="true">/</kbd>
<div class="search-popup" hidden></div>
<p class="unseen" role="status"></p>
</form>`
}

/** Renders a button that cycles through the three themes. It is shown where there are scripts. */
export function themeSwitch({ theme, themeSystem, themeLight, themeDark }: Messages): Markup {
  const texts = JSON.stringify({ theme, system: themeSystem, light: themeLight, dark: themeDark })
  return markup`<button type="button" class="theme" aria-label="${theme}: ${themeSystem}" data-texts="${texts}"></button>`
}
