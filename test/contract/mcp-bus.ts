import type { Test } from 'tap'
import type { Bus } from '../../src/mcp/bus.ts'

/** Resolves when `messages` holds that many. */
async function arrived(messages: readonly string[], count: number): Promise<readonly string[]> {
  while (messages.length < count) await new Promise(setImmediate)
  return messages
}

/** What every bus promises. `create` gives two nodes of one bus. */
export function mcpBusContract(t: Test, create: (t: Test) => Promise<readonly [Bus, Bus]> | readonly [Bus, Bus]): void {
  t.test('what one node publishes reaches the listeners of that channel on every node, in order', async (t) => {
    const [here, there] = await create(t)
    const heard: string[][] = [[], [], []]
    await here.subscribe('a', (message) => heard[0]!.push(message))
    await there.subscribe('a', (message) => heard[1]!.push(message))
    await there.subscribe('b', (message) => heard[2]!.push(message))
    await here.publish('a', 'one')
    await here.publish('a', '{"two":"名"}')
    await here.publish('b', 'three')
    t.same(await arrived(heard[0]!, 2), ['one', '{"two":"名"}'])
    t.same(await arrived(heard[1]!, 2), ['one', '{"two":"名"}'])
    t.same(await arrived(heard[2]!, 1), ['three'])
  })

  t.test('who publishes learns whether anybody listens', async (t) => {
    const [here, there] = await create(t)
    t.equal(await here.publish('a', 'x'), 0)
    const end = await there.subscribe('a', () => {})
    t.ok((await here.publish('a', 'x')) > 0)
    end()
    // Redis learns of it a moment later.
    while ((await here.publish('a', 'x')) > 0) await new Promise(setImmediate)
  })

  t.test('one of two listeners of a channel may leave', async (t) => {
    const [here] = await create(t)
    const heard: string[] = []
    const listener = (message: string): void => void heard.push(message)
    const end = await here.subscribe('a', listener)
    await here.subscribe('a', listener)
    end()
    end()
    await here.publish('a', 'one')
    await here.publish('a', 'two')
    t.same(await arrived(heard, 2), ['one', 'two'])
  })
}
