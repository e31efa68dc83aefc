// Clients as people have them, against the whole service. What a model is shown is read where the client gives it to the model.
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { lackOfPackages } from '../../bench/packages.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { startDesk } from './desk.ts'
import type { Driver, Seat } from './drivers/driver.ts'
import { startMatrixService, type MatrixService } from './matrix-service.ts'
import { versionOf, type Row } from './rows.ts'
import { work, type Work } from './work.ts'
import type { Trial } from './trials/trial.ts'
import { BY_ITSELF, STEPS, type Scene, type Step } from './steps.ts'

const ALL = process.env['CLIENTS'] === 'all'
const ONLY = new RegExp(process.env['CLIENT'] ?? '')
/** Clients with which the work of an agent is done. */
const WORKERS = new Set(['Claude Code', 'OpenAI Agents SDK', 'Vercel AI SDK'])
/** Limit for a step of a client, which only ends one that hangs. */
const STEP_LIMIT_MS = 90_000
const HOSTS = ['docs', 'icons', 'account'] as const
/** A tool of each host, by which a request of a conversation is known. */
const TOOLS = { docs: 'get_page', icons: 'search_icons', account: 'whoami' } as const

const needed = ['test/clients', ...(ALL ? ['test/clients/agents'] : [])]
const lack = needed.map((folder) => lackOfPackages(folder, folder)).find((lack) => lack !== null) ?? null
if (lack === null) await main()
else t.test('clients as people have them', { skip: lack }, () => {})

async function main(): Promise<void> {
  const { DRIVERS } = await import('./drivers/all.ts')
  const { TRIALS } = await import('./trials/all.ts')
  const service = await startMatrixService(t)
  const rows: Row[] = []
  for (const driver of DRIVERS.filter(({ everyChange, name }) => (ALL || everyChange) && ONLY.test(name))) {
    await t.test(driver.name, async (t) => {
      const row: Row = {
        client: driver.name,
        package: driver.package,
        version: versionOf(driver),
        signsIn: driver.signsIn,
        steps: {},
      }
      rows.push(row)
      for (const host of ALL ? HOSTS : HOSTS.slice(0, 2)) await tryHost(t, driver, host, service, row)
    })
  }
  if (ALL) for (const trial of TRIALS.filter(({ name }) => ONLY.test(name))) await tryTrial(t, trial, service, rows)
  const works: Work[] = []
  for (const driver of ALL ? DRIVERS.filter(({ name }) => WORKERS.has(name) && ONLY.test(name)) : []) {
    await t.test(`${driver.name} does fifteen pieces of work`, async (t) => {
      works.push(await doWork(t, driver, service))
      for (const { friction, step } of works.at(-1)!.steps) t.equal(friction, null, step)
    })
  }
  const file = process.env['RESULTS']
  if (file === undefined) return
  mkdirSync('test/clients/results', { recursive: true })
  writeFileSync(file, `${JSON.stringify({ rows, works }, null, 2)}\n`)
}

/** Tries what a client does with one host. A step that the client does not come to has failed. */
async function tryHost(t: Test, driver: Driver, host: Step['host'], service: MatrixService, row: Row): Promise<void> {
  const desk = host === 'account' ? await startDesk(t, service.account) : null
  const steps = STEPS.filter((step) => step.host === host)
  const folder = await temporaryFolder(t)
  const since = performance.now()
  const place = { url: `${service[host]}/mcp`, tool: TOOLS[host], desk, folder }
  const seat = await inTime(driver.connect(place)).catch(faultOf)
  const scene: Scene = {
    service,
    email: desk?.email ?? '',
    ownRefusal: driver.ownRefusal ?? null,
    made: new Map(),
    connectTo: async (url) => driver.connect({ ...place, url, folder: await temporaryFolder(t) }),
  }
  for (const step of steps) {
    const fault = typeof seat === 'string' ? seat : await inTime(step.run(seat, scene)).catch(faultOf)
    row.steps[step.name] = fault
    t.equal(fault === BY_ITSELF ? null : fault, null, step.name)
  }
  if (typeof seat !== 'string') await seat.close().catch(() => {})
  t.comment(`${host}: ${Math.round(performance.now() - since)} ms`)
}

async function tryTrial(t: Test, trial: Trial, service: MatrixService, rows: Row[]): Promise<void> {
  await t.test(`${trial.name}, beside`, async (t) => {
    const scene = { service, desk: await startDesk(t, service.account), folder: await temporaryFolder(t) }
    const known = rows.find(({ client }) => client === trial.name)
    const row = known ?? {
      client: trial.name,
      package: trial.package,
      version: versionOf(trial),
      signsIn: null,
      steps: {},
    }
    if (known === undefined) rows.push(row)
    for (const [name, run] of Object.entries(trial.steps)) {
      const fault = await inTime(run(scene)).catch(faultOf)
      row.steps[name] = fault
      t.equal(fault, null, name)
    }
  })
}

async function doWork(t: Test, driver: Driver, service: MatrixService): Promise<Work> {
  const desk = await startDesk(t, service.account)
  const seatAt = async (host: Step['host']): Promise<Seat> => {
    const folder = await temporaryFolder(t)
    const place = { url: `${service[host]}/mcp`, tool: TOOLS[host], desk: host === 'account' ? desk : null, folder }
    return inTime(driver.connect(place))
  }
  const seats = { docs: await seatAt('docs'), icons: await seatAt('icons'), account: await seatAt('account') }
  try {
    return await work(driver.name, seats)
  } finally {
    for (const seat of Object.values(seats)) await seat.close()
  }
}

/** Rejects where a client of others hangs, so that the rows of the others are still written. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const ending = new AbortController()
  const late = sleep(STEP_LIMIT_MS, null, { signal: ending.signal, ref: false }).then(() => {
    throw new Error(`nothing came within ${STEP_LIMIT_MS / 1000} s`)
  })
  late.catch(() => {})
  return Promise.race([work, late]).finally(() => ending.abort())
}

function faultOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, 500)
}
