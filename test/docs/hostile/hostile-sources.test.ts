import t from 'tap'
import { checkContent } from '../../../src/docs/check/check-content.ts'
import { readBlockLines } from '../../../src/docs/model/block-lines.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import { resolveLink } from '../../../src/hosts/docs/pages/links.ts'
import { renderBlocks } from '../../../src/hosts/docs/pages/render-blocks.ts'
import { toHtml } from '../../../src/web/markup.ts'
import { messagesFor } from '../../../src/web/messages.ts'
import { contentTree } from '../../support/content-tree.ts'
import { foreignParts } from '../../hosts/docs/pages/foreign-parts.ts'
import { HOSTILE_TREES } from './hostile-trees.ts'

/** Processor time for one tree, also on a slow machine. Each of them took minutes, or ended the process. */
const TIME_MS = 6000
/** Pages that are shown as text are not rendered. */
const HTML_CHARS = 2_000_000

t.test('no tree takes a reader long, fills its memory or ends it', async (t) => {
  for (const { files, title } of HOSTILE_TREES) {
    const folder = await contentTree(t, files())
    const before = process.cpuUsage()
    const content = await readContent(folder)
    checkContent(content)
    for (const { pages } of content.locales.values()) {
      for (const { blockLines, locale, markdown, title: name } of pages.slice(0, 3)) {
        if (markdown.length > HTML_CHARS) continue
        const resolve = (href: string): string | null => resolveLink(href, { page: locale, reader: locale })
        const options = { title: name, messages: messagesFor('en'), imageOrigins: [], resolveLink: resolve }
        t.strictSame(foreignParts(toHtml(renderBlocks(readBlockLines(blockLines), options).body)), [], title)
      }
    }
    const { system, user } = process.cpuUsage(before)
    t.ok((system + user) / 1000 < TIME_MS, `${title}: ${Math.round((system + user) / 1000)} ms`)
    t.ok(content.faults.length < 20_000, `${title}: ${content.faults.length} faults`)
  }
})
