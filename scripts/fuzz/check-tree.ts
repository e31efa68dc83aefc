import { NO_SITE } from '../../src/docs/served/served-site.ts'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkContent } from '../../src/docs/check/check-content.ts'
import { fixContent } from '../../src/docs/check/fix-content.ts'
import type { Content, ContentPage } from '../../src/docs/content.ts'
import type { FileKeeper } from '../../src/docs/files/file-keeper.ts'
import { readBlockLines, writeBlockLines } from '../../src/docs/model/block-lines.ts'
import { plainText } from '../../src/docs/model/plain-text.ts'
import { forEachBlock } from '../../src/docs/model/sections.ts'
import { forEachTarget, replaceTargets } from '../../src/docs/model/visit-inline.ts'
import { toMarkdown } from '../../src/docs/model/to-markdown.ts'
import { readContent } from '../../src/docs/read-content.ts'
import { resolveLink } from '../../src/hosts/docs/pages/links.ts'
import { renderBlocks } from '../../src/hosts/docs/pages/render-blocks.ts'
import { HTML_LIMIT_CHARS, renderPage } from '../../src/hosts/docs/pages/render-page.ts'
import type { Locale } from '../../src/shared/locale.ts'
import { toHtml } from '../../src/web/markup.ts'
import { messagesFor } from '../../src/web/messages.ts'
import { foreignParts } from '../../test/hosts/docs/pages/foreign-parts.ts'
import type { Tree } from './mutate-tree.ts'

/** Words of files that no page may show: one lies beside the content, one in a hidden folder of it. */
const CANARIES = ['wqxoutside', 'wqxhidden']
const TIME_MS = 2500
const TIME_PER_BYTE_MS = 0.01
const FIXED_CHARS = 300_000

/** What is wrong with what is read of a tree; empty: nothing is. `folder` is empty, and is left so. */
export async function checkTree(tree: Tree, folder: string): Promise<string[]> {
  const contentDir = join(folder, 'content')
  const wrong: string[] = []
  const say = (what: string): void => void (wrong.length < 10 && wrong.push(what))
  try {
    const bytes = writeTree(tree, folder)
    const kept: Uint8Array[] = []
    const keeper: FileKeeper = { recall: () => null, keep: (_state, _served, file) => kept.push(file) > 0 }
    const before = process.cpuUsage()
    const content = await readContent(contentDir, { keeper })
    checkPages(content, say)
    checkContent(content)
    const { system, user } = process.cpuUsage(before)
    const took = (system + user) / 1000
    if (took > TIME_MS + bytes * TIME_PER_BYTE_MS) say(`slow: ${Math.round(took)} ms for ${bytes} bytes`)
    for (const word of CANARIES) {
      if (textsOf(content).some((text) => text.includes(word))) say(`${word} is read`)
      if (kept.some((file) => Buffer.from(file).includes(word))) say(`${word} is served`)
    }
    if (bytes < FIXED_CHARS) await checkFixes(contentDir, content, say)
  } catch (error) {
    const isUnreadable = error instanceof Error && error.message.startsWith('The content cannot be read')
    if (!isUnreadable) say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    for (const name of ['content', 'outside']) rmSync(join(folder, name), { recursive: true, force: true })
  }
  return wrong
}

/** Writes a tree, and beside it what must not be read. Entries that lie in one another's place are left out. */
function writeTree(tree: Tree, folder: string): number {
  let bytes = 0
  const put = (path: string, content: Buffer | { readonly link: string }): void => {
    try {
      mkdirSync(dirname(path), { recursive: true })
      if ('link' in content) return symlinkSync(content.link, path)
      writeFileSync(path, content)
      bytes += content.length
    } catch {
      // Another entry has its place, or its name is too long.
    }
  }
  for (const [base, word] of [
    ['outside', CANARIES[0]],
    ['content/.secret', CANARIES[1]],
  ] as const) {
    const text = `---\ntitle: ${word}\n---\n# ${word}\n`
    for (const name of ['secret.md', 'env.md', 'index.md', 'en/secret.md'])
      put(join(folder, base, name), Buffer.from(text))
    put(join(folder, base, 'secret.json'), Buffer.from(`{"title":"${word}","pages":["${word}"]}`))
    put(
      join(folder, base, 'secret.svg'),
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><title>${word}</title></svg>`),
    )
  }
  for (const [path, content] of tree) put(join(folder, 'content', path), content)
  return bytes
}

function checkPages(content: Content, say: (what: string) => void): void {
  const paths = new Set([...content.locales.values()].flatMap(({ pages }) => pages.map(addressOf)))
  const faulty = new Set(content.faults.map(({ file }) => file))
  // A link to a file that is no page of the documentation is no fault.
  const isWhole = content.reports.every(({ kind, leftOut }) => kind !== 'html' || leftOut.size === 0)
  for (const { nav, pages } of content.locales.values()) {
    for (const [at, page] of pages.entries()) {
      const blocks = readBlockLines(page.blockLines)
      if (writeBlockLines(blocks) !== page.blockLines) say(`${page.file}: blocks are written otherwise than read`)
      toMarkdown(blocks)
      if (!page.path.isWellFormed()) say(`${page.file}: its path has half a character`)
      forEachTarget(blocks, (target) => {
        const path = decoded(/^\/(?:en|zh|ko)(?:\/[^?#]*)?(?=[?#]|$)/.exec(target)?.[0] ?? '')
        if (isWhole && path !== '' && !isPage(path, paths) && !faulty.has(page.file))
          say(`${page.file}: ${target} leads nowhere`)
      })
      if (page.markdown.length > HTML_LIMIT_CHARS) continue
      checkHtml(page, renderedBlocks(page), say)
      if (at > 0) continue
      const assets = new Proxy({}, { get: () => '' }) as never
      const locale = page.locale
      renderPage({
      site: NO_SITE, page: { ...page, siteAddress: null }, blocks, nav, versions: null, requestedLocale: locale, imageOrigins: [], available: [locale], siteUrl: 'https://docs.example.com', assets }) // prettier-ignore
    }
  }
}

function renderedBlocks({ blockLines, locale, title }: ContentPage): string {
  const links = { page: locale, reader: locale }
  const options = { title, messages: messagesFor(locale), imageOrigins: [] }
  const resolve = (href: string): string | null => resolveLink(href, links)
  return toHtml(renderBlocks(readBlockLines(blockLines), { ...options, resolveLink: resolve }).body)
}

function checkHtml({ file }: ContentPage, html: string, say: (what: string) => void): void {
  for (const part of foreignParts(html).slice(0, 3)) say(`${file}: foreign in its HTML: ${part.slice(0, 200)}`)
  const ids = new Set<string>()
  for (const [, id = ''] of html.matchAll(/ id="([^"]*)"/g)) {
    if (ids.has(id)) say(`${file}: the id ${id.slice(0, 100)} stands twice`)
    ids.add(id)
  }
}

/**
 * Corrections may change where links lead, and nothing else of a page. A heading whose link leads to itself is read as one
 * without a link, so links around headings do not count.
 */
async function checkFixes(contentDir: string, content: Content, say: (what: string) => void): Promise<void> {
  if (fixContent(contentDir, content.faults).length === 0) return
  const before = new Map(pagesOf(content).map((page) => [addressOf(page), withoutTargets(page)]))
  for (const page of pagesOf(await readContent(contentDir))) {
    if (before.get(addressOf(page)) !== withoutTargets(page)) say(`${page.file}: a correction changes more than links`)
  }
}

function pagesOf({ locales }: Content): ContentPage[] {
  return [...locales.values()].flatMap(({ pages }) => pages)
}

function withoutTargets({ blockLines }: ContentPage): string {
  const blocks = readBlockLines(blockLines)
  replaceTargets(blocks, () => '')
  forEachBlock(blocks, (block) => {
    if (block.kind === 'heading') block.content.splice(0, block.content.length, plainText(block.content))
  })
  return writeBlockLines(blocks)
}

function textsOf(content: Content): string[] {
  const pages = pagesOf(content).flatMap((page) => [page.title, page.description ?? '', page.markdown, page.blockLines, page.path]) // prettier-ignore
  const locales = [...content.locales.values()].flatMap(({ intro, nav, title }) => [title ?? '', intro ?? '', JSON.stringify(nav)]) // prettier-ignore
  return [...pages, ...locales, ...content.faults.map(({ message }) => message), ...content.redirects.keys()]
}

function addressOf({ locale, path }: { readonly locale: Locale; readonly path: string }): string {
  return path === '' ? `/${locale}` : `/${locale}/${path}`
}

function isPage(path: string, paths: ReadonlySet<string>): boolean {
  return paths.has(path) || paths.has(path.replace(/^\/(?:en|zh|ko)/, '/en'))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
