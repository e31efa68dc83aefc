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

/** Pages that are shown as text are not rendered. */
const HTML_CHARS = 2_000_000

// Each tree took minutes, or ended the process: a reader that is not linear does not end within the time of a test.
for (const { files, title } of HOSTILE_TREES) {
  t.test(`reading ends, and shows nothing foreign: ${title}`, async (t) => {
    const content = await readContent(await contentTree(t, files()))
    checkContent(content)
    for (const { pages } of content.locales.values()) {
      for (const { blockLines, locale, markdown, title: name } of pages.slice(0, 3)) {
        if (markdown.length > HTML_CHARS) continue
        const resolve = (href: string): string | null => resolveLink(href, { page: locale, reader: locale })
        const options = { title: name, messages: messagesFor('en'), imageOrigins: [], resolveLink: resolve }
        t.strictSame(foreignParts(toHtml(renderBlocks(readBlockLines(blockLines), options).body)), [])
      }
    }
    t.ok(content.faults.length < 20_000, `${content.faults.length} faults`)
  })
}
