import type { Page } from '../../../docs/page.ts'
import { markdownUrl } from '../../../docs/paths.ts'
import type { Locale } from '../../../shared/locale.ts'
import { SITE_NAME } from '../../../web/layout.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill, type Messages } from '../../../web/messages.ts'
import { claudeCodeCommand, cursorLink, vsCodeLink } from './mcp-install.ts'

interface PageMenuOptions {
  readonly page: Page
  /** Locale of the reader. */
  readonly locale: Locale
  readonly siteUrl: string
  /** Name of the documentation, or null. */
  readonly siteName: string | null
  readonly messages: Messages
}

/** Services that take a question in their address. */
const ASSISTANTS: readonly (readonly [string, (question: string) => string])[] = [
  ['ChatGPT', (question) => `https://chatgpt.com/?hints=search&q=${encodeURIComponent(question)}`],
  ['Claude', (question) => `https://claude.ai/new?q=${encodeURIComponent(question)}`],
]

/**
 * Renders what a reader can do with the page: copy it as Markdown, which needs the script, open it in an assistant, and
 * connect a client to the MCP server.
 */
export function renderPageMenu({ locale, messages, page, siteName, siteUrl }: PageMenuOptions): Markup {
  const source = markdownUrl('', page.locale, page.path)
  const server = { name: siteName ?? SITE_NAME, url: `${siteUrl}/mcp` }
  const question = fill(messages.askAbout, { url: `${siteUrl}${source}` })
  const assistants = ASSISTANTS.map(([name, address]) => {
    return markup`<li><a href="${address(question)}" target="_blank" rel="noopener noreferrer nofollow">${fill(messages.openIn, { name })}</a></li>\n`
  })
  const clients = [
    ['Cursor', cursorLink(server)],
    ['VS Code', vsCodeLink(server)],
  ].map(([name = '', address = '']) => {
    return markup`<li><a href="${address}" rel="nofollow">${fill(messages.connectTo, { name })}</a></li>\n`
  })
  return markup`<div class="page-actions" lang="${locale}">
<button type="button" class="copy-page" data-source="${source}" data-copied="${messages.copied}">${messages.copyPage}</button>
<details class="page-menu"><summary>${messages.assistants}</summary>
<div>
<ul>
<li><a href="${source}" type="text/markdown">${messages.viewMarkdown}</a></li>
${assistants}${clients}</ul>
<p>${messages.mcpServer}</p>
<pre tabindex="0"><code>${server.url}</code></pre>
<p>Claude Code</p>
<pre tabindex="0"><code>${claudeCodeCommand(server)}</code></pre>
</div></details>
</div>
`
}
