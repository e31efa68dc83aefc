import { resolve } from 'node:path'
import type { KernelChoice } from '../engine/native/kernel-choice.ts'
import { isLoopbackAddress, isLoopbackOrigin } from '../shared/loopback.ts'
import { envSchema, type Env, type HostName, type LogLevel } from './env.ts'

const BYTES_PER_MIB = 1024 * 1024
const MS_PER_SECOND = 1000

export interface Config {
  readonly hosts: readonly HostName[]
  readonly bind: string
  readonly docs: {
    readonly port: number
    /** Origin without a trailing slash. */
    readonly url: string
    /** Origins whose page addresses are accepted: `url` first, then the further ones. */
    readonly siteOrigins: readonly string[]
    readonly llmsFullLimitBytes: number
    /** Processor time that reading one page may take. */
    readonly pageDeadlineMs: number
    /** Origins of other sites whose images pages show. */
    readonly imageOrigins: readonly string[]
    /** Font files for pictures of pages, as absolute paths. */
    readonly cardFonts: readonly string[]
  }
  readonly icons: {
    readonly port: number
    /** Origin without a trailing slash: base of addresses, issuer and audience of tokens. */
    readonly url: string
    /** Absolute path; null when the key is generated under `dataDir`. */
    readonly signingKeyFile: string | null
    /** Requests of one address per minute, whatever its tokens. */
    readonly addressLimit: number
  }
  readonly account: {
    readonly port: number
    /** Origin without a trailing slash: base of addresses, issuer of tokens. */
    readonly url: string
    /** Address of PostgreSQL; null for the embedded database under `dataDir`. */
    readonly databaseUrl: string | null
    /** Connections of each listener. */
    readonly databaseConnections: number
    readonly signup: 'open' | 'closed'
  }
  /** Further origins whose pages may call MCP; `*` for every origin. */
  readonly mcpOrigins: readonly string[]
  readonly redisUrl: string | null
  /** Absolute paths. */
  readonly dataDir: string
  readonly contentDir: string
  /** Content that is built elsewhere; null where this process builds its own. */
  readonly followed: { readonly url: string; readonly intervalMs: number; readonly lagMs: number } | null
  /** Users that may read `dataDir`. */
  readonly dataDirAccess: 'owner' | 'group'
  /** Method of detecting changes of the content. */
  readonly watch: 'off' | 'watch' | 'poll'
  readonly threads: { readonly listeners: number; readonly search: number; readonly token: number }
  /** Niceness of listener threads; 0 keeps that of the process. */
  readonly listenerNice: number
  readonly search: { readonly kernel: KernelChoice; readonly queueLimit: number; readonly timeoutMs: number }
  readonly cacheLimitBytes: number
  /** CIDR blocks. */
  readonly trustedProxies: readonly string[]
  /** Counting of searches, clicks and feedback; null: nothing is counted. */
  readonly analytics: { readonly days: number } | null
  readonly logLevel: LogLevel
  readonly logFormat: 'json' | 'text'
  readonly metricsPort: number
  readonly metricsBind: string
  /** Token that the port of the metrics asks for, or the absolute path of a file with it; null if it asks for none. */
  readonly metricsToken: { readonly text: string } | { readonly file: string } | null
  /** Whether requests are traced. The SDK of OpenTelemetry reads its variables itself. */
  readonly traces: boolean
  /** Port for probes in HTTP/1.0; null: there is no such port. */
  readonly probePort: number | null
  readonly drainTimeoutMs: number
}

/** The environment cannot be used. `message` lists every fault, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
    this.faults = faults
  }
}

/**
 * Reads the configuration from environment variables. The result is plain data, deeply frozen, so that it can be sent
 * to threads.
 *
 * @param env Usually `process.env`; an empty value counts as unset.
 * @param cpuCount Cores that the process may use, which set the default numbers of threads.
 * @throws {ConfigError} with every fault at once.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>, cpuCount: number): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in envSchema.shape && value !== ''),
  )
  const parsed = envSchema.safeParse(given)
  if (!parsed.success) {
    const { issues } = parsed.error
    const bad = issues.map(({ path }) => path.join('.'))
    // Faults between the other values are found with the defaults of the bad ones, about which nothing is said. Without `HOSTS`
    // nobody knows which values count.
    const others = envSchema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !bad.includes(name))))
    const faults = bad.includes('HOSTS') ? [] : crossCheck(others)
    const between = faults.filter((fault) => !bad.some((name) => fault.includes(name)))
    throw new ConfigError([...issues.map(({ message }, index) => `${bad[index]} ${message}`), ...between])
  }
  const faults = crossCheck(parsed.data)
  if (faults.length > 0) throw new ConfigError(faults)
  return deepFreeze(toConfig(parsed.data, cpuCount))
}

function crossCheck(env: Env): string[] {
  const faults: string[] = []
  const served = [
    { name: 'DOCS', host: 'docs', port: env.DOCS_PORT, url: env.DOCS_URL },
    { name: 'ACCOUNT', host: 'account', port: env.ACCOUNT_PORT, url: env.ACCOUNT_URL },
    { name: 'ICONS', host: 'icons', port: env.ICONS_PORT, url: env.ICONS_URL },
  ].filter(({ host }) => (env.HOSTS as readonly string[]).includes(host))
  for (const { name, port, url } of served) {
    if (port === 0 && url === undefined) {
      faults.push(`${name}_URL must be set when ${name}_PORT is 0: the addresses in answers start with it`)
    }
  }
  const own = [
    { name: 'METRICS', port: env.METRICS_PORT },
    { name: 'PROBE', port: env.PROBE_PORT ?? 0 },
  ]
  const ports = [...own, ...served].filter(({ port }) => port !== 0)
  ports.forEach(({ name, port }, position) => {
    const other = ports.slice(position + 1).find((candidate) => candidate.port === port)
    if (other !== undefined) {
      faults.push(`${name}_PORT and ${other.name}_PORT are both ${port}; give each its own port`)
    }
  })
  const tokens = [env.METRICS_TOKEN, env.METRICS_TOKEN_FILE].filter((token) => token !== undefined)
  if (tokens.length > 1) faults.push('METRICS_TOKEN and METRICS_TOKEN_FILE are both set; set one of them')
  if (tokens.length === 0 && !isLoopbackAddress(env.METRICS_BIND)) {
    faults.push(
      `METRICS_BIND is ${env.METRICS_BIND}, which other machines reach; set METRICS_TOKEN or METRICS_TOKEN_FILE, or leave METRICS_BIND at 127.0.0.1`,
    )
  }
  for (const kind of ['SEARCH', 'TOKEN'] as const) {
    const threads = env[`${kind}_THREADS`]
    if (env.LISTENERS === undefined || threads === undefined || threads >= env.LISTENERS) continue
    const needed = `each listener needs a ${kind.toLowerCase()} thread`
    faults.push(`${kind}_THREADS is ${threads} but LISTENERS is ${env.LISTENERS}; ${needed}`)
  }
  if ((env.LISTENERS ?? 1) > 1 && needsSharedState(env) && env.REDIS_URL === undefined) {
    faults.push(
      `LISTENERS is ${env.LISTENERS}, but without REDIS_URL the hosts other than docs keep their state in one thread; set REDIS_URL, or LISTENERS to 1`,
    )
  }
  return faults
}

/** Whether a host counts or remembers something that all listeners must agree on. */
function needsSharedState(env: Env): boolean {
  return env.HOSTS.some((host) => host !== 'docs')
}

/** A quarter of the cores accepts connections and the others search, since a search costs several times its HTTP. */
function toThreads(env: Env, cpuCount: number): Config['threads'] {
  const quarter = Math.max(1, Math.floor(cpuCount / 4))
  const most = needsSharedState(env) && env.REDIS_URL === undefined ? 1 : quarter
  const listeners = env.LISTENERS ?? Math.min(most, env.SEARCH_THREADS ?? most, env.TOKEN_THREADS ?? most)
  return {
    listeners,
    search: env.SEARCH_THREADS ?? Math.max(listeners, cpuCount - listeners),
    token: env.TOKEN_THREADS ?? listeners,
  }
}

function toConfig(env: Env, cpuCount: number): Config {
  const url = env.DOCS_URL ?? `http://localhost:${env.DOCS_PORT}`
  const accountUrl = env.ACCOUNT_URL ?? `http://localhost:${env.ACCOUNT_PORT}`
  return {
    hosts: env.HOSTS,
    bind: env.BIND,
    docs: {
      port: env.DOCS_PORT,
      url,
      siteOrigins: [...new Set([url, ...env.DOCS_SITE_ORIGINS])],
      llmsFullLimitBytes: env.LLMS_FULL_MIB * BYTES_PER_MIB,
      pageDeadlineMs: env.PAGE_DEADLINE_MS,
      imageOrigins: [...new Set(env.IMAGE_ORIGINS)],
      cardFonts: [...new Set(env.CARD_FONTS.map((file) => resolve(file)))],
    },
    icons: {
      port: env.ICONS_PORT,
      url: env.ICONS_URL ?? `http://localhost:${env.ICONS_PORT}`,
      signingKeyFile: env.ICONS_SIGNING_KEY_FILE === undefined ? null : resolve(env.ICONS_SIGNING_KEY_FILE),
      addressLimit: env.ICONS_ADDRESS_LIMIT,
    },
    account: {
      port: env.ACCOUNT_PORT,
      url: accountUrl,
      databaseUrl: env.DATABASE_URL ?? null,
      databaseConnections: env.DATABASE_CONNECTIONS,
      signup: env.SIGNUP ?? (isLoopbackOrigin(accountUrl) ? 'open' : 'closed'),
    },
    mcpOrigins: env.MCP_ORIGINS,
    redisUrl: env.REDIS_URL ?? null,
    dataDir: resolve(env.DATA_DIR),
    contentDir: resolve(env.CONTENT_DIR),
    followed:
      env.GENERATION_URL === undefined
        ? null
        : {
            url: env.GENERATION_URL,
            intervalMs: env.GENERATION_POLL_S * MS_PER_SECOND,
            lagMs: env.GENERATION_LAG_S * MS_PER_SECOND,
          },
    dataDirAccess: env.DATA_DIR_ACCESS,
    watch: ({ '0': 'off', '1': 'watch', poll: 'poll' } as const)[env.WATCH],
    threads: toThreads(env, cpuCount),
    listenerNice: env.LISTENER_NICE,
    search: { kernel: env.SEARCH_KERNEL, queueLimit: env.QUEUE_LIMIT, timeoutMs: env.SEARCH_TIMEOUT_MS },
    cacheLimitBytes: env.CACHE_MIB * BYTES_PER_MIB,
    trustedProxies: env.TRUSTED_PROXIES,
    analytics: env.SEARCH_ANALYTICS === 'on' ? { days: env.SEARCH_ANALYTICS_DAYS } : null,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    metricsPort: env.METRICS_PORT,
    metricsBind: env.METRICS_BIND,
    metricsToken: toMetricsToken(env),
    traces: (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined,
    probePort: env.PROBE_PORT ?? null,
    drainTimeoutMs: env.DRAIN_TIMEOUT_MS,
  }
}

function toMetricsToken({ METRICS_TOKEN: text, METRICS_TOKEN_FILE: file }: Env): Config['metricsToken'] {
  if (text !== undefined) return { text }
  return file === undefined ? null : { file: resolve(file) }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) deepFreeze(member)
  }
  return value
}
