import type { Attack } from './attack.ts'
import type { Behaviours } from './behaviour.ts'
import { join, type Message } from './requests.ts'

const SECONDS = [500, 2000, 5000, 15_000]

/** Clients that do not read, or stop halfway. */
export const READERS: Behaviours = {
  'never reads': {
    weight: 3,
    slow: true,
    async run(attack) {
      attack.pause()
      attack.send(manyLong(attack))
      for (let left = attack.random.below(4); left > 0; left--) {
        await attack.wait(attack.random.pick([1, 50, 500]))
        attack.send(manyLong(attack))
      }
      await attack.wait(attack.random.pick(SECONDS))
      if (attack.random.chance(0.5)) attack.reset()
    },
  },
  'stops and goes on': {
    weight: 3,
    slow: true,
    async run(attack) {
      attack.send(manyLong(attack))
      for (let left = attack.random.between(2, 20); left > 0 && !attack.over; left--) {
        attack.pause()
        await attack.wait(attack.random.pick([1, 20, 200]))
        attack.resume()
        await attack.wait(attack.random.pick([0, 1, 5]))
      }
    },
  },
  'reads slowly': {
    weight: 2,
    slow: true,
    async run(attack) {
      attack.pause()
      attack.send(attack.get(attack.random.pick(attack.host.long)))
      const bytes = attack.random.pick([100, 2000, 20_000])
      for (let left = attack.random.between(5, 80); left > 0 && !attack.over; left--) {
        attack.socket.read(bytes)
        await attack.wait(attack.random.pick([20, 100, 250]))
      }
    },
  },
  'ends and reads': {
    weight: 4,
    async run(attack) {
      attack.send(attack.random.chance(0.3) ? attack.requests(attack.random.between(2, 10)) : attack.request())
      await attack.wait(attack.random.pick([0, 0, 1, 10]))
      attack.end()
      await attack.wait(500)
    },
  },
  'ends and does not read': {
    weight: 3,
    slow: true,
    async run(attack) {
      attack.pause()
      attack.send(attack.random.chance(0.6) ? manyLong(attack) : attack.request())
      if (attack.random.chance(0.5)) await attack.wait(attack.random.pick([1, 20]))
      attack.end()
      await attack.wait(attack.random.pick(SECONDS))
    },
  },
  resets: {
    weight: 12,
    async run(attack) {
      const { bytes, heads } = attack.random.chance(0.3)
        ? attack.requests(attack.random.between(2, 20))
        : attack.random.chance(0.3)
          ? manyLong(attack)
          : attack.request()
      const sent = attack.random.pick([0, 1, attack.random.below(bytes.length), bytes.length, bytes.length])
      if (sent > 0) attack.send({ bytes: bytes.subarray(0, sent), heads })
      await attack.wait(attack.random.pick([0, 0, 0, 1, 2, 5, 20, 100]))
      if (attack.random.chance(0.8)) attack.reset()
    },
  },
  held: {
    weight: 5,
    slow: true,
    async run(attack) {
      const { bytes } = attack.request()
      const sent = attack.random.chance(0.3) ? 0 : attack.random.below(bytes.length)
      if (sent > 0) attack.send({ bytes: bytes.subarray(0, sent), heads: null })
      await attack.wait(attack.random.pick([...SECONDS, 15_000, 20_000]))
    },
  },
  trickles: {
    weight: 3,
    slow: true,
    async run(attack) {
      const { bytes } = attack.request()
      attack.reader.ignore()
      const count = Math.min(bytes.length, attack.random.between(3, 60))
      for (let at = 0; at < count && !attack.over; at++) {
        attack.write(bytes.subarray(at, at + 1))
        await attack.wait(attack.random.pick([20, 100, 500, 1000]))
      }
      if (attack.random.chance(0.5)) return
      attack.write(bytes.subarray(count))
      await attack.wait(100)
    },
  },
  'half a body': {
    weight: 3,
    slow: true,
    async run(attack) {
      const target = attack.random.pick(attack.host.targets.filter(({ method }) => method === 'POST'))
      const length = attack.random.pick([10, 10_000, 65_000, 500_000, 1_000_000, 100_000_000])
      const half = Buffer.alloc(attack.random.below(Math.min(length, 1_000_000)), '[')
      const fields = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`
      const head = Buffer.from(`POST ${target.paths[0]} HTTP/1.1\r\n${fields}\r\n`)
      attack.send({ bytes: Buffer.concat([head, half]), heads: [false] })
      await attack.wait(attack.random.pick(SECONDS))
      if (attack.random.chance(0.5)) attack.reset()
    },
  },
}

/** Makes several requests for the longest answers. */
function manyLong(attack: Attack): Message {
  const count = attack.random.pick([1, 2, 10, 50])
  return join(Array.from({ length: count }, () => attack.get(attack.random.pick(attack.host.long))))
}
