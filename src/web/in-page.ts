import { accentSheet } from '../docs/site/accent.ts'
import type { SiteLook } from '../docs/site/site-look.ts'
import { hashSource } from './content-security-policy.ts'
import { markup, trusted, type Markup } from './markup.ts'
import { readStaticText, type AssetUrls } from './static-files.ts'

/** What stands in each page of the docs host, so that its first paint waits for no other file. */
interface InPage {
  readonly elements: Markup
  readonly scriptSource: string
  readonly styleSource: string
}

let known: InPage | null = null

function inPage(): InPage {
  if (known !== null) return known
  const [script, style] = [readStaticText('theme.js'), readStaticText('style.css')]
  return (known = {
    elements: markup`<script>${trusted(script)}</script>\n<style>${trusted(style)}</style>\n`,
    scriptSource: hashSource(script),
    styleSource: hashSource(style),
  })
}

/**
 * Renders the script and the style sheet with which every page of the docs host begins, and the accent of the site.
 *
 * @param within Whether they stand in the page. It is compressed once for all readers, or for each of them: then links are cheaper.
 */
export function renderFirstParts(within: boolean, { accent }: Pick<SiteLook, 'accent'>, assets: AssetUrls): Markup {
  const parts = within
    ? inPage().elements
    : markup`<script src="${assets['theme.js']}"></script>\n<link rel="stylesheet" href="${assets['style.css']}">\n`
  return markup`${parts}${accent !== null && markup`<style>${trusted(accentSheet(accent))}</style>\n`}`
}

/** The hashes of what stands in pages, for their policy. */
export function inPageSources({ accent }: Pick<SiteLook, 'accent'>): { scripts: string[]; styles: string[] } {
  const { scriptSource, styleSource } = inPage()
  return {
    scripts: [scriptSource],
    styles: accent === null ? [styleSource] : [styleSource, hashSource(accentSheet(accent))],
  }
}
