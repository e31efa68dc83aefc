import { LOCALES, type Locale } from '../../../shared/locale.ts'
import { CONTENT_ID, themeSwitch } from '../../../web/layout.ts'
import { markup, toHtml, type Markup } from '../../../web/markup.ts'
import { LANGUAGE_NAMES, messagesFor } from '../../../web/messages.ts'
import type { AssetUrls } from '../../../web/static-files.ts'
import { homeAddress, SEARCH_FORM_ID } from './icons-address.ts'
import { iconsMessagesFor, textsFor } from './messages/icons-messages.ts'
import type { IconsMessages } from './messages/messages-en.ts'

/** Settings that all pages of the icons host share. */
export interface IconsSite {
  /** Origin of the icons host, without a slash at its end. */
  readonly siteUrl: string
  readonly assets: AssetUrls
}

export interface IconsFrame {
  readonly locale: Locale
  /** The language in the address; null if the browser's language is used, and links name none. */
  readonly lang: Locale | null
  readonly title: string
  readonly description: string
  readonly head: Markup | null
  /** Filters of the page, or null. */
  readonly filters: Markup | null
  readonly main: Markup
  /** Text in the search box. */
  readonly query: string
  /** Gives the address of this page in a language. */
  address(lang: Locale): string
}

const STATUS_ID = 'ui:status'

/** Names of the texts for the scripts of every page. */
const SCRIPT_TEXTS = ['copiedWhat', 'copyFailed', 'frame', 'lottieFailed', 'loading', 'pause', 'play'] as const

/** Renders a whole HTML document. */
export function renderIconsFrame(frame: IconsFrame, site: IconsSite): string {
  const { assets, siteUrl } = site
  const { locale } = frame
  const common = messagesFor(locale)
  const messages = iconsMessagesFor(locale)
  const { siteName } = messages
  return toHtml(markup`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.title === siteName ? siteName : `${frame.title} · ${siteName}`}</title>
<meta name="description" content="${frame.description}">
<meta name="color-scheme" content="light dark">
<script src="${assets['theme.js']}"></script>
<link rel="stylesheet" href="${assets['style.css']}">
<link rel="stylesheet" href="${assets['icons.css']}">
<link rel="icon" href="${assets['favicon.svg']}" type="image/svg+xml">
<script type="module" src="${assets['page.js']}"></script>
<script type="module" src="${assets['icon.js']}"></script>
<script type="module" src="${assets['icons.js']}"></script>
<script type="module" src="${assets['dialog.js']}"></script>
${LOCALES.map((each) => markup`<link rel="alternate" hreflang="${each}" href="${siteUrl}${frame.address(each)}">\n`)}${frame.head}</head>
<body class="icons">
<a class="skip" href="#${CONTENT_ID}">${common.skipToContent}</a>
${header(frame, messages)}
<div class="columns${frame.filters === null && ' plain'}">
${frame.filters}<main id="${CONTENT_ID}" tabindex="-1" data-texts="${textsFor(SCRIPT_TEXTS, messages)}" data-player="${assets['player.js']}">
${frame.main}</main>
</div>
${footer(messages)}
<p class="unseen" role="status" id="${STATUS_ID}"></p>
</body>
</html>
`)
}

function header(frame: IconsFrame, messages: IconsMessages): Markup {
  const { locale, lang } = frame
  const common = messagesFor(locale)
  const languages = LOCALES.map((each) => {
    const current = each === locale && markup` aria-current="true"`
    return markup`<li><a href="${frame.address(each)}" lang="${each}" hreflang="${each}"${current}>${LANGUAGE_NAMES[each]}</a></li>\n`
  })
  return markup`<header class="site-header">
<a class="site-name" href="${homeAddress({}, lang)}" aria-label="${messages.siteName}"><span class="site-mark"></span><b>${messages.siteName}</b></a>
<form class="search" role="search" action="/" autocomplete="off" id="${SEARCH_FORM_ID}">
${lang !== null && markup`<input type="hidden" name="lang" value="${lang}">\n`}<input type="search" name="q" value="${frame.query}" maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false"
 enterkeyhint="search" aria-label="${messages.searchLabel}" placeholder="${messages.searchPlaceholder}" title="${common.searchHint}">
<kbd aria-hidden="true">/</kbd>
</form>
<nav class="languages" aria-label="${common.language}"><ul>
${languages}</ul></nav>
${themeSwitch(common)}
</header>`
}

function footer(messages: IconsMessages): Markup {
  const links: [string, string][] = [
    ['/docs/index.md', messages.guides],
    ['/openapi.json', messages.apiDescription],
    ['/catalog.json', messages.catalog],
    ['/.well-known/agent-card.json', 'A2A'],
    ['/auth.md', messages.forAgents],
  ]
  return markup`<footer class="site-footer">
<nav aria-label="${messages.programs}"><p>${messages.programs}</p>
<ul>
${links.map(([address, text]) => markup`<li><a href="${address}">${text}</a></li>\n`)}<li>MCP <code>/mcp</code></li>
</ul></nav>
</footer>`
}
