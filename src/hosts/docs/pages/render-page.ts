import { markdownUrl, pageUrl } from '../../../docs/paths.ts'
import { openingOf } from '../../../docs/model/opening.ts'
import type { Page } from '../../../docs/page.ts'
import { FALLBACK_LOCALE, type Locale } from '../../../shared/locale.ts'
import { CONTENT_ID, FEEDBACK_PATH, renderFrame, THANKS_ID } from '../../../web/layout.ts'
import { resolveLink } from './links.ts'
import type { HeadingText } from '../../../docs/model/sections.ts'
import { renderBlocks, type RenderedBlocks, type RenderOptions } from './render-blocks.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill, messagesFor, type Messages } from '../../../web/messages.ts'
import { pageHead } from './page-head.ts'
import type { PageInput } from './page-input.ts'
import { renderPageMenu } from './page-menu.ts'
import { renderBreadcrumbs } from './breadcrumbs.ts'
import { renderNavigation, renderPageTurns, type PageNavigation } from './navigation.ts'
import { renderVersionNote, renderVersionSwitch } from './render-versions.ts'

/**
 * Longest page that is shown as HTML. A longer one is shown as plain text: nobody reads it through, and it must not
 * block a thread.
 */
export const HTML_LIMIT_CHARS = 2 * 1024 * 1024

const CONTENTS_ID = 'ui:contents'
const CONTENTS_LIMIT = 100
const dateFormats = new Map<Locale, Intl.DateTimeFormat>()

/** Renders a page of the documentation as a whole HTML document. It may be served with `contentSecurityPolicy`. */
export function renderPage(input: PageInput): string {
  const { page, nav, requestedLocale: locale } = input
  const messages = messagesFor(locale)
  const { body, headings, isTitled, titleLabels } = renderBody(input, {
    title: page.title,
    messages,
    imageOrigins: input.imageOrigins,
    resolveLink: (href) => resolveLink(href, { page: page.locale, reader: locale }),
  })
  const splash = page.splash === true
  const listed = splash ? [] : headings
  const contents = listed.filter(({ id, level }) => id !== '' && level <= 3).slice(0, CONTENTS_LIMIT)
  const { versions } = input
  const description = page.description || openingOf(input.blocks)
  const navigation = { nav, locale, path: page.path, messages, look: input.site.look }
  const isTranslated = page.locale === locale
  const main = markup`<main id="${CONTENT_ID}" tabindex="-1" data-copy="${messages.copy}" data-copied="${messages.copied}" data-close="${messages.close}">
${contents.length > 1 && renderContents(contents, page, messages)}<article${!isTranslated && markup` lang="${page.locale}"`}>
${!splash && pageTop(input, navigation)}${!isTranslated && markup`<p class="untranslated" lang="${locale}">${messages.shownInEnglish}</p>\n`}${versions !== null && renderVersionNote(versions, locale, messages)}${!isTitled && markup`<h1>${page.title}${titleLabels}</h1>\n`}${contents.length > 1 && contentsButton(messages, locale)}${body}</article>
<footer>
${input.counted === true && !splash && renderFeedback(input, messages)}<p>${page.updatedAt !== null && updated(page.updatedAt, locale, messages)}${page.editUrl !== undefined && markup`<a href="${page.editUrl}">${messages.editPage}</a> · `}<a href="${markdownUrl('', page.locale, page.path)}" type="text/markdown">${messages.viewMarkdown}</a></p>
${!splash && renderPageTurns(navigation)}</footer>
</main>`
  return renderFrame(
    {
      isKept: true,
      locale,
      title: page.title,
      description,
      head: pageHead(input, description),
      navigation: renderNavigation(
        navigation,
        versions === null ? null : renderVersionSwitch(versions, locale, messages),
      ),
      main,
      splash,
      translations: translationsOf(input),
      look: input.site.look,
      siteName: input.site.names.get(locale) ?? null,
      version: versions === null || page.version?.name === versions.default ? null : versions.current.name,
    },
    input,
  )
}

function renderBody({ page, blocks }: PageInput, options: RenderOptions): RenderedBlocks {
  if (page.markdown.length <= HTML_LIMIT_CHARS) return renderBlocks(blocks, options)
  return {
    body: markup`<pre tabindex="0">${page.markdown}</pre>`,
    headings: [],
    isTitled: false,
    titleLabels: markup``,
  }
}

/** What can be done with a page, and the way to it. */
function pageTop({ page, site, siteUrl }: PageInput, navigation: PageNavigation): Markup {
  const { locale, messages } = navigation
  return markup`<div class="page-top">
${renderPageMenu({ page, locale, siteUrl, siteName: site.names.get(locale) ?? null, messages })}${renderBreadcrumbs(navigation)}</div>
`
}

/**
 * Gives the address of the page in each language, or in English if there is no translation. If the page exists in neither,
 * the address is the home page.
 */
function translationsOf({ available, page, site }: PageInput): ReadonlyMap<Locale, string> {
  const has = (locale: Locale): boolean => available.includes(locale) || available.includes(FALLBACK_LOCALE)
  return new Map(site.locales.map((locale) => [locale, pageUrl('', locale, has(locale) ? page.path : '')]))
}

function renderContents(headings: readonly HeadingText[], page: Page, messages: Messages): Markup {
  const items = headings.map(
    ({ level, id, text }) => markup`<li class="level-${level}"><a href="#${encodeURIComponent(id)}">${text}</a></li>\n`,
  )
  return markup`<nav class="contents" id="${CONTENTS_ID}" popover aria-labelledby="${CONTENTS_ID}-title">
<div class="popup-bar"><button type="button" popovertarget="${CONTENTS_ID}" popovertargetaction="hide">${messages.close}</button></div>
<p id="${CONTENTS_ID}-title">${messages.onThisPage}</p>
<ul lang="${page.locale}">
${items}</ul>
</nav>
`
}

function contentsButton(messages: Messages, locale: Locale): Markup {
  return markup`<p class="contents-button" lang="${locale}"><button type="button" popovertarget="${CONTENTS_ID}">${messages.onThisPage}</button></p>
`
}

/** Asks whether the page was helpful. It works without a script, and takes no text, which could hold anything of anybody. */
function renderFeedback({ page, requestedLocale: reader, siteUrl }: PageInput, messages: Messages): Markup {
  const { feedbackNo, feedbackQuestion, feedbackThanks, feedbackYes } = messages
  return markup`<form class="feedback" method="post" action="${FEEDBACK_PATH}" lang="${reader}">
<input type="hidden" name="page" value="${pageUrl(siteUrl, reader, page.path)}">
<fieldset><legend>${feedbackQuestion}</legend>
<button name="helpful" value="yes">${feedbackYes}</button>
<button name="helpful" value="no">${feedbackNo}</button></fieldset>
</form>
<p class="thanks" id="${THANKS_ID}" tabindex="-1">${feedbackThanks}</p>
`
}

function updated(updatedAt: string, locale: Locale, messages: Messages): Markup | null {
  const time = new Date(updatedAt)
  if (Number.isNaN(time.getTime())) return null
  const text = fill(messages.updated, { date: dateFormat(locale).format(time) })
  return markup`<time datetime="${updatedAt}">${text}</time> · `
}

function dateFormat(locale: Locale): Intl.DateTimeFormat {
  const known = dateFormats.get(locale)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  dateFormats.set(locale, format)
  return format
}
