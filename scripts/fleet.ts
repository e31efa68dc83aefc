// `npm run fleet -- --minutes 10`: five Signposts with one content behind HAProxy, with Redis Cluster and PostgreSQL under
// Patroni, in network namespaces of this machine. Content is published under load while nodes and stores fail. It runs `dist`,
// as root, and writes its report to bench/results.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { HOST_NAMES, makeCertificate } from './fleet/balancer.ts'
import { whatLacks } from './fleet/needs.ts'
import { buildNetwork, CLIENTS, machinesThere, on, removeNetwork } from './fleet/network.ts'
import { holds, pageOf } from './fleet/report.ts'
import { prove } from './fleet/run.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    generations: { type: 'string', default: '50' },
    out: { type: 'string', default: 'bench/results/fleet' },
    /** How Signposts find the primary: `balancer`, through HAProxy, or `hosts`, by themselves. */
    database: { type: 'string', default: 'hosts' },
    /** Keeps the logs. */
    keep: { type: 'boolean', default: false },
    /** Removes what a run has left that could not do so itself. */
    clean: { type: 'boolean', default: false },
    /** Says that this process is on the machine of the clients already. */
    inside: { type: 'string' },
  },
})

if (values.inside === undefined) process.exitCode = await outside()
else await inside(values.inside)

/** Builds the network, lets this program run once more on the machine of the clients, and removes everything in any case. */
async function outside(): Promise<number> {
  const lacks = whatLacks()
  if (lacks.length > 0) {
    console.error(`The fleet cannot be started:\n${lacks.map((what) => `- ${what}`).join('\n')}`)
    return 2
  }
  if (values.clean) return (removeNetwork(), 0)
  if (machinesThere().length > 0) {
    console.error('Another fleet runs here, or one was left. End it, or remove it by `npm run fleet -- --clean`.')
    return 2
  }
  const folder = mkdtempSync(join(tmpdir(), 'signpost-fleet-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  try {
    buildNetwork(HOST_NAMES)
    const certificate = makeCertificate(folder)
    const [command, ...args] = on(CLIENTS, process.execPath, ...process.execArgv, fileURLToPath(import.meta.url))
    const child = spawn(command, [...args, ...process.argv.slice(2), '--inside', folder], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } finally {
    removeNetwork()
    if (values.keep) console.log(`logs: ${folder}`)
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function inside(folder: string): Promise<void> {
  const startMs = performance.now()
  const choices = {
    minutes: Number(values.minutes),
    generations: Number(values.generations),
    database: values.database === 'balancer' ? ('balancer' as const) : ('hosts' as const),
    folder,
  }
  const proof = await prove(choices, (text) =>
    console.log(`${((performance.now() - startMs) / 1000).toFixed(0)} s: ${text}`),
  )
  const page = pageOf(proof, `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.versions.node}`)
  writeFileSync(`${values.out}.md`, page)
  writeFileSync(
    `${values.out}.json`,
    `${JSON.stringify({ ...proof, choices: { ...choices, folder: undefined } }, null, 2)}\n`,
  )
  console.log(page)
  // The programs of the fleet end with this process.
  process.exit(holds(proof) ? 0 : 1)
}
