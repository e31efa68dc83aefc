// Health check of a container, whose image has no other program for it: whether all hosts of the service in it answer.
import { availableParallelism } from 'node:os'
import { loadConfig } from '../config/config.ts'
import { reasonOf } from '../shared/reason.ts'

const TIMEOUT_MS = 4000
/** Addresses that stand for all of the machine, and one of them that can be asked. */
const ASKED: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

try {
  const { bind, hosts, ...config } = loadConfig(process.env, availableParallelism())
  const address = ASKED[bind] ?? bind
  const name = address.includes(':') ? `[${address}]` : address
  for (const host of hosts) {
    const url = `http://${name}:${config[host].port}/healthz`
    const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (status !== 200) throw new Error(`${url} answers ${status}`)
  }
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
