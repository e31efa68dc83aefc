import { isIP } from 'node:net'
import { z } from 'zod'
import { KERNEL_CHOICES } from '../engine/native/kernel-choice.ts'
import { METRICS_TOKEN_RULE, isMetricsToken } from './metrics-token.ts'
import { parseDatabaseUrl } from '../shared/urls/database-url.ts'
import { parseRedisUrl } from '../shared/urls/redis-url.ts'
import type { Failure, Result } from '../shared/result.ts'

export const HOST_NAMES = ['docs', 'account', 'icons'] as const
export type HostName = (typeof HOST_NAMES)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Origins of images that go into the policy of every page. */
const IMAGE_ORIGIN_LIMIT = 50

/** Fonts of the operator for pictures of pages. */
const FONT_FILE_LIMIT = 8

function integer(minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`
  return z
    .string()
    .regex(minimum < 0 ? /^-?\d+$/ : /^\d+$/, error)
    .transform(Number)
    .pipe(z.number(error).min(minimum, error).max(maximum, error))
}

function items(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Parses each item of a comma-separated list; the operator sees the detail of a failure of `parse`. */
function list<T>(parse: (item: string) => Result<T>) {
  return z.string().transform((text, context): T[] =>
    items(text).flatMap((item) => {
      const parsed = parse(item)
      if (parsed.ok) return [parsed.value]
      context.addIssue({ code: 'custom', message: parsed.detail })
      return []
    }),
  )
}

function invalid(detail: string): Failure {
  return { ok: false, code: 'invalid', detail }
}

/** Parses an http or https origin. It must be written as browsers write it, since addresses are compared as strings. */
function parseOrigin(text: string): Result<string> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return invalid(`"${text}" is not an http or https address`)
  }
  if (url.origin !== text) return invalid(`"${text}" must be an origin alone; write "${url.origin}"`)
  return { ok: true, value: text }
}

/** Parses the https origin of a site whose images pages may show. It is written into a policy, so nothing else may pass. */
function parseImageOrigin(text: string): Result<string> {
  const parsed = parseOrigin(text)
  if (!parsed.ok) return parsed
  if (!text.startsWith('https://')) return invalid(`"${text}" must begin with https://`)
  return /^https:\/\/[a-z\d.-]+(?::\d{1,5})?$/.test(text) ? parsed : invalid(`"${text}" must name a host`)
}

function parseFontFile(file: string): Result<string> {
  if (file.includes('\0')) return invalid('a font file must not contain a NUL character')
  return /\.(?:ttf|otf|ttc)$/i.test(file)
    ? { ok: true, value: file }
    : invalid(`"${file}" is not a font file; its name must end with .ttf, .otf or .ttc`)
}

function parseHost(name: string): Result<HostName> {
  const known = HOST_NAMES.find((host) => host === name)
  return known === undefined
    ? invalid(`"${name}" is not a host; the hosts are ${HOST_NAMES.join(', ')}`)
    : { ok: true, value: known }
}

function parseNetwork(text: string): Result<string> {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  const bits = family === 4 ? 32 : 128
  const valid =
    family !== 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  return valid
    ? { ok: true, value: `${address}/${prefix ?? bits}` }
    : invalid(`"${text}" is not an address or a CIDR block such as 10.0.0.0/8 or fd00::/8`)
}

function origin() {
  return z.string().superRefine((text, context) => {
    const parsed = parseOrigin(text)
    if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.detail })
  })
}

function parseMcpOrigin(text: string): Result<string> {
  return text === '*' ? { ok: true, value: text } : parseOrigin(text)
}

function httpAddress() {
  return z
    .string()
    .refine((text) => /^https?:\/\/./.test(text) && URL.canParse(text), 'must be an http or https address')
}

function postgresAddress() {
  return z.string().superRefine((text, context) => {
    const parsed = parseDatabaseUrl(text)
    if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.detail })
  })
}

/** Ends of names that only a private network has. A name without a dot is not public either. */
const PRIVATE_NAME = /\.(?:internal|local|localhost|lan|home\.arpa|svc)$/i
const PRIVATE_ADDRESS = /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^\[(?:::1|f[cd])/i

/** The pointer is trusted as it comes, so it must not come through a public network in the clear. */
function generationUrl() {
  return z.string().superRefine((text, context) => {
    const refuse = (message: string): void => context.addIssue({ code: 'custom', message })
    const url = URL.canParse(text) ? new URL(text) : null
    if (url === null || !['https:', 'http:', 'file:'].includes(url.protocol))
      return refuse('must be an https:, http: or file: address')
    if (url.search !== '' || url.hash !== '') return refuse('must have no query and no fragment')
    const isAddress = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
    const isLocalName = !url.hostname.includes('.') || PRIVATE_NAME.test(url.hostname)
    const isPrivate = isAddress ? PRIVATE_ADDRESS.test(url.hostname) : isLocalName
    if (url.protocol === 'http:' && !isPrivate)
      refuse('must begin with https://, since its host is not on this machine or in a private network')
    if (url.protocol === 'file:' && url.hostname !== '')
      refuse('must name a folder of this machine: file:///srv/content')
  })
}

const path = z.string().refine((text) => !text.includes('\0'), 'must not contain a NUL character')

/**
 * Every environment variable that Signpost reads, with its description for the README. An empty value counts as unset.
 * `shown` is the default in the README when it is not one fixed value.
 */
export const envSchema = z.object({
  HOSTS: list(parseHost)
    .refine((hosts) => hosts.length > 0, 'must name at least one host')
    .transform((hosts) => [...new Set(hosts)])
    .prefault('docs,account,icons')
    .meta({ description: 'Hosts to serve, separated by commas: `docs`, `account`, `icons`.' }),
  BIND: z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an IP address such as 127.0.0.1, 0.0.0.0 or ::')
    .prefault('127.0.0.1')
    .meta({ description: 'IP address to listen on. `0.0.0.0` or `::` listens on every interface.' }),
  DOCS_PORT: integer(0, 65_535)
    .prefault('4000')
    .meta({ description: 'Port of the documentation host. `0` takes any free port and needs `DOCS_URL`.' }),
  DOCS_URL: origin().optional().meta({
    description:
      'Public origin, without a path and without a slash at its end. Every address in answers starts with it.',
    shown: '`http://localhost:<DOCS_PORT>`',
  }),
  DOCS_SITE_ORIGINS: list(parseOrigin).prefault('').meta({
    description: 'Further origins, separated by commas, whose full addresses [`/api/page`](/en/api/page) accepts.',
    shown: 'none',
  }),
  IMAGE_ORIGINS: list(parseImageOrigin)
    .refine((origins) => origins.length <= IMAGE_ORIGIN_LIMIT, `must name at most ${IMAGE_ORIGIN_LIMIT} origins`)
    .prefault('')
    .meta({
      description:
        "Origins of other sites, at most 50, separated by commas, whose [images](/en/content/images) pages of the documentation show: `https://img.shields.io`. Images of other sites are links. A reader's browser asks these sites for the images.",
      shown: 'none',
    }),
  CARD_FONTS: list(parseFontFile)
    .refine((files) => files.length <= FONT_FILE_LIMIT, `must name at most ${FONT_FILE_LIMIT} files`)
    .prefault('')
    .meta({
      description:
        'Font files (`.ttf`, `.otf`, `.ttc`), at most 8 of up to 64 MiB, separated by commas, for [pictures of pages](/en/content/site-yaml#pictures-of-pages) that other sites show. Noto Sans CJK is found where systems install it.',
      shown: 'none',
    }),
  ACCOUNT_PORT: integer(0, 65_535)
    .prefault('4001')
    .meta({ description: 'Port of the account host. `0` takes any free port and needs `ACCOUNT_URL`.' }),
  ACCOUNT_URL: origin().optional().meta({
    description:
      'Public origin of the account host, without a trailing slash. Every address in answers starts with it, and tokens name it as their issuer: see [ACCOUNT_URL](/en/operations/accounts#account_url).',
    shown: '`http://localhost:<ACCOUNT_PORT>`',
  }),
  DATABASE_URL: postgresAddress().optional().meta({
    description:
      '[PostgreSQL](/en/operations/database) 15 or later for the accounts, one server or [several](/en/operations/standbys). Unset, an embedded PostgreSQL under `DATA_DIR` keeps them, for one process.',
    shown: 'embedded',
  }),
  DATABASE_CONNECTIONS: integer(1, 1000)
    .prefault('8')
    .meta({ description: 'Connections to PostgreSQL at most, 1 to 1000, for each listener.' }),
  SIGNUP: z.enum(['open', 'closed'], 'must be open or closed').optional().meta({
    description:
      'Whether [anybody may make an account](/en/operations/accounts#who-may-sign-up) on the sign-up page: `open`, `closed`. `signpost user add` makes one in any case.',
    shown: '`open` where `ACCOUNT_URL` is an address of this machine, else `closed`',
  }),
  ICONS_PORT: integer(0, 65_535)
    .prefault('4002')
    .meta({ description: 'Port of the icons host. `0` takes any free port and needs `ICONS_URL`.' }),
  ICONS_URL: origin().optional().meta({
    description:
      'Public origin of the icons host, without a trailing slash. Every address in answers starts with it. Tokens name it as their issuer, so changing it ends all tokens.',
    shown: '`http://localhost:<ICONS_PORT>`',
  }),
  ICONS_SIGNING_KEY_FILE: path.optional().meta({
    description:
      'File with the ES256 key (JWK or PEM) that [signs the credentials](/en/operations/keys) of the icons host. Replacing it ends all of them.',
    shown: 'generated under `DATA_DIR/keys`',
  }),
  ICONS_ADDRESS_LIMIT: integer(120, 1_000_000).prefault('3000').meta({
    description:
      'Requests that the icons host counts for one address in a minute at most, over all registrations and without one, 120 to 1000000.',
  }),
  MCP_ORIGINS: list(parseMcpOrigin).prefault('').meta({
    description:
      'Further origins, separated by commas, whose web pages may call the [MCP servers](/en/mcp); `*` lets every page. The origins of the hosts themselves and of this machine always may. Those of the documentation and icons hosts take calls of every page [under a public name](/en/icons/mcp#from-a-web-page).',
    shown: 'none',
  }),
  REDIS_URL: z
    .string()
    .refine(
      (text) => parseRedisUrl(text) !== null,
      'must be a redis://, rediss://, redis+sentinel:// or redis+cluster:// address',
    )
    .optional()
    .meta({
      description:
        '[Redis](/en/operations/redis) for the state that several threads or processes share: rate limits, sessions, authorization codes, and which signing key is in force. One server, Sentinel or a cluster. Unset, this state is kept in this process, which then has one listener.',
      shown: 'none',
    }),
  DATA_DIR: path.prefault('./data').meta({
    description:
      'Folder for [what is built and generated](/en/operations/upgrades#what-the-data-folder-holds). It is made when it is missing, for the user of the service alone. Where `./data` is a folder of something else, the default is `./.signpost`.',
  }),
  DATA_DIR_ACCESS: z.enum(['owner', 'group'], 'must be owner or group').prefault('owner').meta({
    description:
      'Users that may read `DATA_DIR`: `owner`, the user of the service alone, or `group`, [its group too](/en/operations/security#files), as for a backup. Wider permissions are removed at the start.',
  }),
  CONTENT_DIR: path.prefault('./content').meta({
    description:
      'Folder with the content: documentation of any kind, such as `docs/<locale>/` or a [built site](/en/content/built-sites), and for the icons host [`icons/` and `guides/`](/en/icons/own-icons).',
  }),
  GENERATION_URL: generationUrl().optional().meta({
    description:
      'Address of [content that is built elsewhere](/en/operations/following), without a query: `https:`, `http:` within a private network, or `file:`. The node then builds nothing, and follows `current.json` there.',
    shown: 'none',
  }),
  GENERATION_POLL_S: integer(1, 3600)
    .prefault('10')
    .meta({ description: 'Seconds between two looks at that `current.json`, 1 to 3600, a fifth more or less.' }),
  GENERATION_LAG_S: integer(1, 86_400).prefault('300').meta({
    description:
      'Seconds for which a node may serve something older than `current.json` names. After them its `/readyz` is 503.',
  }),
  LISTENERS: integer(1, 256).optional().meta({
    description:
      '[Threads](/en/operations/threads) that accept HTTP connections, on the ports of all hosts. More than one needs `REDIS_URL`, unless `HOSTS` is `docs` alone.',
    shown: 'a quarter of the cores, at least 1; 1 where Redis is needed and missing',
  }),
  LISTENER_NICE: integer(-20, 0).prefault('-3').meta({
    description:
      '[Niceness](/en/operations/threads#niceness) of listeners, where the system allows it (`CAP_SYS_NICE`, which root has outside of most containers, or a limit) and the native kernel was built. `0` leaves them as they are.',
  }),
  SEARCH_THREADS: integer(1, 1024).optional().meta({
    description: 'Threads that search, shared out over the listeners. At least one for each.',
    shown: 'the other cores',
  }),
  SEARCH_KERNEL: z
    .enum(KERNEL_CHOICES, `must be one of ${KERNEL_CHOICES.join(', ')}`)
    .prefault('auto')
    .meta({
      description:
        'What searches run on. `native` is C++, built at `npm ci` where a compiler is there, and several times as fast; `auto` takes it where it was built. All give the same answers, and the start says which one runs.',
    }),
  TOKEN_THREADS: integer(1, 256).optional().meta({
    description: 'Threads that sign and verify tokens, shared out over the listeners. At least one for each.',
    shown: 'one for each listener',
  }),
  TRUSTED_PROXIES: list(parseNetwork).prefault('').meta({
    description:
      'Addresses or CIDR blocks, separated by commas, of [proxies](/en/operations/reverse-proxy) whose `Forwarded` or `X-Forwarded-For` is believed, for [rate limits](/en/icons/limits), limits of [sign-in](/en/operations/accounts#limits) and in the log.',
    shown: 'none',
  }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .prefault('info')
    .meta({
      description:
        '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. `warn` leaves out the lines of requests with a status below 500.',
      shown: '`info`, on a terminal `warn`',
    }),
  LOG_FORMAT: z.enum(['json', 'text'], 'must be json or text').prefault('json').meta({
    description: '`json` writes a line of JSON for each event, `text` a line of words.',
    shown: '`text` on a terminal, else `json`',
  }),
  METRICS_PORT: integer(0, 65_535).prefault('4009').meta({
    description: 'Port of `/metrics` for Prometheus, of `/status` and of `/report`. `0` takes any free port.',
  }),
  METRICS_BIND: z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an IP address such as 127.0.0.1, 0.0.0.0 or ::')
    .prefault('127.0.0.1')
    .meta({ description: 'Address on which `METRICS_PORT` listens. One that other machines reach needs a token.' }),
  METRICS_TOKEN: z
    .string()
    .refine(isMetricsToken, METRICS_TOKEN_RULE)
    .optional()
    .meta({
      description: `Token that each request to \`METRICS_PORT\` must then show. It ${METRICS_TOKEN_RULE}.`,
      shown: 'none',
    }),
  METRICS_TOKEN_FILE: path.optional().meta({
    description: 'File with that token, in place of `METRICS_TOKEN`. It is read at the start.',
    shown: 'none',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress().optional().meta({
    description:
      'Address of an OpenTelemetry collector, such as `http://127.0.0.1:4318`, for traces of requests. Other variables of OpenTelemetry, such as `OTEL_TRACES_SAMPLER`, count then too.',
    shown: 'none',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress().optional().meta({
    description: 'The same for traces alone, with its whole path: `http://127.0.0.1:4318/v1/traces`.',
    shown: 'none',
  }),
  PROBE_PORT: integer(1, 65_535).optional().meta({
    description:
      'Port, on `BIND`, of `/healthz` and `/readyz` for [probes in HTTP/1.0](/en/operations/health#probes-in-http10) or without `Host`, which the ports of the hosts refuse.',
    shown: 'none',
  }),
  SEARCH_ANALYTICS: z.enum(['on', 'off'], 'must be on or off').prefault('off').meta({
    description:
      '`on` [counts](/en/operations/search-analytics) searches, clicks on results and feedback on pages by the day, without anything about their senders. The report is at `/report` of `METRICS_PORT`.',
  }),
  SEARCH_ANALYTICS_DAYS: integer(1, 400)
    .prefault('90')
    .meta({ description: 'Days for which these counts are kept, 1 to 400.' }),
  WATCH: z.enum(['0', '1', 'poll'], 'must be 0, 1 or poll').prefault('0').meta({
    description:
      '`1` rebuilds when files in the content folder change. `poll` looks for changes every two seconds, [on network disks](/en/operations/reindexing#while-you-write) too, where other machines write.',
  }),
  CACHE_MIB: integer(0, 65_536).prefault('64').meta({
    description:
      'Memory for finished answers, in MiB for each host of each listener; the account host takes 1 at most. `0` keeps none. `/llms.txt` and its relatives, sitemaps and `/catalog.json` are kept besides, with `0` too.',
  }),
  QUEUE_LIMIT: integer(1, 1_000_000).prefault('4096').meta({
    description: 'Searches that may wait in each listener. Beyond it the answer is 503.',
  }),
  SEARCH_TIMEOUT_MS: integer(10, 60_000)
    .prefault('2000')
    .meta({ description: 'Longest time for one search in milliseconds, waiting included.' }),
  DRAIN_TIMEOUT_MS: integer(0, 10_000)
    .prefault('10000')
    .meta({ description: 'Longest time that a stop waits for requests under way, in milliseconds.' }),
  PAGE_DEADLINE_MS: integer(50, 600_000).prefault('10000').meta({
    description:
      'Longest time of a processor that reading one page may take, in milliseconds. A page that takes longer is left out: [`slow_page`](/en/content/checking).',
  }),
  LLMS_FULL_MIB: integer(1, 64)
    .prefault('16')
    .meta({ description: 'Largest size of [`/llms-full.txt`](/en/api/llms-txt) in MiB.' }),
})

export type Env = z.output<typeof envSchema>
