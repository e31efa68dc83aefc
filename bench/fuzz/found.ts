import { becomeMember, type Member } from './member.ts'
import { listToolsMessage } from './rpc.ts'
import type { Ports } from './surface.ts'

const LOCALES = ['en', 'zh', 'ko']
const PAGES_OF_A_LOCALE = 12
const ICONS = 12
const LARGE_ICONS = 8
const WORDS = 400
/** Longest file of an icon that the service changes (`RENDITION_LIMIT_BYTES`). */
const CHANGED_LIMIT_BYTES = 131_072

/** A tool of an MCP endpoint. */
export interface Tool {
  readonly name: string
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, object>>
    readonly required?: readonly string[]
  }
}

/** What the service was found to hold. Calls are made from it. */
export interface Found {
  /** Words of the content. */
  readonly words: readonly string[]
  /** Paths of pages, as HTML and as Markdown. */
  readonly pages: readonly string[]
  /** Names of sections of the documentation. */
  readonly sections: readonly string[]
  /** Addresses of files, narrower copies and pictures of pages. */
  readonly files: readonly string[]
  readonly scaled: readonly string[]
  readonly cards: readonly string[]
  readonly icons: readonly string[]
  readonly categories: readonly string[]
  readonly sets: readonly string[]
  readonly styles: readonly string[]
  /** Names of files of icons, and of those that take most time to change. */
  readonly assets: readonly string[]
  readonly largeAssets: readonly string[]
  /** Names of guides, with their extension. */
  readonly guides: readonly string[]
  /** Tools of each MCP endpoint, by the key of its route. */
  readonly tools: Readonly<Record<string, readonly Tool[]>>
  readonly member: Member
}

/** Asks the service what it holds, and makes an account there. */
export async function findContent(ports: Ports): Promise<Found> {
  const member = await becomeMember(ports.account)
  const index = await text(ports.docs, '/llms.txt')
  const pages: string[] = []
  for (const locale of LOCALES) {
    const links = (await text(ports.docs, `/${locale}/llms.txt`)).matchAll(/\]\(https?:\/\/[^/]+(\/[^)]+)\)/g)
    // Pages with pictures are the last ones of their index.
    const all = [...links].map(([, path = '']) => path)
    for (const path of [...all.slice(0, PAGES_OF_A_LOCALE), ...all.slice(-2)])
      pages.push(path, path.replace(/\.md$/, ''))
  }
  const html = await Promise.all(pages.filter((path) => !path.endsWith('.md')).map((path) => text(ports.docs, path)))
  const linked = (folder: string): string[] => {
    const addresses = new RegExp(`(?<=["/ ,]|localhost:\\d+)/${folder}/[\\w%./-]+`, 'g')
    return [...new Set(html.flatMap((page) => page.match(addresses) ?? []))]
  }
  return {
    words: [...new Set(index.match(/[\p{L}\p{N}]{3,}/gu))].slice(0, WORDS),
    pages,
    sections: [...new Set(pages.map((path) => path.split('/')[2]?.replace(/\.md$/, '') ?? ''))].filter(
      (name) => name !== '',
    ),
    files: linked('files'),
    scaled: linked('scaled'),
    cards: linked('cards'),
    ...(await findIcons(ports.icons)),
    tools: {
      'POST docs': await listTools(ports.docs, '/mcp'),
      'POST account': await listTools(ports.account, '/mcp', member.accessToken),
      'POST icons': await listTools(ports.icons, '/mcp'),
      'POST guides': await listTools(ports.icons, '/mcp/docs'),
    },
    member,
  }
}

interface ListedIcon {
  readonly id: string
  readonly formats: readonly { readonly ext: string; readonly bytes: number }[]
}

async function findIcons(
  port: number,
): Promise<Pick<Found, 'assets' | 'categories' | 'guides' | 'icons' | 'largeAssets' | 'sets' | 'styles'>> {
  const list = async (query: string): Promise<readonly ListedIcon[]> =>
    (JSON.parse(await text(port, `/api/v1/icons?${query}`)) as { readonly results: readonly ListedIcon[] }).results
  // Drawings in one colour take all changes, and those of thunderstorms are the largest.
  const large = (await list('q=extreme%20thunderstorms&style=monochrome&format=lottie&limit=50')).flatMap(
    ({ formats, id }) => formats.map(({ bytes, ext }) => ({ bytes, ext, file: `${id}.${ext}` })),
  )
  const largest = (ext: string): string[] =>
    large
      .filter((each) => each.ext === ext && each.bytes <= CHANGED_LIMIT_BYTES)
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, LARGE_ICONS)
      .map(({ file }) => file)
  const some = [...(await list(`limit=${ICONS}`)), ...(await list(`limit=${ICONS}&offset=2000`))]
  const catalog = JSON.parse(await text(port, '/catalog.json')) as {
    readonly sets: readonly { readonly id: string; readonly styles: readonly string[] }[]
    readonly categories: readonly { readonly id: string }[]
  }
  const guides = (await text(port, '/docs/index.md')).matchAll(/\/docs\/([\w-]+\.md)\)/g)
  return {
    icons: some.map(({ id }) => id),
    categories: catalog.categories.map(({ id }) => id),
    sets: catalog.sets.map(({ id }) => id),
    styles: catalog.sets.flatMap(({ styles }) => styles),
    assets: some.flatMap(({ formats, id }) => formats.map(({ ext }) => `${id}.${ext}`)),
    largeAssets: [...largest('lottie'), ...largest('json'), ...largest('svg')],
    guides: ['index.md', ...[...guides].map(([, file = '']) => file)],
  }
}

async function listTools(port: number, path: string, accessToken: string | null = null): Promise<readonly Tool[]> {
  const { body, fields } = listToolsMessage()
  const headers = new Headers(fields.map((field) => field.split(': ') as [string, string]))
  headers.set('Content-Type', 'application/json')
  headers.set('Accept', 'application/json, text/event-stream')
  if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`)
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
  const { result } = (await answer.json()) as { readonly result: { readonly tools: readonly Tool[] } }
  return result.tools
}

async function text(port: number, path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })).text()
}
