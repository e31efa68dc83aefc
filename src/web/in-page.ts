import { accentSheet, type Accent } from '../docs/site/accent.ts'
import type { SiteLook } from '../docs/site/site-look.ts'
import { hashSource } from './content-security-policy.ts'
import { markup, trusted, type Markup } from './markup.ts'
import { readStaticText, type AssetUrls } from './static-files.ts'

/** A script or a style sheet that stands in pages, and the source that names it in their policy. */
interface Part {
  readonly element: Markup
  readonly source: string
}

function scriptPart(text: string): Part {
  return { element: markup`<script>${trusted(text)}</script>\n`, source: hashSource(text) }
}

function stylePart(text: string): Part {
  return { element: markup`<style>${trusted(text)}</style>\n`, source: hashSource(text) }
}

/** What stands in each page of the docs host that is kept, so that its first paint waits for no other file. */
let firstParts: { readonly script: Part; readonly style: Part } | null = null
const accents = new WeakMap<Accent, Part>()

function readFirstParts(): NonNullable<typeof firstParts> {
  return (firstParts ??= {
    script: scriptPart(readStaticText('theme.js')),
    style: stylePart(readStaticText('style.css')),
  })
}

/** The accent is made once for each state of the site. */
function accentPart(accent: Accent): Part {
  let part = accents.get(accent)
  if (part === undefined) accents.set(accent, (part = stylePart(accentSheet(accent))))
  return part
}

/**
 * Renders the script and the style sheet with which every page of the docs host begins, and the accent of the site.
 *
 * @param within Whether they stand in the page. It is compressed once for all readers, or for each of them: then links are cheaper.
 */
export function renderFirstParts(within: boolean, { accent }: Pick<SiteLook, 'accent'>, assets: AssetUrls): Markup {
  const { script, style } = readFirstParts()
  const parts = within
    ? markup`${script.element}${style.element}`
    : markup`<script src="${assets['theme.js']}"></script>\n<link rel="stylesheet" href="${assets['style.css']}">\n`
  return markup`${parts}${accent !== null && accentPart(accent).element}`
}

/** The sources of what stands in pages, for their policy. */
export function inPageSources({ accent }: Pick<SiteLook, 'accent'>): { scripts: string[]; styles: string[] } {
  const { script, style } = readFirstParts()
  return {
    scripts: [script.source],
    styles: accent === null ? [style.source] : [style.source, accentPart(accent).source],
  }
}
