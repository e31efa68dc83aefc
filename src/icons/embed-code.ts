import type { IconExtension, IconRecord } from './icon-record.ts'

/** Places that can show an icon: a page, a React component, or one of the two players of Lottie. */
export const EMBED_TARGETS = ['html', 'react', 'lottie-web', 'dotlottie'] as const

export type EmbedTarget = (typeof EMBED_TARGETS)[number]

export interface EmbedCode {
  readonly target: EmbedTarget
  readonly language: 'html' | 'jsx'
  readonly code: string
  /** npm packages that the code imports; empty when the browser alone plays the file. */
  readonly packages: readonly string[]
  /** Address of the file that the code loads. */
  readonly assetUrl: string
}

/** The file that each target plays. */
const EXTENSIONS: Readonly<Record<EmbedTarget, IconExtension>> = {
  html: 'svg',
  // React shows an image as well: animated SVG needs no player, renders on the server, and adds no package.
  react: 'svg',
  'lottie-web': 'json',
  dotlottie: 'lottie',
}

/** Targets for which the icon has a file. */
export function embedTargets(icon: Pick<IconRecord, 'formats'>): EmbedTarget[] {
  return EMBED_TARGETS.filter((target) => icon.formats.some(({ ext }) => ext === EXTENSIONS[target]))
}

/** Code to paste that shows the animated icon from its file's address; null when it has no file for the target. */
export function embedCode(icon: IconRecord, target: EmbedTarget): EmbedCode | null {
  const file = icon.formats.find(({ ext }) => ext === EXTENSIONS[target])
  return file === undefined ? null : { target, assetUrl: file.url, ...WRITERS[target](icon, file.url) }
}

type Written = Pick<EmbedCode, 'language' | 'code' | 'packages'>

const WRITERS: Readonly<Record<EmbedTarget, (icon: IconRecord, url: string) => Written>> = {
  html: ({ width, height, title }, url) => ({
    language: 'html',
    packages: [],
    code: `<img src="${attribute(url)}" width="${width}" height="${height}" alt="${attribute(title)}">\n`,
  }),
  react: ({ id, width, height, title }, url) => ({
    language: 'jsx',
    packages: [],
    code:
      `export function ${componentName(id)}(props) {\n` +
      `  return <img src={${literal(url)}} width={${width}} height={${height}} alt={${literal(title)}} {...props} />\n` +
      `}\n`,
  }),
  'lottie-web': ({ id, width, height, title, loop }, url) => ({
    language: 'html',
    packages: ['lottie-web'],
    code:
      `<div id="${attribute(id)}" role="img" aria-label="${attribute(title)}" ` +
      `style="width: ${width}px; height: ${height}px"></div>\n` +
      `<script type="module">\n` +
      `  import lottie from 'lottie-web'\n\n` +
      `  lottie.loadAnimation({\n` +
      `    container: document.getElementById(${literal(id)}),\n` +
      `    path: ${literal(url)},\n` +
      `    renderer: 'svg',\n` +
      `    loop: ${loop},\n` +
      `    autoplay: true,\n` +
      `  })\n` +
      `</script>\n`,
  }),
  dotlottie: ({ id, width, height, title, loop }, url) => ({
    language: 'html',
    packages: ['@lottiefiles/dotlottie-web'],
    code:
      `<canvas id="${attribute(id)}" width="${width}" height="${height}" role="img" aria-label="${attribute(title)}"></canvas>\n` +
      `<script type="module">\n` +
      `  import { DotLottie } from '@lottiefiles/dotlottie-web'\n\n` +
      `  new DotLottie({\n` +
      `    canvas: document.getElementById(${literal(id)}),\n` +
      `    src: ${literal(url)},\n` +
      `    loop: ${loop},\n` +
      `    autoplay: true,\n` +
      `  })\n` +
      `</script>\n`,
  }),
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

/** Escapes the text of a quoted HTML attribute. */
function attribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => ENTITIES[character] as string)
}

/** A JavaScript string that cannot end a script element, nor, by U+2028, a line of an old engine. */
function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** `meteocons-fill-rain` becomes `MeteoconsFillRain`; an identifier must not begin with a digit. */
function componentName(id: string): string {
  const name = id
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
  return /^\d/.test(name) ? `Icon${name}` : name
}
