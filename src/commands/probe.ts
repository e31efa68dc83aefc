// Health check of a container, whose image has no other program for it: whether all hosts of the service in it answer.
import { availableParallelism } from 'node:os'
import { loadConfig } from '../config/config.ts'
import { boundHost } from '../shared/loopback.ts'
import { reasonOf } from '../shared/reason.ts'

const TIMEOUT_MS = 4000

try {
  const { bind, hosts, ...config } = loadConfig(process.env, availableParallelism())
  for (const host of hosts) {
    const url = `http://${boundHost(bind)}:${config[host].port}/healthz`
    const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (status !== 200) throw new Error(`${url} answers ${status}`)
  }
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
