import t, { type Test } from 'tap'
import { createIconsGate } from '../../src/hosts/icons/registration/icons-gate.ts'
import type { Gate } from '../../src/http/route/gate.ts'
import { createMemoryLimiter } from '../../src/limits/memory-limiter.ts'
import { createAccountGate } from '../../src/oauth/account-gate.ts'
import { createGrantUses } from '../../src/oauth/grant/uses.ts'
import { createMemoryAccountState } from '../../src/store/memory/memory-admissions.ts'
import { createTokenMemory, INVALID } from '../../src/tokens/token-memory.ts'
import type { Rejected, TokenWorkers } from '../../src/tokens/token-workers.ts'
import { ACCOUNT_URL, issue, newKey, startNode } from '../oauth/access-tokens-fixture.ts'
import { accessToken, ISSUER, startDispatcher, startTokens } from '../support/token-fixture.ts'

/** The number of tokens of one address that may be verified at once. */
const SHARE = 256
const FORGED = 2000

const { dispatcher } = startDispatcher(t)

/** Token threads that are slow to verify, and the verifications that they have been given. */
function slowWorkers() {
  const given: (() => void)[] = []
  const workers: TokenWorkers = {
    sign: (job) => dispatcher.sign(job),
    verify: (job) =>
      new Promise((resolve, reject) => {
        given.push(() => void dispatcher.verify(job).then(resolve, reject))
      }),
  }
  return { given, workers }
}

async function accountGate(t: Test, workers: TokenWorkers) {
  const { tokens } = startNode(workers, [await newKey()])
  const uses = createGrantUses({ store: { touch: async () => {} }, onFault: () => {} })
  t.teardown(() => uses.close())
  const gate = createAccountGate({
    tokens,
    admissions: createMemoryAccountState({ isRevoked: () => false }).admissions,
    revocations: { has: () => false, announce: async () => {}, onRevoked: () => {}, close: () => {} },
    uses,
    limiter: createMemoryLimiter(),
    accountUrl: ACCOUNT_URL,
  })
  return { gate, newToken: () => issue(tokens) }
}

async function iconsGate(_: Test, workers: TokenWorkers) {
  const { tokens } = await startTokens(workers)
  const gate = createIconsGate({ tokens, limiter: createMemoryLimiter(), iconsUrl: ISSUER, addressLimit: 3000 })
  return { gate, newToken: () => accessToken(tokens) }
}

function ask(gate: Gate, address: string, token: string) {
  return Promise.resolve(gate({ address, authorization: `Bearer ${token}` }, 1, { field: () => '' }))
}

for (const [host, start] of Object.entries({ account: accountGate, icons: iconsGate })) {
  t.test(`${host} host: forged tokens of one address leave the token threads to other addresses`, async (t) => {
    const { given, workers } = slowWorkers()
    const { gate, newToken } = await start(t, workers)
    const [mine, yours, known] = [await newToken(), await newToken(), await newToken()]
    const meeting = ask(gate, '192.0.2.1', known)
    given.pop()?.()
    t.match(await meeting, { ok: true })

    const forged = Array.from({ length: FORGED }, (_, n) => `${mine.slice(0, -8)}${String(n).padStart(7, 'A')}A`)
    const answers = forged.map((token) => ask(gate, '192.0.2.1', token))
    t.equal(given.length, SHARE, 'the address has its share of the threads')
    t.match(await answers[SHARE], { ok: false, status: 503, code: 'unavailable', retryAfterSeconds: 1 })
    t.match(await ask(gate, '192.0.2.1', known), { ok: true }, 'a known token goes on')
    const other = ask(gate, '192.0.2.2', yours)
    t.equal(given.length, SHARE + 1)

    for (const verify of given.splice(0)) verify()
    t.match(await other, { ok: true })
    const statuses = await Promise.all(answers.map(async (answer) => ((await answer) as { status: number }).status))
    t.equal(statuses.filter((status) => status === 503).length, FORGED - SHARE)
    const later = ask(gate, '192.0.2.1', mine)
    given.pop()?.()
    t.match(await later, { ok: true }, 'the address has its share again')
  })
}

t.test('an address is the /64 of IPv6, and callers with one token need one place', async (t) => {
  const memory = createTokenMemory<object>(Date.now)
  const waiting: ((result: Rejected) => void)[] = []
  const verify = () => new Promise<Rejected>((resolve) => waiting.push(resolve))
  const learn = (token: string, address?: string) =>
    memory.learn(token, verify, address === undefined ? undefined : { address })
  for (let n = 0; n < SHARE; n++) void learn(`token-${n}`, `2001:db8::${n.toString(16)}`)
  t.match(await learn('more', '2001:db8::ffff'), { ok: false, code: 'unavailable' })
  const shared = learn('token-0', '2001:db8::ffff')
  void learn('more', '2001:db8:0:1::1')
  void learn('even more')
  t.equal(waiting.length, SHARE + 2)
  for (const resolve of waiting) resolve(INVALID)
  t.strictSame(await shared, INVALID)
  void learn('more', '2001:db8::ffff')
  t.equal(waiting.length, SHARE + 3)
})
