// How long does it take to typeset a page? `npm run ts bench/typeset.ts -- <folder of Markdown>`; CPU time, no service needed.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { argv, cpuUsage, memoryUsage } from 'node:process'
import { splitFrontMatter } from '../src/docs/front-matter.ts'
import { readMarkdown } from '../src/docs/readers/markdown/read-markdown.ts'
import { renderBlocks } from '../src/hosts/docs/pages/render-blocks.ts'
import { typesetPage } from '../src/hosts/docs/typeset/typeset-page.ts'
import { needsTypesetting } from '../src/pool/lazy/typesetter.ts'
import { toHtml } from '../src/web/markup.ts'
import { messagesFor } from '../src/web/messages.ts'
import { percentile } from './timing.ts'

const [, , folder = 'content/docs'] = argv
const cpuMs = (): number => (cpuUsage().user + cpuUsage().system) / 1000

const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.mdx?$/.test(name))
  .map((name) => {
    const { body } = splitFrontMatter(readFileSync(join(folder, name), 'utf8'))
    const { blocks } = readMarkdown(body, { mdx: name.endsWith('.mdx') })
    const options = { title: '', messages: messagesFor('en'), imageOrigins: [], resolveLink: (href: string) => href }
    return toHtml(renderBlocks(blocks, options).body)
  })
  .filter((html) => needsTypesetting(Buffer.from(html)))

const rssBefore = memoryUsage.rss()
for (const round of ['first', 'second']) {
  const times: number[] = []
  let bytes = 0
  for (const html of pages) {
    const before = cpuMs()
    bytes += (await typesetPage(html, () => 0)).length
    times.push(cpuMs() - before)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): string => percentile(times, share).toFixed(1)
  const plain = pages.reduce((sum, html) => sum + html.length, 0)
  console.log(
    `${round} time, ${times.length} pages with code: ms of CPU median ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}; ` +
      `characters of articles times ${(bytes / plain).toFixed(2)}`,
  )
}
console.log(`memory: ${((memoryUsage.rss() - rssBefore) / 1_048_576).toFixed(0)} MiB more`)
