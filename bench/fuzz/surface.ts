import { HOST_NAMES, type HostName } from '../../src/config/env.ts'

/** Kind of body that a request for an address should have. */
export type BodyKind = 'none' | 'mcp' | 'a2a' | 'form' | 'json'

export interface Target {
  readonly method: 'GET' | 'POST'
  /** Path and query, as sent. */
  readonly path: string
  readonly body: BodyKind
}

export interface HostSurface {
  readonly name: HostName
  readonly port: number
  readonly targets: readonly Target[]
  /** Addresses with the longest answers, for clients that do not read. */
  readonly long: readonly string[]
}

export interface Surface {
  readonly hosts: readonly HostSurface[]
  /** Words of the content. */
  readonly words: readonly string[]
}

/** Port of each host on 127.0.0.1. */
export type Ports = Readonly<Record<HostName, number>>

const LOCALES = ['en', 'zh', 'ko']
const PAGES_OF_A_LOCALE = 12
const ICONS = 12
const WORDS = 400
const LONG_BYTES = 100_000

/** Addresses that no description of a host names. */
const KNOWN: Readonly<Record<HostName, readonly string[]>> = {
  docs: [
    '/',
    '/search',
    '/search?q=search&lang=en',
    '/llms.txt',
    '/llms-full.txt',
    '/openapi.json',
    '/.well-known/api-catalog',
    '/healthz',
    '/readyz',
    ...LOCALES.flatMap((locale) => [`/${locale}`, `/${locale}.md`, `/${locale}/llms.txt`, `/${locale}/none`]),
    '/none',
  ],
  account: [
    '/',
    '/sign-in',
    '/sign-up',
    '/sign-out',
    '/account',
    '/account/applications',
    '/account/activity',
    '/account/activity.ndjson',
    '/account/password',
    '/account/delete',
    '/authorize?response_type=code&client_id=x&redirect_uri=http%3A%2F%2Flocalhost%2F&code_challenge=x&state=y',
    '/.well-known/change-password',
    '/.well-known/jwks.json',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/healthz',
    '/readyz',
    '/none',
  ],
  icons: [
    '/',
    '/?q=rain',
    '/catalog.json',
    '/openapi.json',
    '/auth.md',
    '/docs/index.md',
    '/.well-known/jwks.json',
    '/.well-known/agent-card.json',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource/mcp/docs',
    '/healthz',
    '/readyz',
    '/none',
  ],
}

const POSTED: Readonly<Record<HostName, readonly (readonly [path: string, body: BodyKind])[]>> = {
  docs: [['/mcp', 'mcp']],
  account: [
    ['/mcp', 'mcp'],
    ['/sign-in', 'form'],
    ['/sign-up', 'form'],
    ['/sign-out', 'form'],
    ['/authorize', 'form'],
    ['/authorize/decision', 'form'],
    ['/account/applications/revoke', 'form'],
    ['/account/password', 'form'],
    ['/account/delete', 'form'],
    ['/token', 'form'],
    ['/revoke', 'form'],
    ['/register', 'json'],
  ],
  icons: [
    ['/mcp', 'mcp'],
    ['/mcp/docs', 'mcp'],
    ['/a2a', 'a2a'],
    ['/agent/identity', 'json'],
    ['/oauth2/token', 'form'],
  ],
}

/** Finds out what the hosts serve, from their descriptions, their indexes and the addresses listed above. */
export async function learnSurface(ports: Ports): Promise<Surface> {
  const index = await text(ports.docs, '/llms.txt')
  const words = [...new Set(index.match(/[\p{L}\p{N}]{3,}/gu))].slice(0, WORDS)
  const pages: string[] = []
  for (const locale of LOCALES) {
    const links = (await text(ports.docs, `/${locale}/llms.txt`)).matchAll(/\]\(https?:\/\/[^/]+(\/[^)]+)\)/g)
    for (const [, path = ''] of [...links].slice(0, PAGES_OF_A_LOCALE)) pages.push(path, path.replace(/\.md$/, ''))
  }
  const found = JSON.parse(await text(ports.icons, `/api/v1/icons?limit=${ICONS}`)) as {
    readonly icons?: readonly { readonly id: string }[]
    readonly results?: readonly { readonly id: string }[]
  }
  const icons = (found.icons ?? found.results ?? []).map(({ id }) => id)
  const ofIcons = icons.flatMap((id) => [
    `/api/v1/icons/${id}`,
    `/icons/${id}`,
    ...['.svg', '.json', '.lottie', ''].map((extension) => `/assets/${id}${extension}`),
  ])
  const more: Readonly<Record<HostName, readonly string[]>> = { docs: pages, account: [], icons: ofIcons }
  const hosts: HostSurface[] = []
  for (const name of HOST_NAMES) {
    const port = ports[name]
    const described = await describedPaths(port, icons[0] ?? 'none')
    const assets = [...(await text(port, '/')).matchAll(/"(\/_\/[\w.-]+)"/g)].map(([, path = '']) => path)
    const paths = [...new Set([...KNOWN[name], ...more[name], ...described, ...assets, ...(await endpointsOf(port))])]
    const long: string[] = []
    for (const path of paths) if ((await text(port, path)).length > LONG_BYTES) long.push(path)
    hosts.push({
      name,
      port,
      targets: [
        ...paths.map((path) => ({ method: 'GET', path, body: 'none' }) as const),
        ...POSTED[name].map(([path, body]) => ({ method: 'POST', path, body }) as const),
      ],
      long: long.length > 0 ? long : ['/'],
    })
  }
  return { hosts, words }
}

/** @returns the paths of the API description, with a value for each parameter */
async function describedPaths(port: number, id: string): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`)
  if (!answer.ok) return []
  const { paths } = (await answer.json()) as { readonly paths: Readonly<Record<string, Operations>> }
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const filled = path.replaceAll(/\{\w+\}/g, id)
    const parameters = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query')
    const all = parameters.map(({ name }) => `${name}=${EXAMPLES[name] ?? 'x'}`)
    const required = parameters
      .filter((parameter) => parameter.required)
      .map(({ name }) => `${name}=${EXAMPLES[name] ?? 'x'}`)
    return [
      ...new Set([[], required, all].map((query) => (query.length > 0 ? `${filled}?${query.join('&')}` : filled))),
    ]
  })
}

interface Operations {
  readonly get?: {
    readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  }
}

const EXAMPLES: Readonly<Record<string, string>> = {
  q: 'search',
  locale: 'en',
  limit: '10',
  offset: '0',
  include: 'highlights',
  path: '/en',
  prefix: 'ra',
}

/** @returns the paths that the metadata of the authorization server names */
async function endpointsOf(port: number): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/.well-known/oauth-authorization-server`)
  if (!answer.ok) return []
  const metadata = (await answer.json()) as Readonly<Record<string, unknown>>
  return Object.entries(metadata).flatMap(([name, value]) =>
    /_(?:endpoint|uri)$/.test(name) && typeof value === 'string' ? [new URL(value).pathname] : [],
  )
}

async function text(port: number, path: string): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })).text()
}
