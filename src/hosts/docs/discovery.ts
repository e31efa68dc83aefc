import type { DocsService } from '../../docs/served/docs-service.ts'
import { text, type Outcome, type Reply } from '../../http/route/reply.ts'
import type { Locale } from '../../shared/locale.ts'
import { SEARCH_PATH, SITE_NAME } from '../../web/layout.ts'
import { markup, toHtml } from '../../web/markup.ts'
import { messagesFor } from '../../web/messages.ts'
import { contentReply, languageOf } from '../content-reply.ts'
import { NO_SUCH_ADDRESS } from './api/refusals.ts'

export const SECURITY_PATH = '/.well-known/security.txt'

/** Limits of the format of OpenSearch. */
const SHORT_NAME_LIMIT_CHARS = 16
const LONG_NAME_LIMIT_CHARS = 48
// eslint-disable-next-line no-control-regex -- XML has no control characters
const CONTROL = /[\u0000-\u001f\u007f]/g

/** What these answers are made from. */
type Content = Pick<DocsService, 'content' | 'site'>

/** What crawlers may read (RFC 9309): all pages, and no results of searches. Beside a site there is no sitemap. */
export function robots({ content, site: { url } }: Content, siteUrl: string): Reply {
  const rules = ['User-agent: *', `Disallow: ${SEARCH_PATH}`, 'Disallow: /api/search']
  const lines = url === null ? [...rules, '', `Sitemap: ${siteUrl}/sitemap.xml`] : rules
  return contentReply('text/plain; charset=utf-8', text(`${lines.join('\n')}\n`), content)
}

export function openSearchPath(locale: Locale): `/${string}` {
  return `/${locale}/opensearch.xml`
}

/** Describes the page of results for browsers, which offer it among their search engines (OpenSearch 1.1). */
export function openSearch({ content, site }: Content, locale: Locale, siteUrl: string): Reply {
  const name = (site.names.get(locale) ?? SITE_NAME).replace(CONTROL, ' ')
  const address = (terms: string): string => `${siteUrl}${SEARCH_PATH}?locale=${locale}&q=${terms}`
  const document = markup`<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${shortened(name, SHORT_NAME_LIMIT_CHARS)}</ShortName>
<LongName>${shortened(name, LONG_NAME_LIMIT_CHARS)}</LongName>
<Description>${messagesFor(locale).searchLabel}</Description>
<Language>${locale}</Language>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="${address('{searchTerms}')}"/>
</OpenSearchDescription>
`
  const mediaType = 'application/opensearchdescription+xml'
  return contentReply(mediaType, text(toHtml(document)), content, { headers: languageOf(locale) })
}

/** Cuts a text to so many characters, the last of which is then an ellipsis. */
export function shortened(text: string, limit: number): string {
  const signs = Array.from(text)
  return signs.length <= limit ? text : `${signs.slice(0, limit - 1).join('')}…`
}

/** Where vulnerabilities are reported (RFC 9116), until that expires. */
export function securityTxt({ content, site }: Content, siteUrl: string, now: number): Outcome {
  const { security } = site.look
  if (security === null || Date.parse(security.expires) <= now) return NO_SUCH_ADDRESS
  const { acknowledgments, contact, encryption, expires, policy } = security
  const others = { Encryption: encryption, Acknowledgments: acknowledgments, Policy: policy }
  const lines = [
    ...contact.map((address) => `Contact: ${address}`),
    `Expires: ${expires}`,
    ...Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    `Canonical: ${siteUrl}${SECURITY_PATH}`,
  ]
  return contentReply('text/plain; charset=utf-8', text(`${lines.join('\n')}\n`), content)
}
