import { CURRENT_COLOUR } from '../../../icons/rendition/recolour-svg.ts'
import { FALLBACK_LOCALE, writtenLocale } from '../../../shared/locale.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import { homeAddress, iconAddress } from './icons-address.ts'
import { chosenPath, copyButton, type IconPageContext, type IconPageInput } from './icon-page-context.ts'
import { choiceParameters } from './icon-choices.ts'
import { styleTitle } from './icons-filters.ts'
import { renderIconsFrame } from './icons-frame.ts'
import { iconsMessagesFor, nameOf } from './messages/icons-messages.ts'
import { assetPath, pictureOf, renderPicture } from './icon-tile.ts'
import { renderCustomise } from './render-customise.ts'
import { renderEmbedding } from './render-embedding.ts'
import { renderFiles } from './render-files.ts'

/** Renders the page of an icon as a whole HTML document. A script shows its article in a dialog over the list. */
export function renderIconPage(input: IconPageInput): string {
  const { choices, icon, lang, locale, siteUrl } = input
  const messages = iconsMessagesFor(locale)
  const context: IconPageContext = { input, messages, numbers: new Intl.NumberFormat(locale) }
  const main = markup`<nav class="back"><a href="${homeAddress({}, lang)}">${messages.backToIcons}</a></nav>
<article class="icon" data-id="${icon.id}">
${preview(context)}<div class="about">
<h1 lang="en">${icon.title}</h1>
${variants(context)}${renderCustomise(context)}</div>
${renderFiles(context)}${renderEmbedding(context)}<section class="facts"><h2>${messages.about}</h2>
${details(context)}</section>
${tags(context)}</article>
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
      address: (each) => iconAddress(icon.id, each, choiceParameters(choices)),
    },
    input,
  )
}

function preview(context: IconPageContext): Markup {
  const { input, messages } = context
  const { choices, icon } = input
  const lottie = chosenPath(context, 'json')
  const { sizePx } = choices.rendition
  return markup`<section class="preview" aria-label="${messages.preview}"${lottie !== null && markup` data-lottie="${lottie}"`}${icon.loop && markup` data-loops`} data-trigger="${choices.trigger}"${sizePx !== null && markup` data-size="${sizePx}"`}>
<div class="stage">${picture(context)}</div>
<div class="controls">
${!icon.loop && markup`<button type="button" class="replay" hidden>${messages.replay}</button>\n`}<button type="button" class="toggle motion" hidden>${messages.pause}</button>
${lottie !== null && markup`<button type="button" class="lottie" hidden>${messages.lottiePlay}</button>\n`}</div>
</section>
`
}

/**
 * Renders the icon as it was chosen. `data-draw` is the file that a script draws, in the colour of the page where the icon
 * takes that, so that another colour needs no other file.
 */
function picture(context: IconPageContext): Markup {
  const { abilities, choices, icon } = context.input
  const { canRest, drawing } = abilities
  const svg = chosenPath(context, 'svg', { sizePx: null })
  if (drawing === null || svg === null) return renderPicture(icon, 192, context.input)
  const takesColour = drawing.ink === CURRENT_COLOUR
  const { colour } = choices.rendition
  const draw = takesColour ? chosenPath(context, 'svg', { sizePx: null, colour: null }) : svg
  const still = canRest ? chosenPath(context, 'svg', { sizePx: null, speed: 1, still: true }) : null
  const smil = drawing.hasTimes && markup` data-smil="${icon.loop ? 'loop' : 'once'}"`
  const chosen = colour !== null && drawing.ink !== null && markup` data-colour="${colour}"`
  const look = markup` data-set="${icon.set}" data-style="${icon.style}"${smil}${chosen}${takesColour && markup` data-takes-colour`} data-draw="${draw}" data-speed="${choices.rendition.speed}"`
  const fallback = assetPath(icon, 'png') ?? (icon.loop ? context.input.assets['paused.svg'] : null)
  return pictureOf(look, svg, still ?? fallback, 192, context.input)
}

function variants({ input, messages }: IconPageContext): Markup | null {
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

function details(context: IconPageContext): Markup {
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

function tags({ input, messages }: IconPageContext): Markup | null {
  const { icon, lang } = input
  const words = [...new Set([...icon.aliases.map((alias) => alias.replaceAll('-', ' ')), ...icon.tags])]
  if (words.length === 0) return null
  return markup`<section class="tags"><h2>${messages.tags}</h2>
<ul class="words">
${words.map((word) => markup`<li><a href="${homeAddress({ q: word }, lang)}" lang="${writtenLocale(word) ?? FALLBACK_LOCALE}">${word}</a></li>\n`)}</ul></section>
`
}
