import t from 'tap'
import {
  barOf,
  barUnderAttack,
  latencyFaults,
  searchFaults,
  type HostLatencies,
  type Latency,
  type Phase,
} from '../../bench/fuzz/latency.ts'

const latency = (p50Ms: number, p95Ms: number, more: Partial<Latency> = {}): Latency => ({
  requests: 100,
  p50Ms,
  p95Ms,
  maxMs: p95Ms * 2,
  refused: 0,
  failed: 0,
  ...more,
})
const calm = latency(0.7, 1.5)
const host = (health: Latency, search: Latency | null = null): HostLatencies => ({ health, search })
const phase = (health: Latency, search: Latency | null = null): Phase => ({
  docs: host(health, search),
  account: host(health),
  icons: host(health, search),
})

t.test('on a quiet machine the bar is 20 ms at p50 and 60 ms at p95', async (t) => {
  t.same(barOf(calm), { p50Ms: 20, p95Ms: 60, uneasy: false })
  t.same(barOf(latency(5, 15)), { p50Ms: 20, p95Ms: 60, uneasy: false })
})

t.test('on a busy machine it is four times what the slower calm phase took, and says so', async (t) => {
  t.same(barOf(latency(6, 40)), { p50Ms: 24, p95Ms: 160, uneasy: true })
  const phases = { before: phase(calm), during: phase(calm), after: phase(latency(8, 30)) }
  t.same(barUnderAttack(phases, 'docs'), { p50Ms: 32, p95Ms: 120, uneasy: true })
})

t.test('other hosts that stay below the bar have no fault', async (t) => {
  const phases = { before: phase(calm), during: phase(latency(19.9, 59.9)), after: phase(calm) }
  t.same(latencyFaults(phases, ['account', 'icons']), [])
})

t.test('a hosted search that stalls all hosts is a fault of each of the others', async (t) => {
  // The figures of one connection to the endpoint for clients of Algolia, as they were once measured.
  const phases = { before: phase(calm), during: phase(latency(62, 297)), after: phase(calm) }
  t.same(latencyFaults(phases, ['account']), [
    '/healthz of the account host under attack took 62.0 ms at p50, where the bar is 20 ms',
    '/healthz of the account host under attack took 297.0 ms at p95, where the bar is 60 ms',
  ])
  t.same(latencyFaults(phases, []), [], 'the attacked host is not judged')
})

t.test('renditions of random colours on eight connections are above the bar at p50 alone', async (t) => {
  const phases = { before: phase(calm), during: phase(latency(25, 38)), after: phase(calm) }
  t.same(latencyFaults(phases, ['account']), [
    '/healthz of the account host under attack took 25.0 ms at p50, where the bar is 20 ms',
  ])
})

t.test('a service that stays slow after the attack does not raise its own bar unseen', async (t) => {
  const phases = { before: phase(calm), during: phase(latency(300, 400)), after: phase(latency(300, 400)) }
  t.same(latencyFaults(phases, ['docs']), [
    '/healthz of the docs host after the attack took 300.0 ms at p50, where the bar is 20 ms',
    '/healthz of the docs host after the attack took 400.0 ms at p95, where the bar is 60 ms',
  ])
})

t.test('no answer at all, and an answer too few, are faults', async (t) => {
  const silent = latency(Number.NaN, Number.NaN, { requests: 0 })
  t.same(latencyFaults({ before: phase(calm), during: phase(silent), after: phase(calm) }, ['icons']), [
    '/healthz of the icons host under attack was never answered',
  ])
  const few = latency(1, 2, { failed: 3 })
  t.same(latencyFaults({ before: phase(calm), during: phase(few), after: phase(calm) }, ['icons']), [
    '/healthz of the icons host under attack had 3 answers too few',
  ])
})

t.test('searches of others that are refused or lost are faults of their host, however quick', async (t) => {
  const during = phase(calm, latency(1, 2, { refused: 2, failed: 1 }))
  t.same(searchFaults({ during }), [
    '3 of 100 searches of others were not answered on the docs host',
    '3 of 100 searches of others were not answered on the icons host',
  ])
  t.same(searchFaults({ during: phase(calm, latency(500, 900)) }), [], 'a slow search is answered')
})
