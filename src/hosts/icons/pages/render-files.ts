import { markup, type Markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import { chosenUrl, copyButton, copyFileButton, type IconPageContext } from './icon-page-context.ts'
import { pathOf } from './icon-tile.ts'
import { formatName } from './icons-filters.ts'

/** Renders the files of an icon as they were chosen, to be saved and copied. */
export function renderFiles(context: IconPageContext): Markup {
  const { input, messages, numbers } = context
  const { abilities, choices, icon } = input
  const { rendition } = choices
  const items = icon.formats.map(({ bytes, ext, url }) => {
    const kibibytes = numbers.format(Math.max(0.1, Math.round(bytes / 102.4) / 10))
    const size = markup`<small>${kibibytes} KiB</small>`
    return item(chosenUrl(context, ext) ?? url, `${icon.id}.${ext}`, formatName(ext), size, ext === 'svg')
  })
  const still = abilities.canRest ? chosenUrl(context, 'svg', { speed: 1, still: true }) : null
  if (still !== null) {
    items.splice(1, 0, item(still, `${icon.id}-still.svg`, messages.stillSvg, markup`<small></small>`, true))
  }
  const isColoured = rendition.colour !== null
  const hasLottie = icon.formats.some(({ ext }) => ext === 'json')
  const notes = [
    still === null && messages.noStill,
    isColoured && hasLottie && !abilities.lottieColour && messages.lottieColours,
    (isColoured || rendition.sizePx !== null) && icon.formats.some(({ ext }) => ext === 'png') && messages.pngStays,
  ].filter((note) => note !== false)
  return markup`<section class="icon-files"><h2>${messages.files}</h2>
<ul>
${items}</ul>
${notes.map((note) => markup`<p class="note">${note}</p>\n`)}</section>
`

  function item(url: string, file: string, name: string, size: Markup, isText: boolean): Markup {
    const path = pathOf(url)
    const copyFile = isText && copyFileButton(path, messages.copy, fill(messages.copySvg, { format: name }))
    return markup`<li><a href="${path}" download="${file}" aria-label="${fill(messages.download, { format: name })}">${name}</a> ${size} ${copyFile}${copyButton(url, fill(messages.copyLink, { format: name }))}</li>\n`
  }
}
