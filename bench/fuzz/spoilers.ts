import type { Attack } from './attack.ts'
import type { Behaviours } from './behaviour.ts'
import {
  brokenChunks,
  garbage,
  hugeHeads,
  lineEnds,
  otherVersions,
  smuggledTrailers,
  targetForms,
  upgrades,
  wrongLengths,
  type MakeFault,
} from './faults.ts'

/** Clients that send invalid requests. */
export const SPOILERS: Behaviours = {
  'broken chunks': spoil(4, brokenChunks),
  'smuggled trailers': spoil(2, smuggledTrailers),
  'wrong lengths': spoil(4, wrongLengths),
  'line ends': spoil(4, lineEnds),
  'other versions': spoil(2, otherVersions),
  'target forms': spoil(2, targetForms),
  'huge heads': spoil(2, hugeHeads),
  upgrades: spoil(2, upgrades),
  garbage: spoil(3, garbage),
  mutated: {
    weight: 8,
    async run(attack) {
      const { bytes } = attack.random.chance(0.3) ? attack.requests(attack.random.between(2, 5)) : attack.request()
      await send(attack, { bytes: mutate(attack, bytes), heads: null })
    },
  },
}

function spoil(weight: number, make: MakeFault) {
  return {
    weight,
    async run(attack: Attack): Promise<void> {
      // A valid request comes first, so that the fault is not always the first on its connection.
      if (attack.random.chance(0.3)) {
        attack.send(attack.get('/healthz'))
        if (!(await attack.answered())) return
      }
      const path = attack.random.chance(0.5) ? '/healthz' : attack.random.pick(attack.host.reads)
      await send(attack, make(attack.random, path))
    },
  }
}

async function send(attack: Attack, message: Parameters<Attack['send']>[0]): Promise<void> {
  if (attack.random.chance(0.3)) await attack.sendCut(message)
  else attack.send(message)
  if (attack.random.chance(0.1)) attack.end()
  await attack.wait(attack.random.pick([1, 20, 50, 200]))
}

/** Changes, removes, repeats and inserts bytes. */
function mutate({ random }: Attack, original: Buffer): Buffer {
  let bytes = Buffer.from(original)
  for (let times = random.between(1, 6); times > 0; times--) {
    const at = random.below(bytes.length)
    const length = random.pick([1, 1, 2, 10, 100])
    const kind = random.below(5)
    const before = bytes.subarray(0, at)
    if (kind === 0) bytes[at] = random.below(256)
    else if (kind === 1) bytes = Buffer.concat([before, bytes.subarray(at + length)])
    else if (kind === 2) bytes = Buffer.concat([before, bytes.subarray(at, at + length), bytes.subarray(at)])
    else if (kind === 3)
      bytes = Buffer.concat([before, Buffer.from(random.pick(INSERTED), 'latin1'), bytes.subarray(at)])
    else bytes = Buffer.concat([before, random.bytes(length), bytes.subarray(at)])
    if (bytes.length === 0) return Buffer.from('\n')
  }
  return bytes
}

const INSERTED = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  ':',
  '\r\n\r\n',
  '0\r\n\r\n',
  'Content-Length: 3\r\n',
  'Transfer-Encoding: chunked\r\n',
  '\xff',
  '%00',
]
