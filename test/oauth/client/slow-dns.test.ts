import { pbkdf2 } from 'node:crypto'
import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { createFetchDocument } from '../../../src/oauth/client/fetch-document.ts'
import { createResolveHost } from '../../../src/oauth/client/resolve-host.ts'

const LOOKUPS = 40
const HEADER_BYTES = 12
const TYPE_A = 1

interface NameServer {
  readonly address: string
  readonly questions: () => number
  /** Answers the questions for IPv4 addresses that it has heard, and those to come. */
  answer(): void
}

/** A name server on this machine that says nothing until it is told to: then that every name is at 127.0.0.1. */
async function startNameServer(t: Test): Promise<NameServer> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.teardown(() => void socket.close())
  const heard: { readonly message: Buffer; readonly from: RemoteInfo }[] = []
  let answers = false
  function send({ from, message }: (typeof heard)[number]): void {
    const isA = message.readUInt16BE(message.indexOf(0, HEADER_BYTES) + 1) === TYPE_A
    const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])
    const answer = Buffer.concat([
      message.subarray(0, message.indexOf(0, HEADER_BYTES) + 5),
      isA ? record : Buffer.alloc(0),
    ])
    answer.writeUInt16BE(0x8180, 2)
    answer.writeUInt32BE(isA ? 1 << 16 : 0, 6)
    answer.writeUInt16BE(0, 10)
    socket.send(answer, from.port, from.address)
  }
  socket.on('message', (message, from) => {
    heard.push({ message, from })
    if (answers) send({ message, from })
  })
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions: () => heard.length,
    answer() {
      answers = true
      for (const question of heard) send(question)
    },
  }
}

t.test('name servers that are slow keep nobody from the threads that hash passwords', async (t) => {
  const server = await startNameServer(t)
  const resolve = createResolveHost([server.address])
  let resolved = 0
  const lookups = Array.from({ length: LOOKUPS }, async (_, n) => {
    const addresses = await resolve(`client-${n}.example`)
    resolved += 1
    return addresses
  })
  while (server.questions() < LOOKUPS) await new Promise((turn) => setImmediate(turn))
  for (let n = 0; n < 8; n++) await promisify(pbkdf2)('password', 'salt', 1, 32, 'sha256')
  t.equal(resolved, 0, 'all hashes are made while every name is waited for')
  server.answer()
  t.strictSame(
    await Promise.all(lookups),
    Array.from({ length: LOOKUPS }, () => ['127.0.0.1']),
  )
})

t.test(
  'a document whose name servers never answer is given up, and its addresses are judged nevertheless',
  async (t) => {
    const silent = await startNameServer(t)
    const options = { allowLoopback: false, timeoutMs: 100 }
    const never = createFetchDocument({ ...options, resolve: createResolveHost([silent.address]) })
    t.match(await never('https://client.example/metadata'), { ok: false, fault: 'unreachable' })
    const private_ = await startNameServer(t)
    private_.answer()
    const judged = createFetchDocument({
      ...options,
      timeoutMs: 20_000,
      resolve: createResolveHost([private_.address]),
    })
    t.match(await judged('https://client.example/metadata'), { ok: false, fault: 'unreachable' })
    t.ok(private_.questions() > 0)
  },
)
