import { readBuildInfo } from '../../config/build-info.ts'
import type { Config } from '../../config/config.ts'
import { runningProcesses } from '../../generation/run-file.ts'
import { isLoopbackOrigin } from '../../shared/loopback.ts'
import { reasonOf } from '../../shared/reason.ts'
import type { Finding } from './finding.ts'

const ANSWER_LIMIT_MS = 5000
const HTTP_VERSION_NOT_SUPPORTED = 505

/** The running service as readers reach it: by the public addresses, through the proxy that is before them. */
export async function examineService(config: Config): Promise<Finding[]> {
  if (runningProcesses(config.dataDir).length === 0)
    return [{ subject: 'service', state: 'ok', says: 'it does not run, so its addresses were not asked' }]
  const answers = config.hosts.map((host) => examineAddress(host, config[host].url))
  return Promise.all(answers)
}

async function examineAddress(host: string, url: string): Promise<Finding> {
  const subject = `address of ${host}`
  const far = isLoopbackOrigin(url) ? '' : ', through what is before it'
  try {
    const [healthz, readyz] = await Promise.all([ask(`${url}/healthz`), ask(`${url}/readyz`)])
    if (healthz.status === HTTP_VERSION_NOT_SUPPORTED)
      return {
        subject,
        state: 'fault',
        says: `the proxy before ${url} speaks HTTP/1.0`,
        advice: 'Have it speak HTTP/1.1: proxy_http_version 1.1 in nginx, ver HTTP/1.1 in checks of HAProxy.',
      }
    const { version } = readJson(healthz.body)
    if (healthz.status !== 200 || version === undefined)
      return {
        subject,
        state: 'fault',
        says: `${url} is answered by something else (${healthz.status})`,
        advice: `Lead it to this service, or set ${host.toUpperCase()}_URL.`,
      }
    const own = readBuildInfo().version
    if (version !== own)
      return {
        subject,
        state: 'warning',
        says: `${url} is answered by version ${String(version)}, and this program is ${own}`,
        advice: 'Start the service again after an upgrade.',
      }
    const { degraded } = readJson(readyz.body)
    if (readyz.status !== 200)
      return {
        subject,
        state: 'fault',
        says: `${url} is not ready (${readyz.status})`,
        advice: 'Its log says what is missing.',
      }
    if (degraded !== undefined)
      return {
        subject,
        state: 'warning',
        says: `${url} serves what it can: ${String(degraded)}`,
        advice: 'signpost check, and the log of the service, say why.',
      }
    return { subject, state: 'ok', says: `${url} answers${far}, version ${own}` }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return {
      subject,
      state: 'fault',
      says: `${url} does not answer: ${reasonOf(cause)}`,
      advice: 'Look at the name, the certificate and the proxy.',
    }
  }
}

async function ask(address: string): Promise<{ readonly status: number; readonly body: string }> {
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
  return { status: response.status, body: await response.text() }
}

/** The members of an answer; none if it is not from Signpost. */
function readJson(body: string): { readonly version?: unknown; readonly degraded?: unknown } {
  try {
    return (JSON.parse(body) ?? {}) as object
  } catch {
    return {}
  }
}
