// What a process does about the run files of others: whom it counts, and for whom it ends.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { RunState } from '../../src/generation/run-file.ts'
import { Siblings } from '../../src/process/siblings.ts'
import { createLog } from '../../src/shared/log.ts'
import { machineMs } from '../../src/shared/processes.ts'
import { temporaryFolder } from '../support/content-tree.ts'

const URL = 'https://docs.example.com'
const PLACE = { listens: '0.0.0.0 docs:4001', app: 'signpost', instance: '0', manager: 1 }
const LONG_AGO_MS = 40_000

type Other = { readonly [Key in keyof RunState]?: RunState[Key] | undefined }

/** Looks once, beside one other process: a successor that is alive, but for these members. */
async function look(t: Test, other: Other): Promise<{ kinds: string[]; endsFor: number[]; said: number }> {
  const dataDir = await temporaryFolder(t)
  const now = machineMs()
  const common = { processStart: null, url: URL, ...PLACE, generation: 1, rebuilds: 0, lastRebuild: null }
  // The parent is a process that runs.
  const state = { ...common, pid: process.ppid, readyAtMs: now - LONG_AGO_MS, aliveAtMs: now, ...other }
  mkdirSync(join(dataDir, 'run'))
  writeFileSync(join(dataDir, `run/${process.ppid}.json`), JSON.stringify(state))
  const endsFor: number[] = []
  let said = 0
  const siblings = new Siblings({
    dataDir,
    runFile: { state: { ...common, pid: process.pid, readyAtMs: now - 2 * LONG_AGO_MS } },
    log: createLog({ level: 'silent' }),
    sayAlive: () => (said += 1),
    onReplaced: (by) => endsFor.push(by),
  })
  siblings.start()
  siblings.close()
  return { kinds: siblings.found.map(({ kind }) => kind), endsFor, said }
}

t.test('a process ends for one that has its place, ports and manager, and says that it is alive', async (t) => {
  t.strictSame(await look(t, {}), { kinds: ['successor'], endsFor: [process.ppid], said: 0 })
})

t.test('it stays where the other one does not say so', async (t) => {
  for (const aliveAtMs of [undefined, machineMs() - 3000])
    t.strictSame(await look(t, { aliveAtMs }), { kinds: ['successor'], endsFor: [], said: 0 }, String(aliveAtMs))
})

t.test('one on another port or address is no sibling', async (t) => {
  for (const other of [
    { listens: '0.0.0.0 docs:4011' },
    { listens: '127.0.0.1 docs:4001' },
    { url: 'https://b.example' },
  ])
    t.strictSame(await look(t, other), { kinds: [], endsFor: [], said: 0 }, JSON.stringify(other))
})

t.test('another app or instance of the manager is there on purpose', async (t) => {
  for (const other of [{ app: 'green' }, { instance: '1' }])
    t.strictSame(await look(t, other), { kinds: ['instance'], endsFor: [], said: 0 }, JSON.stringify(other))
})

t.test('it ends for none of an earlier version, of another manager, or that is new', async (t) => {
  t.intercept(process, 'connected', { value: true })
  for (const other of [
    { listens: undefined, app: undefined },
    { manager: 2 },
    { manager: null },
    { readyAtMs: machineMs() },
  ])
    t.strictSame(await look(t, other), { kinds: ['successor'], endsFor: [], said: 0 }, JSON.stringify(other))
})

t.test('it ends for one of another manager where its own is gone', async (t) => {
  t.intercept(process, 'connected', { value: false })
  t.match(await look(t, { manager: 2 }), { endsFor: [process.ppid] })
})

t.test('it tells the one that it has replaced that it is alive', async (t) => {
  const other = { readyAtMs: machineMs() - 3 * LONG_AGO_MS }
  t.strictSame(await look(t, other), { kinds: ['predecessor'], endsFor: [], said: 1 })
})
