import t from 'tap'
import { attackFaults, type TargetedAttack } from '../../bench/fuzz/attacks.ts'
import type { Latency, Phase } from '../../bench/fuzz/latency.ts'

const health: Latency = { requests: 100, p50Ms: 0.7, p95Ms: 1.5, maxMs: 4, refused: 0, failed: 0 }
const phase = (account: Partial<Latency> = {}, docsSearch: Partial<Latency> = {}): Phase => ({
  docs: { health, search: { ...health, ...docsSearch } },
  account: { health: { ...health, ...account }, search: null },
  icons: { health, search: health },
})
const PASSED: TargetedAttack = {
  behaviour: 'docsearch',
  connections: 8,
  phases: { before: phase(), during: phase(), after: phase() },
  others: ['account', 'icons'],
  requestsPerSecond: 100,
  hangs: 0,
  firstHang: null,
  delay: { medianP99Ms: 5, worstP99Ms: 9, worstMs: 20 },
  memory: { beforeBytes: 600e6, peakBytes: 900e6, settledBytes: 700e6, afterBytes: 701e6 },
  crash: null,
  complaints: 0,
}

t.test('an attack that nobody notices has no fault', async (t) => {
  t.same(attackFaults(PASSED), [])
})

t.test('each fault is named with the behaviour and the number of connections', async (t) => {
  const faults = attackFaults({
    ...PASSED,
    phases: {
      before: phase(),
      during: phase({ p50Ms: 241, p95Ms: 755 }, { refused: 30, requests: 32 }),
      after: phase(),
    },
    hangs: 2,
    firstHang: 'no answer within 10000 ms: 0 of 1',
    complaints: 1,
    crash: 'signal SIGSEGV',
    memory: { ...PASSED.memory, afterBytes: 800e6 },
  })
  t.same(faults, [
    'docsearch, 8 connections: the service crashed: signal SIGSEGV',
    'docsearch, 8 connections: /healthz of the account host under attack took 241.0 ms at p50, where the bar is 20 ms',
    'docsearch, 8 connections: /healthz of the account host under attack took 755.0 ms at p95, where the bar is 60 ms',
    'docsearch, 8 connections: 30 of 32 searches of others were not answered on the docs host',
    'docsearch, 8 connections: 2 requests of the attackers had no answer: no answer within 10000 ms: 0 of 1',
    'docsearch, 8 connections: the service logged 1 errors',
    'docsearch, 8 connections: resident memory grew by 14 % when the attack was over',
  ])
})

t.test('memory that stays where the attack has left it is no fault, and neither is a slow attacked host', async (t) => {
  const docs = { health: { ...health, p50Ms: 500, p95Ms: 900 }, search: health }
  t.same(attackFaults({ ...PASSED, phases: { ...PASSED.phases, during: { ...phase(), docs } } }), [])
})
