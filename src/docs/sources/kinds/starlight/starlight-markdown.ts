import { joinAddress } from '../../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import { frontHero } from '../../expansion/hero.ts'
import { aliasedPath } from '../../mdx/aliases.ts'
import { relativeTo } from '../../mdx/relocated.ts'
import type { Dialect, ExpandedPage, ModuleRules } from '../../source.ts'
import { record, text as textOf } from '../../values.ts'
import { nameCode } from './expressive-code.ts'

/** What Starlight adds to Markdown: the hero of front matter, parts, and names of files above code. */
export function starlightMarkdown(aliases: ReadonlyMap<string, string>): Pick<Dialect, 'above' | 'code' | 'modules'> {
  const pathOf = (written: string, file: string): string | null =>
    written.startsWith('.')
      ? pathFrom({ file }, written)
      : (aliasedPath(written, aliases) ?? (written.startsWith('/') ? joinAddress(written) : null))
  return { modules: { pathOf }, above: (page) => frontText(page, pathOf), code: nameCode }
}

/** What the front matter says in words above the text: a banner, and the hero of a page that is a landing page. */
function frontText({ fields, file }: ExpandedPage, pathOf: ModuleRules['pathOf']): string {
  const banner = textOf(record(fields.get('banner'))['content'])
  const hero = frontHero(fields, '_top', (written) => {
    const path = pathOf(written, file)
    return path === null ? null : relativeTo(file, path)
  })
  return banner === null ? hero : `${banner.replace(/\s+/g, ' ')}\n\n${hero}`
}
