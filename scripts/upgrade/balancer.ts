// HAProxy by the file of `deploy/haproxy`, without its TLS, in front of two nodes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/support/free-port.ts'

const KIT = resolve(import.meta.dirname, '../../deploy/haproxy/haproxy.cfg')
const HOSTS = ['docs', 'account', 'icons'] as const

export type Ports = Readonly<Record<(typeof HOSTS)[number], number>>

export interface Balancer {
  readonly ports: Ports
  /** Begins to send requests to the nodes, once both are up. */
  start(nodes: readonly [Ports, Ports]): Promise<void>
  /** Resolves when it sends requests to both nodes again. */
  bothUp(): Promise<void>
  stop(): Promise<void>
}

export async function createBalancer(): Promise<Balancer> {
  const [docs, account, icons] = [await freePort(), await freePort(), await freePort()]
  const ports: Ports = { docs, account, icons }
  const statistics = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'signpost-balancer-'))
  let stop = async (): Promise<void> => rmSync(folder, { recursive: true, force: true })

  async function isUp(): Promise<boolean> {
    const text = await fetch(`http://127.0.0.1:${statistics}/;csv`).then(
      (response) => response.text(),
      () => '',
    )
    const servers = text.split('\n').filter((line) => /^signpost-\w+,(?:one|two),/.test(line))
    return servers.length === 2 * HOSTS.length && servers.every((line) => line.split(',')[17] === 'UP')
  }

  async function bothUp(): Promise<void> {
    while (!(await isUp())) await sleep(200)
  }

  return {
    ports,
    bothUp,
    async start(nodes) {
      const file = join(folder, 'haproxy.cfg')
      writeFileSync(file, configure(readFileSync(KIT, 'utf8'), ports, nodes, statistics))
      const child = spawn('haproxy', ['-q', '-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
      const ended = once(child, 'close')
      stop = async () => {
        child.kill('SIGTERM')
        await ended
        rmSync(folder, { recursive: true, force: true })
      }
      const failed = ended.then(([code]) => {
        throw new Error(`HAProxy ended with ${String(code)}`)
      })
      await Promise.race([bothUp(), failed])
      failed.catch(() => undefined)
    },
    stop: () => stop(),
  }
}

/** Replaces the names, addresses and certificates of the kit, as an operator does. */
function configure(kit: string, ports: Ports, nodes: readonly [Ports, Ports], statistics: number): string {
  const address: Readonly<Record<string, Ports>> = { '192.0.2.11': nodes[0], '192.0.2.12': nodes[1] }
  const lines = kit.split('\n').flatMap((line) => {
    if (/^ {2}(?:bind :443|http-request (?:redirect|del-header|set-header X-Forwarded-For))/.test(line)) return []
    if (/^ {2}bind :80$/.test(line)) return HOSTS.map((host) => `  bind 127.0.0.1:${ports[host]}`)
    if (/^ {2}log(?:-format| stdout| global)/.test(line)) return []
    // This machine may allow fewer descriptors than the kit asks for.
    return [line.replace('maxconn 20000', 'maxconn 1000')]
  })
  const text = lines
    .join('\n')
    .replaceAll(
      /if \{ hdr\(host\) -i (\w+)\.example\.com \}/g,
      (_, host: keyof Ports) => `if { dst_port ${ports[host]} }`,
    )
    .replaceAll(/(server \w+) ([\d.]+):400(\d)/g, (_, name: string, at: string, position: string) => {
      const host = HOSTS[Number(position)]!
      return `${name} 127.0.0.1:${address[at]![host]}`
    })
  return `${text}\nfrontend statistics\n  bind 127.0.0.1:${statistics}\n  stats enable\n  stats uri /\n`
}
