import { joinAddress } from '../../addresses.ts'
import { pathFrom } from '../../expand-lines.ts'
import { aliasedPath } from '../../mdx/aliases.ts'
import { expandMdx } from '../../mdx/expand-mdx.ts'
import type { PathOf } from '../../mdx/module-values.ts'
import { relativeTo } from '../../mdx/rebase.ts'
import type { Dialect, ExpandedPage } from '../../source.ts'
import { list, record, text as textOf } from '../../values.ts'
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
  const parts: string[] = []
  const banner = textOf(record(fields.get('banner'))['content'])
  if (banner !== null) parts.push(banner)
  const hero = record(fields.get('hero'))
  const title = textOf(hero['title'])
  if (title !== null) parts.push(`# ${title} {#_top}`)
  const tagline = textOf(hero['tagline'])
  if (tagline !== null) parts.push(tagline)
  for (const { link, text } of list(hero['actions']).map(record)) {
    if (textOf(text) !== null) parts.push(textOf(link) === null ? String(text) : `[${String(text)}](${String(link)})`)
  }
  const { alt, dark, file: image, light } = record(hero['image'])
  const shown = textOf(image) ?? textOf(light) ?? textOf(dark)
  const path = shown === null ? null : pathOf(shown, file)
  if (path !== null) parts.push(`![${textOf(alt) ?? ''}](<${relativeTo(file, path)}>)`)
  return parts.map((part) => `${part.replace(/\s+/g, ' ')}\n\n`).join('')
}
