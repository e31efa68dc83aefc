import type { Test } from 'tap'
import type { Bus } from '../../src/mcp/bus.ts'

/** Waits until `messages` has this number of elements. */
async function arrived(messages: readonly string[], count: number): Promise<readonly string[]> {
  while (messages.length < count) await new Promise(setImmediate)
  return messages
}

/** Contract of every bus. `create` makes two nodes of one bus. */
export function mcpBusContract(t: Test, create: (t: Test) => Promise<readonly [Bus, Bus]> | readonly [Bus, Bus]): void {
  t.test('what one node publishes reaches the listeners of that channel on every node, in order', async (t) => {
    const [here, there] = await create(t)
    const received: string[][] = [[], [], []]
    await here.subscribe('a', (message) => received[0]!.push(message))
    await there.subscribe('a', (message) => received[1]!.push(message))
    await there.subscribe('b', (message) => received[2]!.push(message))
    await here.publish('a', 'one')
    await here.publish('a', '{"two":"名"}')
    await here.publish('b', 'three')
    t.same(await arrived(received[0]!, 2), ['one', '{"two":"名"}'])
    t.same(await arrived(received[1]!, 2), ['one', '{"two":"名"}'])
    t.same(await arrived(received[2]!, 1), ['three'])
  })

  t.test('who publishes learns whether anybody listens', async (t) => {
    const [here, there] = await create(t)
    t.equal(await here.publish('a', 'x'), 0)
    const end = await there.subscribe('a', () => {})
    t.ok((await here.publish('a', 'x')) > 0)
    end()
    // Redis processes the end of the subscription a moment later.
    while ((await here.publish('a', 'x')) > 0) await new Promise(setImmediate)
  })

  t.test('one of two listeners of a channel may leave', async (t) => {
    const [here] = await create(t)
    const received: string[] = []
    const listener = (message: string): void => void received.push(message)
    const end = await here.subscribe('a', listener)
    await here.subscribe('a', listener)
    end()
    end()
    await here.publish('a', 'one')
    await here.publish('a', 'two')
    t.same(await arrived(received, 2), ['one', 'two'])
  })
}
