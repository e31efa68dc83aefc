import type { Test } from 'tap'
import type { KeyRegister } from '../../src/tokens/key-register.ts'

/** Contract by which nodes agree on a key. `create` makes registers of two nodes that share new state. */
export function keyRegisterContract(
  t: Test,
  create: (t: Test) => Promise<{ readonly here: KeyRegister; readonly there: KeyRegister }>,
): void {
  t.test('the first key that is named is the one that signs', async (t) => {
    const { here, there } = await create(t)
    t.equal(await here.standing('a', true), 'current')
    t.equal(await there.standing('a', true), 'current')
    t.equal(await there.standing('b', true), 'other')
    t.equal(await here.standing('a', true), 'current')
  })

  t.test('asking without a claim names no key', async (t) => {
    const { here, there } = await create(t)
    t.equal(await here.standing('a', false), 'other')
    t.equal(await there.standing('b', true), 'current')
    t.equal(await here.standing('a', false), 'other')
  })

  t.test('replacing makes another the one that signs, and the one before never again', async (t) => {
    const { here, there } = await create(t)
    await here.standing('a', true)
    t.equal(await there.replace('b'), 'current')
    t.equal(await here.standing('a', true), 'retired')
    t.equal(await here.standing('b', true), 'current')
    t.equal(await here.replace('a'), 'retired')
    t.equal(await here.standing('b', true), 'current', 'nothing has changed')
  })

  t.test('replacing a key by itself retires nothing', async (t) => {
    const { here } = await create(t)
    await here.replace('a')
    t.equal(await here.replace('a'), 'current')
    t.equal(await here.standing('a', true), 'current')
  })

  t.test('every node is told when the key is replaced', async (t) => {
    const { here, there } = await create(t)
    await here.standing('a', true)
    const notified = Promise.all([here, there].map((node) => new Promise<void>((resolve) => node.onReplaced(resolve))))
    await here.replace('b')
    await notified
    t.equal(await there.standing('b', true), 'current')
  })
}
