import type { IconExtension, IconRecord } from '../icon-record.ts'
import { renditionUrl, UNCHANGED } from '../rendition/rendition.ts'
import { STILL_AT_MS } from '../rendition/still-svg.ts'
import { imageCode, inlineCode } from './component-code.ts'
import { EMBED_TARGETS, type EmbedCode, type EmbedInput, type EmbedOptions, type EmbedTarget } from './embed-input.ts'
import { dotLottieCode, lottieWebCode } from './player-code.ts'

const PLAIN: EmbedOptions = { rendition: UNCHANGED, trigger: 'load', drawing: null }

/** The file that each target plays. Components show an image as well: it needs no player, and renders on the server. */
const EXTENSIONS: Readonly<Record<EmbedTarget, IconExtension>> = {
  html: 'svg',
  react: 'svg',
  vue: 'svg',
  svelte: 'svg',
  'lottie-web': 'json',
  dotlottie: 'lottie',
}

/** Targets for which the icon has a file. */
export function embedTargets(icon: Pick<IconRecord, 'formats'>): EmbedTarget[] {
  return EMBED_TARGETS.filter((target) => icon.formats.some(({ ext }) => ext === EXTENSIONS[target]))
}

/** Code to paste that shows the animated icon; null when it has no file for the target. */
export function embedCode(icon: IconRecord, target: EmbedTarget, options: EmbedOptions = PLAIN): EmbedCode | null {
  const file = icon.formats.find(({ ext }) => ext === EXTENSIONS[target])
  if (file === undefined) return null
  const { drawing, rendition, trigger } = options
  const { speed } = rendition
  const scale = rendition.sizePx === null ? 1 : rendition.sizePx / Math.max(icon.width, icon.height)
  const stillAtMs = icon.loop ? STILL_AT_MS.loop / speed : STILL_AT_MS.once
  const input: Omit<EmbedInput, 'url'> = {
    id: icon.id,
    title: icon.title,
    loop: icon.loop,
    width: Number((icon.width * scale).toFixed(2)),
    height: Number((icon.height * scale).toFixed(2)),
    speed,
    trigger,
    stillAtSeconds: Number((stillAtMs / 1000).toFixed(3)),
  }
  if (target === 'lottie-web' || target === 'dotlottie') {
    // The player sets size and speed, and the file has the colour.
    const url = renditionUrl(file.url, { ...UNCHANGED, colour: rendition.colour })
    const write = target === 'dotlottie' ? dotLottieCode : lottieWebCode
    return { target, assetUrl: url, language: 'html', ...write({ ...input, url }) }
  }
  const url = renditionUrl(file.url, { ...rendition, sizePx: null })
  const language = target === 'react' ? 'jsx' : target
  const code = drawing === null ? imageCode(target, { ...input, url }) : inlineCode(target, { ...input, url }, drawing)
  return { target, assetUrl: url, language, packages: [], code }
}

/** The code as Markdown, behind the command that installs its packages. */
export function pasteText({ code, language, packages }: Pick<EmbedCode, 'code' | 'language' | 'packages'>): string {
  const install = packages.length === 0 ? '' : `npm install ${packages.join(' ')}\n\n`
  return `${install}\`\`\`${language}\n${code.trimEnd()}\n\`\`\``
}

/** The file that the target plays. */
export function embedExtension(target: EmbedTarget): IconExtension {
  return EXTENSIONS[target]
}
