import { setPriority } from 'node:os'
import { Attack, type Trace } from './attack.ts'
import { chooseBehaviour } from './behaviours.ts'
import { noCounts } from './messages.ts'
import type { AttackerOrders, FromAttacker, ToAttacker } from './messages.ts'
import { Random } from './random.ts'

/** Priority below that of the service and the bystander, so that attackers do not delay them. */
const NICENESS = 10
const TICK_MS = 2
const OPENED_IN_A_TICK = 50
const REPORT_MS = 500
const KEPT_TRACES = 500
const KEPT_FAULTS = 20
/** Limit for a connection. Longer ones are destroyed. */
const LONGEST_MS = 60_000

setPriority(NICENESS)
const counts = noCounts()
/** The last connections, oldest first. */
const recent: Trace[] = []
const attacks = new Set<Attack>()
let held = 0
let active = 0
let next = 0
let stopped = false

process.on('message', (message: ToAttacker) => {
  if (message.kind === 'start') start(message.orders)
  else if (message.kind === 'stop') stop()
  else send({ kind: 'recent', traces: recent })
})
process.on('disconnect', () => process.exit())

function send(message: FromAttacker): void {
  // The parent process may have exited.
  process.send?.(message, undefined, undefined, () => undefined)
}

function start(orders: AttackerOrders): void {
  next = orders.first
  const ticks = setInterval(() => {
    for (let left = OPENED_IN_A_TICK; left > 0 && !stopped && next < orders.end; left--) {
      if (!begin(orders, next)) return
      next += orders.step
    }
    if (stopped || next >= orders.end) clearInterval(ticks)
  }, TICK_MS)
  setInterval(() => {
    counts.open = attacks.size
    // Connections that are still held when all others have ended have been open for long enough.
    const done = stopped ? attacks.size === 0 : next >= orders.end && active === 0
    send({ kind: 'counts', counts, done })
  }, REPORT_MS)
}

function stop(): void {
  stopped = true
  for (const attack of attacks) attack.leave()
}

/** @returns false if too many connections are open for this one to begin */
function begin(orders: AttackerOrders, number: number): boolean {
  const random = new Random(orders.seed, number)
  const [behaviour, { only, run, slow = false }] = chooseBehaviour(random, orders.only, number)
  if (slow ? held >= orders.openLimit : active >= orders.activeLimit) return false
  const { hosts } = orders.surface
  const host = only === undefined ? random.pick(hosts) : hosts.find(({ name }) => name === only)!
  const address = random.below(Math.max(1, orders.addresses))
  const from = orders.addresses === 0 ? '127.0.0.1' : `127.16.${(address >> 8) & 255}.${address & 255 || 1}`
  const trace: Trace = {
    number,
    behaviour,
    host: host.name,
    from,
    requests: 0,
    sentBytes: 0,
    receivedBytes: 0,
    begins: '',
    steps: [],
  }
  recent.push(trace)
  if (recent.length > 2 * KEPT_TRACES) recent.splice(0, KEPT_TRACES)
  const attack = new Attack(random, orders.surface, host, trace, orders.targeted)
  attacks.add(attack)
  if (slow) held++
  else active++
  void attend(attack, run).then(() => {
    attacks.delete(attack)
    if (slow) held--
    else active--
    record(attack)
  })
  return true
}

async function attend(attack: Attack, run: (attack: Attack) => Promise<void>): Promise<void> {
  if (!(await attack.opened)) {
    if (!stopped) counts.refused++
    return
  }
  const timer = setTimeout(() => attack.leave(), LONGEST_MS)
  try {
    await run(attack)
  } catch (error) {
    attack.fault = `the fuzzer failed: ${error instanceof Error ? error.stack : String(error)}`
  }
  clearTimeout(timer)
  attack.leave()
  await attack.closed
}

function record({ fault, reader, trace }: Attack): void {
  counts.connections++
  counts.requests += trace.requests
  counts.answers += reader.statuses.length
  counts.receivedBytes += trace.receivedBytes
  for (const status of reader.statuses) counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
  const ofBehaviour = (counts.behaviours[trace.behaviour] ??= { connections: 0, requests: 0 })
  ofBehaviour.connections++
  ofBehaviour.requests += trace.requests
  const text = fault ?? faultOf(reader)
  // Requests under way when the run stops stay without an answer.
  if (text === null || stopped) return
  const isHang = text === fault
  counts.faultCount++
  if (isHang) counts.hangCount++
  if ((isHang ? counts.hangCount : counts.faultCount - counts.hangCount) <= KEPT_FAULTS) {
    counts.faults.push({ number: trace.number, behaviour: trace.behaviour, text, trace })
  }
}

function faultOf(reader: Attack['reader']): string | null {
  if (reader.broken !== null) return `what came is no answer: ${JSON.stringify(reader.broken)}`
  if (!reader.tooMany || isLateRefusal(reader)) return null
  return `${reader.statuses.length} answers to ${reader.asked} requests: ${reader.statuses.join(', ')}`
}

/**
 * Whether the last answer refuses a body that turned out to be broken after its answer. That refusal ends the connection.
 */
function isLateRefusal({ asked, statuses }: Attack['reader']): boolean {
  return statuses.length === asked + 1 && statuses.at(-1) === 400
}
