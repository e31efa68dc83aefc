import { joinAddress } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import { frontHero } from '../../expansion/hero.ts'
import { aliasedPath } from '../../mdx/aliases.ts'
import { expandMdx } from '../../mdx/expand-mdx.ts'
import type { PathOf } from '../../mdx/module-values.ts'
import { relativeTo } from '../../mdx/rebase.ts'
import type { Dialect, ExpandedPage } from '../../source.ts'
import { record, text as textOf } from '../../values.ts'
import { nameCode } from './expressive-code.ts'

/** Puts what Starlight adds to Markdown into the text: the hero of front matter, parts, and names of files above code. */
export function starlightExpansion(aliases: ReadonlyMap<string, string>): Dialect['expand'] {
  const pathOf = (written: string, file: string): string | null =>
    written.startsWith('.')
      ? pathFrom({ file }, written)
      : (aliasedPath(written, aliases) ?? (written.startsWith('/') ? joinAddress(written) : null))
  return (text, page) => {
    const whole = page.file.endsWith('.mdx') ? expandMdx(text, page, pathOf) : text
    return frontText(page, pathOf) + nameCode(whole)
  }
}

/** What the front matter says in words above the text: a banner, and the hero of a page that is a landing page. */
function frontText({ fields, file }: ExpandedPage, pathOf: PathOf): string {
  const banner = textOf(record(fields.get('banner'))['content'])
  const hero = frontHero(fields, '_top', (written) => {
    const path = pathOf(written, file)
    return path === null ? null : relativeTo(file, path)
  })
  return banner === null ? hero : `${banner.replace(/\s+/g, ' ')}\n\n${hero}`
}
