import { resolve } from 'node:path'
import { envSchema } from './env.ts'
import type { Env, HostName, LogLevel } from './env.ts'

const BYTES_PER_MIB = 1024 * 1024

export interface Config {
  readonly hosts: readonly HostName[]
  readonly bind: string
  readonly docs: {
    readonly port: number
    /** Origin without a trailing slash. */
    readonly url: string
    /** `url` first, then the further origins whose page addresses are accepted. */
    readonly siteOrigins: readonly string[]
    readonly llmsFullLimitBytes: number
  }
  /** Absolute paths. */
  readonly dataDir: string
  readonly contentDir: string
  readonly watch: boolean
  readonly threads: { readonly listeners: number; readonly search: number }
  readonly search: { readonly queueLimit: number; readonly timeoutMs: number }
  readonly cacheLimitBytes: number
  /** CIDR blocks. */
  readonly trustedProxies: readonly string[]
  readonly logLevel: LogLevel
  readonly metricsPort: number
  readonly drainTimeoutMs: number
}

/** The environment cannot be used. `message` lists every fault, one a line. */
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
 * Reads the configuration from environment variables. The result is plain data, frozen to its depth, so that it can be
 * sent to threads.
 *
 * @param env Usually `process.env`; an empty value counts as unset.
 * @param cpuCount Cores that the process may use; the default numbers of threads come from it.
 * @throws {ConfigError} with every fault at once.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>, cpuCount: number): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in envSchema.shape && value !== ''),
  )
  const parsed = envSchema.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  const faults = crossCheck(parsed.data)
  if (faults.length > 0) throw new ConfigError(faults)
  return deepFreeze(toConfig(parsed.data, cpuCount))
}

function crossCheck(env: Env): string[] {
  const faults: string[] = []
  if (env.DOCS_PORT === 0 && env.DOCS_URL === undefined) {
    faults.push('DOCS_URL must be set when DOCS_PORT is 0: the addresses in answers start with it')
  }
  if (env.DOCS_PORT !== 0 && env.DOCS_PORT === env.METRICS_PORT) {
    faults.push(`METRICS_PORT and DOCS_PORT are both ${env.DOCS_PORT}; give each its own port`)
  }
  if (env.LISTENERS !== undefined && env.SEARCH_THREADS !== undefined && env.SEARCH_THREADS < env.LISTENERS) {
    faults.push(
      `SEARCH_THREADS is ${env.SEARCH_THREADS} but LISTENERS is ${env.LISTENERS}; each listener needs a search thread`,
    )
  }
  return faults
}

/** A quarter of the cores accepts connections, the others search: a search costs several times what its HTTP costs. */
function toThreads(env: Env, cpuCount: number): Config['threads'] {
  const quarter = Math.max(1, Math.floor(cpuCount / 4))
  const listeners = env.LISTENERS ?? Math.min(quarter, env.SEARCH_THREADS ?? quarter)
  return { listeners, search: env.SEARCH_THREADS ?? Math.max(listeners, cpuCount - listeners) }
}

function toConfig(env: Env, cpuCount: number): Config {
  const url = env.DOCS_URL ?? `http://localhost:${env.DOCS_PORT}`
  return {
    hosts: env.HOSTS,
    bind: env.BIND,
    docs: {
      port: env.DOCS_PORT,
      url,
      siteOrigins: [...new Set([url, ...env.DOCS_SITE_ORIGINS])],
      llmsFullLimitBytes: env.LLMS_FULL_MIB * BYTES_PER_MIB,
    },
    dataDir: resolve(env.DATA_DIR),
    contentDir: resolve(env.CONTENT_DIR),
    watch: env.WATCH,
    threads: toThreads(env, cpuCount),
    search: { queueLimit: env.QUEUE_LIMIT, timeoutMs: env.SEARCH_TIMEOUT_MS },
    cacheLimitBytes: env.CACHE_MIB * BYTES_PER_MIB,
    trustedProxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    metricsPort: env.METRICS_PORT,
    drainTimeoutMs: env.DRAIN_TIMEOUT_MS,
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) deepFreeze(member)
  }
  return value
}
