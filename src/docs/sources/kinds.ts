import { book } from './kinds/book/book.ts'
import { docusaurus } from './kinds/docusaurus/docusaurus.ts'
import { fumadocs } from './kinds/fumadocs/fumadocs.ts'
import { hugo } from './kinds/hugo/hugo.ts'
import { mintlify } from './kinds/mintlify/mintlify.ts'
import { mkdocs } from './kinds/mkdocs/mkdocs.ts'
import { nextra } from './kinds/nextra/nextra.ts'
import { plainFolder } from './kinds/plain-folder.ts'
import { starlight } from './kinds/starlight/starlight.ts'
import { vitepress } from './kinds/vitepress/vitepress.ts'
import type { SourceKind } from './source.ts'

/** The kinds of sources that are recognised, those whose signs are surest first. */
export const SOURCE_KINDS: readonly SourceKind[] = [
  docusaurus,
  vitepress,
  starlight,
  fumadocs,
  nextra,
  mintlify,
  hugo,
  mkdocs,
  book,
]

/** What a folder of Markdown is, of which no kind knows anything. */
export const PLAIN_FOLDER = plainFolder
