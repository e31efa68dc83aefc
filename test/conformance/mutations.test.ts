import t from 'tap'
import { CORNER_CASES } from './corner-cases.ts'
import type { CornerCase } from './corner-cases.ts'
import { DIFFERENCES } from './differences.ts'
import { RULES, mutationsOf } from './mutations.ts'
import { observe } from './observe.ts'
import { startSdkHost } from './sdk-host.ts'
import { startTwinHost } from './twin-host.ts'

const AT_ONCE = 8

t.test(
  'whatever one member of a message becomes, the SDK and we say the same of it, or differ by a rule',
  async (t) => {
    const [ours, theirs] = [(await startTwinHost(t)).url, await startSdkHost(t)]
    const mutations = (await answered(ours)).flatMap((corner) => [...mutationsOf(corner)])
    const unexplained: string[] = []
    const used = new Set<string>()
    const rest = mutations.values()
    const worker = async (): Promise<void> => {
      for (const mutation of rest) {
        const [mine, other] = await Promise.all([observe(ours, mutation), observe(theirs, mutation)])
        if (mine === other) continue
        const rule = RULES.find(({ holds }) => holds(mutation, mine, other))
        if (rule === undefined) unexplained.push(`${mutation.name}\n  ours   ${mine}\n  theirs ${other}`)
        else used.add(rule.reason)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    t.ok(mutations.length > 2000, `${mutations.length} mutations`)
    t.same(unexplained, [])
    t.same(
      RULES.map(({ reason }) => reason).filter((reason) => !used.has(reason)),
      [],
      'every rule is needed',
    )
  },
)

/** @returns the cases whose message is answered with success, one for each distinct message */
async function answered(url: string): Promise<readonly CornerCase[]> {
  const bodies = new Set<string>()
  const found: CornerCase[] = []
  for (const corner of CORNER_CASES) {
    const { body, name } = corner
    if (body === undefined || bodies.has(body) || !/^\s*\{.*\}$/s.test(body) || name in DIFFERENCES) continue
    if (!/^200 id \S+: result/.test(await observe(url, corner))) continue
    bodies.add(body)
    found.push(corner)
  }
  return found
}
