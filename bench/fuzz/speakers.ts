import type { Attack } from './attack.ts'
import type { Behaviours } from './behaviour.ts'
import { chunkedBody } from './faults.ts'
import { headOf, join, toMessage } from './requests.ts'
import { listenMessage } from './rpc.ts'

const MOST_IN_TURN = 8
const MOST_IN_ONE_PIECE = 60

/** Clients that follow the protocol, each in its own way. */
export const SPEAKERS: Behaviours = {
  'in turn': { weight: 14, run: inTurn },
  cut: {
    weight: 8,
    async run(attack) {
      for (let left = attack.random.between(1, 3); left > 0 && !attack.over; left--) {
        await attack.sendCut(attack.request())
        if (!(await attack.answered())) return
      }
    },
  },
  pipeline: {
    weight: 6,
    async run(attack) {
      const count = attack.random.between(2, MOST_IN_ONE_PIECE)
      attack.send(attack.random.chance(0.5) ? attack.requests(count) : sameAgain(attack, count))
      await attack.wait(attack.random.pick([0, 20, 200]))
    },
  },
  'two a packet': {
    weight: 4,
    async run(attack) {
      for (let left = attack.random.between(1, 10); left > 0 && !attack.over; left--) {
        const [first, second] = [attack.request(), attack.request()]
        const cut = attack.random.below(second.bytes.length)
        attack.send({ ...join([first, second]), bytes: Buffer.concat([first.bytes, second.bytes.subarray(0, cut)]) })
        await attack.wait(attack.random.pick([0, 1, 5]))
        attack.write(second.bytes.subarray(cut))
        await attack.wait(attack.random.pick([0, 5, 20]))
      }
    },
  },
  chunked: {
    weight: 6,
    async run(attack) {
      const parts = attack.parts(attack.random.chance(0.7) ? posted(attack) : null)
      const body = attack.random.chance(0.1) ? attack.random.bytes(attack.random.below(20_000)) : parts.body
      const head = headOf(parts.method, parts.path, [...parts.fields, 'Transfer-Encoding: chunked'])
      const message = {
        bytes: Buffer.concat([head, chunkedBody(attack.random, body)]),
        heads: [parts.method === 'HEAD'],
      }
      if (attack.random.chance(0.5)) await attack.sendCut(message)
      else attack.send(message)
      await attack.answered()
    },
  },
  expect: {
    weight: 2,
    async run(attack) {
      const parts = attack.parts(posted(attack))
      const message = toMessage({ ...parts, fields: [...parts.fields, attack.random.pick(EXPECTATIONS)] })
      const cut = message.bytes.length - parts.body.length
      attack.send({ ...message, bytes: message.bytes.subarray(0, cut) })
      await attack.wait(attack.random.pick([0, 5, 100]))
      if (attack.random.chance(0.2)) return
      attack.write(message.bytes.subarray(cut))
      await attack.answered()
    },
  },
  rpc: {
    weight: 10,
    async run(attack) {
      for (let left = attack.random.between(1, MOST_IN_TURN); left > 0 && !attack.over; left--) {
        attack.send(attack.request(posted(attack)))
        if (!(await attack.answered()) || attack.reader.endless) return
      }
    },
  },
  'large bodies': {
    weight: 2,
    async run(attack) {
      const length = attack.random.pick([60_000, 70_000, 300_000, 1_000_000, 3_000_000])
      const parts = attack.parts(posted(attack))
      const body = attack.random.pick([
        () => Buffer.alloc(length, '['),
        () => Buffer.alloc(length, 'a'),
        () => Buffer.from(`[${'{},'.repeat(length / 3)}{}]`),
        () => Buffer.from(`{"x":"${'x'.repeat(length)}"}`),
        () => Buffer.alloc(length, 'a=b&'),
      ])()
      attack.send(toMessage({ ...parts, body }))
      await attack.wait(attack.random.pick([0, 50, 1000]))
    },
  },
  streams: {
    weight: 3,
    slow: true,
    async run(attack) {
      const path = attack.random.pick(attack.host.targets.filter(({ mcp }) => mcp)).paths[0]!
      const { body, fields } = listenMessage()
      const accept = ['Content-Type: application/json', 'Accept: application/json, text/event-stream']
      if (attack.random.chance(0.2)) attack.send(attack.get(path, ['Accept: text/event-stream']))
      else attack.send(toMessage({ method: 'POST', path, fields: [...accept, ...fields], body: Buffer.from(body) }))
      if (attack.random.chance(0.3)) attack.pause()
      if (attack.random.chance(0.1)) attack.send(attack.request())
      await attack.wait(attack.random.pick([10, 1000, 5000, 20_000]))
      if (attack.random.chance(0.5)) attack.reset()
    },
  },
}

const EXPECTATIONS = ['Expect: 100-continue', 'Expect: 100-Continue', 'Expect: miracles', 'Expect: 100-continue, x']

async function inTurn(attack: Attack): Promise<void> {
  for (let left = attack.random.between(1, MOST_IN_TURN); left > 0 && !attack.over; left--) {
    attack.send(attack.request())
    if (!(await attack.answered()) || attack.reader.endless) return
  }
}

function posted({ host, random }: Attack) {
  return random.pick(host.targets.filter(({ method }) => method === 'POST'))
}

function sameAgain(attack: Attack, count: number) {
  const request = attack.request()
  return join(Array.from({ length: count }, () => request))
}
