/**
 * Entry of a process with the SDK's own server over MiniSearch. It has the two tools that agents are mostly given: `search`
 * lists pages with a snippet of 200 characters, and `fetch` gives a page as Markdown. Its argument is a folder of content.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { readContent } from '../../src/docs/read-content.ts'
import { LOCALES, type Locale } from '../../src/shared/locale.ts'
import { queryTokens } from '../tokens.ts'
import { reportToParent } from './mcp-child.ts'
import { SERVER_INFO } from './mcp-features.ts'
import { createMiniSearch } from './minisearch.ts'

const SNIPPET_CHARS = 200

const content = await readContent(process.argv[2]!)
const locales = new Map(
  [...content.locales].map(([locale, { pages }]) => {
    const engine = createMiniSearch()
    engine.build(
      pages.map((page) => ({ ...page, description: page.description ?? '' })),
      locale,
    )
    const byPath = new Map(
      pages.map(({ markdown, path, sections, title }) => {
        return [
          path,
          {
            title,
            markdown,
            text: sections
              .map(({ text }) => text)
              .join(' ')
              .replace(/\s+/g, ' '),
          },
        ] as const
      }),
    )
    return [locale, { engine, byPath }] as const
  }),
)

/** The text around the first place of any word of the query. */
function snippet(text: string, query: string): string {
  const lower = text.toLowerCase()
  const places = queryTokens(query)
    .map((token) => lower.indexOf(token))
    .filter((place) => place >= 0)
  const from = Math.max(0, Math.min(...places, text.length) - SNIPPET_CHARS / 4)
  return text.slice(places.length === 0 ? 0 : from).slice(0, SNIPPET_CHARS)
}

const input = { locale: z.enum(LOCALES) }

function createPageServer(): McpServer {
  const server = new McpServer(SERVER_INFO)
  const answer = (text: string) => ({ content: [{ type: 'text' as const, text }] })
  const pagesOf = (locale: Locale) => locales.get(locale)!
  server.registerTool(
    'search',
    { description: 'Searches the documentation.', inputSchema: z.object({ query: z.string(), ...input }) },
    ({ locale, query }) => {
      const { byPath, engine } = pagesOf(locale)
      const results = engine.search(query).map((path) => {
        const { text, title } = byPath.get(path)!
        return { title, path, snippet: snippet(text, query) }
      })
      return answer(JSON.stringify(results))
    },
  )
  server.registerTool(
    'fetch',
    { description: 'Gives a page as Markdown.', inputSchema: z.object({ path: z.string(), ...input }) },
    ({ locale, path }) => answer(pagesOf(locale).byPath.get(path)?.markdown ?? ''),
  )
  return server
}

const handler = createMcpHandler(createPageServer)
const listen = toNodeHandler(handler)
const server = createServer((request, response) => void listen(request as Parameters<typeof listen>[0], response))
server.listen(0, '127.0.0.1', () => reportToParent((server.address() as AddressInfo).port))
