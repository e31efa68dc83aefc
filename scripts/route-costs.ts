// Writes into docs/limits.md what each route computes at most, where, and what limits it. The routes come from the tables of
// the hosts. `npm run ts scripts/route-costs.ts` rewrites the table. With `--check` it only fails when it is out of date. It
// fails in any case when a route has no answer here, or an answer has no route.
import { readFileSync, writeFileSync } from 'node:fs'
import { listRoutes, type ListedRoute } from './routes.ts'

const FILE = new URL('../docs/limits.md', import.meta.url)
const START = '<!-- routes -->'
const END = '<!-- /routes -->'

/** The most that a request makes the service compute, on which thread, and what limits it. */
type Cost = readonly [most: string, thread: string, limited: string]

const READY: Cost = ['A look at what is ready', 'listener', 'its size']
const TEXT: Cost = ['One text that the generation holds, compressed once', 'listener', 'its size; it is kept']
const SMALL: Cost = ['A text of some hundred bytes', 'listener', 'its size']
const SEARCH = '`QUEUE_LIMIT`, `SEARCH_TIMEOUT_MS`'
const TURNS = 'one in a turn of the event loop'
const PAGE: Cost = [
  'HTML, or Markdown, of one page; code and formulas',
  'search worker; typeset thread',
  '`HTML_QUEUE_LIMIT`, `BEGUN_LIMIT`; the answer is kept',
]
const EVENT: Cost = ['A look for one page', 'listener, file reads', '`EVENTS`, 4 KiB of body']
const SIGNED_IN: Cost = ['A session, some rows, a page', 'listener, database', 'turns of calls; an account']
const STRANGER: Cost = ['A session, a form of 16 KiB, a page', 'listener, database', 'turns of calls']
const CHECKED: Cost = ['A hash of a password', 'threads of libuv', '`src/account/users/limits.ts`, 16 KiB of body']
const ICON_LIST: Cost = ['A list that the service holds ready', 'listener', '`POLICIES`']
const MEMBER_FORM: Cost = ['A session, some rows', 'listener, database', 'turns of calls; an account, 16 KiB of body']

/** By host, method and name of the route. A route whose answer is fixed at the start needs none. */
const COSTS: Readonly<Record<string, Cost>> = {
  'docs GET /api/search': ['One query, 50 results with extracts, sections and facets', 'search worker', SEARCH],
  'docs GET /api/page': [
    'JSON of one page of 8 MiB',
    'listener, file reads',
    'the number of pages; the answer is kept',
  ],
  'docs GET /llms.txt': TEXT,
  'docs GET /llms-full.txt': [
    'Pages up to `LLMS_FULL_MIB`, joined and compressed once',
    'listener, file reads',
    '`LLMS_FULL_MIB`; it is kept',
  ],
  'docs GET /sitemap.xml': TEXT,
  'docs GET /{locale}/llms.txt': TEXT,
  'docs GET /{locale}/sitemap.xml': TEXT,
  'docs GET /robots.txt': SMALL,
  'docs GET /.well-known/security.txt': SMALL,
  'docs GET /mcp/server-card': SMALL,
  'docs GET /.well-known/mcp/server-card.json': SMALL,
  'docs GET /{locale}/opensearch.xml': SMALL,
  'docs GET /readyz': READY,
  'docs GET /': SMALL,
  'docs GET /search': ['One query; a page of its results', 'search worker; listener', `${SEARCH}; ${TURNS}`],
  'docs GET /{locale}': PAGE,
  'docs GET /{locale}.md': PAGE,
  'docs GET /{locale}/{page}': [
    PAGE[0] + '; of an unknown one, a search and a page of what is near',
    PAGE[1],
    `${PAGE[2]}; ${SEARCH}; ${TURNS}`,
  ],
  'docs POST /1/indexes/{index}': [
    '20 queries; 60 hits, 64 Ki characters of tags: about 0.3 MB, 3.5 ms',
    'search worker; listener',
    '`SEARCHES`, `REQUEST_LIMIT_PAGES`, `TAGS_LIMIT_CHARS`, 32 KiB of body; ' + TURNS,
  ],
  'docs POST /1/events': ['20 looks for a page', 'listener, file reads', '`EVENTS`, 64 KiB of body'],
  'docs POST /api/events': EVENT,
  'docs POST /feedback': EVENT,
  'docs GET /files/{hash}/{name}': [
    'One file of 16 MiB',
    'listener, file reads',
    'the number of files; the answer is kept',
  ],
  'docs GET /scaled/{width}/{hash}/{name}': [
    'One image, scaled',
    'scale thread',
    '`SCALE_QUEUE_LIMIT`, `SCALE_TIMEOUT_MS`',
  ],
  'docs GET /cards/{hash}/{page}': ['One picture of a page', 'card thread', '`CARD_QUEUE_LIMIT`, `CARD_TIMEOUT_MS`'],
  'docs POST docs': [
    '50 messages: searches, parts of pages',
    'search worker; listener, file reads',
    '`MESSAGES`, 64 KiB of body; turns of calls',
  ],
  'account GET /': STRANGER,
  'account GET /sign-in': STRANGER,
  'account POST /sign-in': CHECKED,
  'account GET /sign-up': STRANGER,
  'account POST /sign-up': CHECKED,
  'account POST /sign-out': MEMBER_FORM,
  'account GET /authorize': [
    'A client, perhaps its document from another host, a page',
    'listener, database',
    '`AUTHORIZATIONS`',
  ],
  'account POST /authorize/decision': ['A code, some rows', 'listener, database', '`AUTHORIZATIONS`, 16 KiB of body'],
  'account GET /account': SIGNED_IN,
  'account GET /account/applications': SIGNED_IN,
  'account POST /account/applications/revoke': MEMBER_FORM,
  'account GET /account/activity': SIGNED_IN,
  'account GET /account/activity.ndjson': [
    '20,000 rows, 1,000 at a time',
    'listener, database',
    '`EXPORT_LIMIT_EVENTS`; an account',
  ],
  'account GET /account/password': SIGNED_IN,
  'account POST /account/password': CHECKED,
  'account GET /account/delete': SIGNED_IN,
  'account POST /account/delete': CHECKED,
  'account POST /token': ['Some rows, a signature', 'database; token thread', '`TOKEN_REQUESTS`, `TOKEN_QUEUE_LIMIT`'],
  'account POST /register': ['One client, some rows', 'listener, database', '`REGISTRATIONS`, 16 KiB of body'],
  'account POST /revoke': ['Some rows', 'database', '`TOKEN_REQUESTS`'],
  'account GET /.well-known/jwks.json': SMALL,
  'account POST account': [
    'A document of 2 MiB, read and checked',
    'body thread; database; listener',
    '`BODY_QUEUE_LIMIT`, `PERSON_BUCKET`, `REFUSED_CREDENTIALS`; turns of calls',
  ],
  'account GET /documents/{token}': [
    'A document of 2 MiB, read',
    'database; listener',
    '`DOCUMENT_REQUESTS`, `PERSON_BUCKET`; turns of calls',
  ],
  'account PUT /documents/{token}': [
    'A document of 2 MiB, read and checked',
    'body thread; database; listener',
    '`BODY_QUEUE_LIMIT`, `DOCUMENT_REQUESTS`, `PERSON_BUCKET`; turns of calls',
  ],
  'account DELETE account': ['The end of a session', 'listener, Redis', '`PERSON_BUCKET`'],
  'account GET /readyz': ['A query and a command', 'database, Redis', '`READINESS_KEPT_MS`'],
  'icons GET /api/v1/icons': ['One query, 100 records with facets', 'search worker', `\`POLICIES\`; ${SEARCH}`],
  'icons GET /api/v1/icons/{id}': ['One record', 'listener', '`POLICIES`'],
  'icons GET /api/v1/categories': ICON_LIST,
  'icons GET /api/v1/sets': ICON_LIST,
  'icons GET /api/v1/suggest': ['A look in a sorted list, 50 of its words', 'listener', '`POLICIES`'],
  'icons GET /catalog.json': TEXT,
  'icons GET /assets/{file}': [
    'A file of 128 KiB, changed; as it is, a read',
    'icon thread; listener, file reads',
    'changed: `POLICIES`, `ICON_QUEUE_LIMIT`, `ICON_CLIENT_LIMIT`; as it is: the number of files',
  ],
  'icons GET /docs/{guide}': ['One guide of 1 MiB', 'listener', 'the number of guides; the answer is kept'],
  'icons GET /readyz': READY,
  'icons POST /agent/identity': ['One signature', 'token thread', '`POLICIES`, `TOKEN_QUEUE_LIMIT`'],
  'icons POST /oauth2/token': ['One signature, one verification', 'token thread', '`POLICIES`, `TOKEN_QUEUE_LIMIT`'],
  'icons GET /.well-known/jwks.json': SMALL,
  'icons POST icons': [
    '50 messages: searches, records, files',
    'search worker; listener',
    '`POLICIES`, 64 KiB of body; turns of calls',
  ],
  'icons POST guides': [
    '50 messages: searches, guides',
    'search worker; listener',
    '`POLICIES`, 64 KiB of body; turns of calls',
  ],
  'icons POST a2a': [
    'A text of 1,000 characters, three searches',
    'listener; search worker',
    '`POLICIES`, 64 KiB of body; turns of calls',
  ],
  'icons GET agent-card': SMALL,
  'icons GET /': ['One query; a page of its icons', 'search worker; listener', `${SEARCH}; ${TURNS}`],
  'icons GET /icons/{id}': [
    'Two files of 128 KiB, read; a page with code',
    'icon thread; listener',
    `\`ICON_QUEUE_LIMIT\`, \`ICON_CLIENT_LIMIT\`; ${TURNS}`,
  ],
}

/** The routes that need an answer, those of one name once. */
const routes = new Map<string, ListedRoute>()
for (const route of listRoutes()) {
  const key = `${route.host} ${route.method} ${route.name}`
  if (route.kind !== 'fixed' && !routes.has(key)) routes.set(key, route)
}
const faults = [
  ...[...routes.keys()].filter((key) => !(key in COSTS)).map((key) => `no answer what it computes at most: ${key}`),
  ...Object.keys(COSTS)
    .filter((key) => !routes.has(key))
    .map((key) => `no such route: ${key}`),
]
if (faults.length > 0) throw new Error(`COSTS of scripts/route-costs.ts is out of date:\n${faults.join('\n')}`)

const rows = [...routes].map(([key, { host, method, name, path }]) => [
  `${host}: ${method} \`${name.startsWith('/') ? name : path}\``,
  ...(COSTS[key] ?? []),
])
const all = [['Route', 'Most that it computes', 'Thread', 'Limited by'], ...rows]
const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
const line = (row: readonly string[]): string =>
  `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
const table = [line(all[0] ?? []), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)]

const document = readFileSync(FILE, 'utf8')
const start = document.indexOf(START)
const end = document.indexOf(END)
if (start === -1 || end < start) throw new Error(`docs/limits.md lacks the markers ${START} and ${END}`)
const updated = `${document.slice(0, start + START.length)}\n\n${table.join('\n')}\n\n${document.slice(end)}`

if (updated !== document) {
  if (process.argv.includes('--check')) {
    process.stderr.write(
      'The table of routes in docs/limits.md is out of date: run `npm run ts scripts/route-costs.ts`.\n',
    )
    process.exit(1)
  }
  writeFileSync(FILE, updated)
}
