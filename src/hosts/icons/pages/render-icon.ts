import { EMBED_TARGETS, embedCode, type EmbedTarget } from '../../../icons/embed-code.ts'
import type { IconRecord } from '../../../icons/icon-record.ts'
import type { IconFacets } from '../../../icons/icons-service.ts'
import type { Locale } from '../../../shared/locale.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import { homeAddress, iconAddress } from './icons-address.ts'
import { formatName, styleTitle } from './icons-filters.ts'
import { renderIconsFrame, type IconsSite } from './icons-frame.ts'
import { iconsMessagesFor, nameOf, type IconsMessages } from './icons-messages.ts'
import { assetPath, renderPicture } from './icon-tile.ts'

export interface IconPageInput extends IconsSite {
  readonly locale: Locale
  readonly lang: Locale | null
  readonly icon: IconRecord
  /** Records of the icon's other styles. */
  readonly variants: readonly IconRecord[]
  readonly facets: IconFacets
}

interface Context {
  readonly input: IconPageInput
  readonly messages: IconsMessages
  readonly numbers: Intl.NumberFormat
}

const TARGET_NAMES: Readonly<Record<EmbedTarget, string>> = {
  html: 'HTML',
  react: 'React',
  'lottie-web': 'lottie-web',
  dotlottie: 'dotLottie',
}

const CHINESE = /\p{Script=Han}/u
const KOREAN = /\p{Script=Hangul}/u

/** Renders the page of an icon as a whole HTML document. A script shows its article in a dialog over the list. */
export function renderIconPage(input: IconPageInput): string {
  const { icon, lang, locale, siteUrl } = input
  const messages = iconsMessagesFor(locale)
  const context = { input, messages, numbers: new Intl.NumberFormat(locale) }
  const main = markup`<nav class="back"><a href="${homeAddress({}, lang)}">${messages.backToIcons}</a></nav>
<article class="icon" data-id="${icon.id}">
${preview(context)}<div class="about">
<h1 lang="en">${icon.title}</h1>
${variants(context)}${details(context)}</div>
${files(context)}${embedding(context)}${tags(context)}</article>
`
  return renderIconsFrame(
    {
      locale,
      lang,
      title: icon.title,
      description: `${icon.title}: ${[...icon.tags].slice(0, 12).join(', ')}`,
      head: markup`<link rel="canonical" href="${siteUrl}${iconAddress(icon.id, null)}">
<link rel="alternate" type="application/json" href="${siteUrl}/api/v1/icons/${icon.id}">
`,
      filters: null,
      main,
      query: '',
      address: (each) => iconAddress(icon.id, each),
    },
    input,
  )
}

function preview({ input, messages }: Context): Markup {
  const { icon } = input
  const lottie = assetPath(icon, 'json')
  return markup`<section class="preview" aria-label="${messages.preview}"${lottie !== null && markup` data-lottie="${lottie}"`}${icon.loop && markup` data-loops`}>
<div class="stage">${renderPicture(icon, 192, input)}</div>
<div class="controls">
${!icon.loop && markup`<button type="button" class="replay" hidden>${messages.replay}</button>\n`}<button type="button" class="toggle motion" hidden></button>
${lottie !== null && markup`<button type="button" class="lottie" hidden>${messages.lottiePlay}</button>\n`}</div>
</section>
`
}

function variants({ input, messages }: Context): Markup | null {
  const { icon, lang } = input
  if (input.variants.length === 0) return null
  // The order is the same on the page of every style.
  const all = [icon, ...input.variants].toSorted((a, b) => (a.style < b.style ? -1 : 1))
  return markup`<nav class="variants" aria-label="${messages.variants}"><ul>
${all.map((each) => {
  const current = each.id === icon.id && markup` aria-current="page"`
  const name = nameOf(each.style, styleTitle(each.style), messages)
  return markup`<li><a href="${iconAddress(each.id, lang)}" data-id="${each.id}"${current}>${renderPicture(each, 40, input)}<span>${name}</span></a></li>\n`
})}</ul></nav>
`
}

function details(context: Context): Markup {
  const { input, messages, numbers } = context
  const { facets, icon, lang } = input
  const category = facets.categories.find(({ id }) => id === icon.category)
  const set = facets.sets.find(({ id }) => id === icon.set)
  const { author, license, source } = icon
  const times = [
    icon.durationMs !== null && fill(messages.milliseconds, { count: numbers.format(icon.durationMs) }),
    icon.frameRate !== null && fill(messages.perSecond, { count: numbers.format(icon.frameRate) }),
    icon.loop ? messages.loops : messages.playsOnce,
  ].filter((part) => part !== false)
  return markup`<dl>
${row(messages.id, markup`<code>${icon.id}</code> ${copyButton(icon.id, messages.copyId)}`)}${row(
    messages.set,
    markup`<a href="${homeAddress({ set: icon.set }, lang)}">${set?.title ?? icon.set}</a>`,
  )}${row(
    messages.category,
    markup`<a href="${homeAddress({ category: icon.category }, lang)}">${nameOf(icon.category, category?.title ?? icon.category, messages)}</a>`,
  )}${row(messages.size, markup`${numbers.format(icon.width)} × ${numbers.format(icon.height)}`)}${row(
    messages.duration,
    markup`${times.join(' · ')}`,
  )}${row(messages.license, markup`<a href="${license.url}" rel="license external">${license.spdx}</a>`)}${row(
    messages.author,
    markup`<a href="${author.url}" rel="author external">${author.name}</a>`,
  )}${row(messages.source, markup`<code>${source.package}</code> ${source.version}`)}</dl>
`
}

function row(name: string, value: Markup): Markup {
  return markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`
}

function files({ input, messages, numbers }: Context): Markup {
  const { icon } = input
  const items = icon.formats.map(({ bytes, ext, url }) => {
    const name = formatName(ext)
    const kibibytes = numbers.format(Math.max(0.1, Math.round(bytes / 102.4) / 10))
    return markup`<li><a href="${assetPath(icon, ext)}" download="${icon.id}.${ext}" aria-label="${fill(messages.download, { format: name })}">${name}</a> <small>${kibibytes} KiB</small> ${copyButton(url, fill(messages.copyLink, { format: name }))}</li>\n`
  })
  return markup`<section class="files"><h2>${messages.files}</h2>
<ul>
${items}</ul></section>
`
}

/** Renders the embed codes. The first is open; opening another closes it. */
function embedding({ input, messages }: Context): Markup {
  const codes = EMBED_TARGETS.flatMap((target) => embedCode(input.icon, target) ?? [])
  return markup`<section class="embed"><h2>${messages.embed}</h2>
${codes.map(({ code, packages, target }, index) => {
  const name = TARGET_NAMES[target]
  const install = packages.map((each) => markup`<p>${withCode(messages.install, 'package', each)}</p>\n`)
  return markup`<details name="embed"${index === 0 && markup` open`}><summary>${name}</summary>
${install}<div class="snippet"><pre tabindex="0"><code translate="no">${code}</code></pre>
${copyButton(code, fill(messages.copyCode, { target: name }))}</div></details>
`
})}</section>
`
}

function tags({ input, messages }: Context): Markup | null {
  const { icon, lang } = input
  const words = [...new Set([...icon.aliases.map((alias) => alias.replaceAll('-', ' ')), ...icon.tags])]
  if (words.length === 0) return null
  return markup`<section class="tags"><h2>${messages.tags}</h2>
<ul class="words">
${words.map((word) => markup`<li><a href="${homeAddress({ q: word }, lang)}" lang="${languageOf(word)}">${word}</a></li>\n`)}</ul></section>
`
}

/** Renders a button to copy a text. It needs a script, which shows it if copying is possible. */
function copyButton(text: string, label: string): Markup {
  return markup`<button type="button" class="copy-text" data-copy="${text}" aria-label="${label}" title="${label}" hidden></button>`
}

function languageOf(word: string): Locale {
  return KOREAN.test(word) ? 'ko' : CHINESE.test(word) ? 'zh' : 'en'
}

/** Fills a message whose value is code. */
function withCode(message: string, name: string, code: string): Markup {
  const [before = '', after = ''] = message.split(`{${name}}`)
  return markup`${before}<code>${code}</code>${after}`
}
