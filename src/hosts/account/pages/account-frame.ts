import { LOCALES, type Locale } from '../../../shared/locale.ts'
import { CONTENT_ID } from '../../../web/layout.ts'
import { markup, toHtml, type Markup } from '../../../web/markup.ts'
import { LANGUAGE_NAMES, messagesFor } from '../../../web/messages.ts'
import type { AssetUrls } from '../../../web/static-files.ts'
import { accountMessagesFor, type AccountMessages } from './messages/account-messages.ts'
import { hiddenField } from './form-parts.ts'

/** Settings that all pages of the account host share. */
export interface AccountSite {
  /** Origin of the account host, without a slash at its end. */
  readonly siteUrl: string
  /** Origin of the documentation; null where this service does not serve it. */
  readonly docsUrl: string | null
  readonly assets: AssetUrls
  readonly signup: 'open' | 'closed'
}

/** The person for whom a page is rendered. */
export interface Reader {
  readonly locale: Locale
  /** The signed-in person; null: nobody has signed in. */
  readonly signedIn: { readonly email: string; readonly formKey: string } | null
  /** Path and query of the page for GET, without its language. The links to the other languages lead there. */
  readonly here: string
}

export type Section = 'overview' | 'applications' | 'activity' | 'password' | 'delete'

export interface AccountFrame {
  readonly title: string
  /** Extra elements of the head. */
  readonly head?: Markup
  /** `narrow`: one card. `section`: with the navigation for a signed-in person. */
  readonly layout: 'wide' | 'narrow' | { readonly section: Section }
  readonly main: Markup
  /** Puts `Error:` in front of the title, which a screen reader speaks first. */
  readonly faulty?: boolean
}

const SECTIONS = [
  ['overview', '/account', 'overview'],
  ['applications', '/account/applications', 'applicationsShort'],
  ['activity', '/account/activity', 'activity'],
  ['password', '/account/password', 'password'],
] as const satisfies readonly (readonly [Section, string, keyof AccountMessages])[]

/** Renders a whole HTML document. It has no script, and its policy allows none. */
export function renderAccountFrame(frame: AccountFrame, reader: Reader, site: AccountSite): string {
  const { locale } = reader
  const { assets } = site
  const common = messagesFor(locale)
  const messages = accountMessagesFor(locale)
  const { siteName } = messages
  const title = frame.title === siteName ? siteName : `${frame.title} · ${siteName}`
  const { layout } = frame
  return toHtml(markup`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.faulty === true && `${messages.error} `}${title}</title>
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${assets['style.css']}">
<link rel="stylesheet" href="${assets['account.css']}">
<link rel="icon" href="${assets['favicon.svg']}" type="image/svg+xml">
${frame.head ?? null}</head>
<body class="account">
<a class="skip" href="#${CONTENT_ID}">${common.skipToContent}</a>
${header(reader, messages)}
${typeof layout === 'object' && sectionLinks(layout.section, messages)}<main id="${CONTENT_ID}" tabindex="-1" class="${typeof layout === 'object' ? 'sections' : layout}">
${frame.main}
</main>
</body>
</html>
`)
}

function header({ here, locale, signedIn }: Reader, messages: AccountMessages): Markup {
  const common = messagesFor(locale)
  const languages = LOCALES.map((each) => {
    const current = each === locale && markup` aria-current="true"`
    const address = `${here}${here.includes('?') ? '&' : '?'}lang=${each}`
    return markup`<li><a href="${address}" lang="${each}" hreflang="${each}"${current}>${LANGUAGE_NAMES[each]}</a></li>\n`
  })
  return markup`<header class="site-header">
<a class="site-name" href="/" aria-label="${messages.siteName}"><span class="site-mark"></span><b>${messages.siteName}</b></a>
<nav class="languages" aria-label="${common.language}"><ul>
${languages}</ul></nav>
${
  signedIn !== null &&
  markup`<form class="sign-out" method="post" action="/sign-out">
${hiddenField('formKey', signedIn.formKey)}<button type="submit" class="quiet">${messages.signOut}</button>
</form>
`
}</header>`
}

function sectionLinks(section: Section, messages: AccountMessages): Markup {
  const links = SECTIONS.map(([name, address, label]) => {
    const current = name === section && markup` aria-current="page"`
    return markup`<li><a href="${address}"${current}>${messages[label]}</a></li>\n`
  })
  return markup`<nav class="section-links" aria-label="${messages.sections}"><ul>
${links}</ul></nav>
`
}
