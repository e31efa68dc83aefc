// Clients as people have them, against the whole service. What a model is shown is read where the client gives it to the model.
import { mkdirSync, writeFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { lackOfPackages } from '../../bench/packages.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { startDesk } from './desk.ts'
import type { Driver } from './drivers/driver.ts'
import { startMatrixService, type MatrixService } from './matrix-service.ts'
import { versionOf, type Row } from './rows.ts'
import { STEPS, type Step } from './steps.ts'

const ALL = process.env['CLIENTS'] === 'all'
const ONLY = process.env['CLIENT'] ?? ''
const HOSTS = ['docs', 'icons', 'account'] as const
/** A tool of each host, by which a request of a conversation is known. */
const TOOLS = { docs: 'get_page', icons: 'search_icons', account: 'whoami' } as const

const needed = ['test/clients', ...(ALL ? ['test/clients/agents'] : [])]
const lack = needed.map((folder) => lackOfPackages(folder, folder)).find((lack) => lack !== null) ?? null
if (lack === null) await main()
else t.test('clients as people have them', { skip: lack }, () => {})

async function main(): Promise<void> {
  const { DRIVERS } = await import('./drivers/all.ts')
  const service = await startMatrixService(t)
  const rows: Row[] = []
  for (const driver of DRIVERS.filter(({ everyChange, name }) => (ALL || everyChange) && name.includes(ONLY))) {
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
  const file = process.env['RESULTS']
  if (file === undefined) return
  mkdirSync('test/clients/results', { recursive: true })
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`)
}

/** Tries what a client does with one host. A step that the client does not come to has failed. */
async function tryHost(t: Test, driver: Driver, host: Step['host'], service: MatrixService, row: Row): Promise<void> {
  const desk = host === 'account' ? await startDesk(t, service.account) : null
  const steps = STEPS.filter((step) => step.host === host)
  const folder = await temporaryFolder(t)
  const since = performance.now()
  const place = { url: `${service[host]}/mcp`, tool: TOOLS[host], desk, folder }
  const seat = await driver.connect(place).catch((error: unknown) => faultOf(error))
  const scene = { service, email: desk?.email ?? '', made: new Map<string, string>() }
  for (const step of steps) {
    const fault = typeof seat === 'string' ? seat : await step.run(seat, scene).catch(faultOf)
    row.steps[step.name] = fault
    t.equal(fault, null, step.name)
  }
  if (typeof seat !== 'string') await seat.close().catch(() => {})
  t.comment(`${host}: ${Math.round(performance.now() - since)} ms`)
}

function faultOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, 500)
}
