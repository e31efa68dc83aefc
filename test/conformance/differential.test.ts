import t from 'tap'
import { CORNER_CASES } from './corner-cases.ts'
import { DIFFERENCES } from './differences.ts'
import { observe } from './observe.ts'
import { startSdkHost } from './sdk-host.ts'
import { startTwinHost } from './twin-host.ts'

t.test('every corner case is answered as the SDK answers it, apart from the differences that are meant', async (t) => {
  const [ours, theirs] = [(await startTwinHost(t)).url, await startSdkHost(t)]
  for (const corner of CORNER_CASES) {
    const [mine, other] = await Promise.all([observe(ours, corner), observe(theirs, corner)])
    const meant = DIFFERENCES[corner.name]
    t.equal(mine, meant?.ours ?? other, corner.name)
    if (meant !== undefined) t.equal(other, meant.theirs, `the SDK still differs: ${corner.name}`)
  }
  const names = new Set(CORNER_CASES.map(({ name }) => name))
  t.equal(names.size, CORNER_CASES.length, 'no two cases have one name')
  t.ok(names.size >= 150)
  t.same(
    Object.keys(DIFFERENCES).filter((name) => !names.has(name)),
    [],
    'every difference is of a case',
  )
})
