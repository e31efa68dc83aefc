import { toMarkdown } from '../../../../src/docs/model/to-markdown.ts'
import { readHtmlPage } from '../../../../src/docs/readers/html/read-page.ts'
import type { BuiltPage, LeftOutPage } from '../../../../src/docs/readers/html/read-page.ts'

/** What is read of a page of this text, as if it were a file of a site. */
export function read(html: string | Buffer, file = 'guide/start.html'): BuiltPage | LeftOutPage {
  return readHtmlPage(typeof html === 'string' ? Buffer.from(html) : html, file)
}

/** A page that must not be left out. */
export function pageOf(html: string | Buffer, file = 'guide/start.html'): BuiltPage {
  const page = read(html, file)
  if (page.kind !== 'page') throw new Error(`left out: ${page.reason}`)
  return page
}

/** Markdown of what stands in `main`. */
export function markdownOf(content: string): string {
  return toMarkdown(pageOf(`<!doctype html><html lang="en"><body><main>${content}</main></body></html>`).blocks).trim()
}
