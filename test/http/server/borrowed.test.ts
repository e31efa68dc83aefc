import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { Asker } from '../../../src/http/route/reply.ts'
import { defineRoute } from '../../../src/http/route/route.ts'
import { requestFor } from '../../support/raw-http.ts'
import { startApp, until } from './start-app.ts'

const memory = new Uint8Array(new SharedArrayBuffer(512 * 1024))

/** Starts a server for `/lent?text`. After `release`, it answers with bytes that it overwrites as soon as they are taken. */
async function startLender(t: Test, lengthBytes: number) {
  let calls = 0
  let asked: { readonly askers: Asker[]; readonly text: string } | null = null
  let whenAsked: () => void = () => undefined
  const running = await startApp(t, [
    defineRoute({
      path: '/lent',
      name: 'lent',
      answer: ({ rawQuery: text }) => ({
        key: text,
        variant: 1,
        begin(asker) {
          calls += 1
          if (text === 'throw') throw new Error('on purpose')
          if (asked?.text === text) asked.askers.push(asker)
          else asked = { askers: [asker], text }
          whenAsked()
        },
      }),
    }),
  ])
  const release = (): void => {
    if (asked === null) throw new Error('nothing was asked for')
    const body = memory.subarray(8, 8 + lengthBytes)
    body.fill(asked.text.charCodeAt(0))
    for (const asker of asked.askers) {
      asker.answer(
        { status: 200, mediaType: 'text/plain', body, cacheControl: 'no-cache', tagged: true, ranges: true },
        asked.askers.length > 1,
      )
    }
    asked = null
    body.fill(0)
  }
  const ask = async (text: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(`${running.url}/lent?${text}`, {
      headers: { 'Accept-Encoding': 'identity', ...headers },
      method,
    })
    return { status: response.status, tag: response.headers.get('etag'), body: await response.text() }
  }
  return {
    ...running,
    ask,
    release,
    /** Sends a request, and releases the answer when the route is called. */
    askAndRelease: (...parameters: Parameters<typeof ask>) => {
      whenAsked = () => setImmediate(release)
      return ask(...parameters)
    },
    calls: () => calls,
  }
}

for (const lengthBytes of [1, 5000, 100_000, 300_000]) {
  t.test(
    `a lent body of ${lengthBytes} bytes arrives whole, a short one from the third time on from the cache`,
    async (t) => {
      const { ask, askAndRelease, calls } = await startLender(t, lengthBytes)
      const first = await askAndRelease('a')
      t.equal(first.status, 200)
      t.equal(first.body, 'a'.repeat(lengthBytes))
      if (lengthBytes >= 100_000) return
      t.strictSame(await askAndRelease('a'), first)
      t.equal(calls(), 2)
      t.strictSame(await ask('a'), first)
      t.strictSame(await ask('a'), first)
      t.equal(calls(), 2)
      t.strictSame(await ask('a', { 'If-None-Match': first.tag ?? '' }), { status: 304, tag: first.tag, body: '' })
    },
  )
}

t.test('a lent body that is compressed for one client is right for all', async (t) => {
  const { ask, calls, gauge, release } = await startLender(t, 5000)
  const codings = ['br', 'identity', 'gzip', 'br']
  const answers = Promise.all(codings.map((coding) => ask('b', { 'Accept-Encoding': coding })))
  while (gauge('inFlight') < codings.length) await new Promise((resolve) => setTimeout(resolve, 20))
  release()
  for (const { body, status } of await answers) {
    t.equal(status, 200)
    t.equal(body, 'b'.repeat(5000))
  }
  t.equal((await ask('b')).body, 'b'.repeat(5000))
  t.equal(calls(), codings.length, 'and it is kept')
})

t.test('a part of a lent body and its head are right', async (t) => {
  const { askAndRelease } = await startLender(t, 5000)
  t.match(await askAndRelease('c', { Range: 'bytes=10-19' }), { status: 206, body: 'c'.repeat(10) })
  t.match(await askAndRelease('d', {}, 'HEAD'), { status: 200, body: '' })
})

t.test('a route that fails to begin is an answer of 500', async (t) => {
  const { ask } = await startLender(t, 1)
  t.equal((await ask('throw')).status, 500)
})

t.test('what a slow client has not read yet of a lent body is not overwritten', async (t) => {
  const lengthBytes = 60_000
  const { askAndRelease, calls, logged, port, release } = await startLender(t, lengthBytes)
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.pause()
  let asked = 0
  // Each request follows the answer to the one before it, until an answer does not fit into the buffers and is not logged.
  for (let answered = 0; answered === asked && asked < 1000; asked++) {
    const before = calls()
    socket.write(requestFor(`/lent?${String.fromCharCode(65 + (asked % 26))}${asked}`))
    await until(() => calls() > before)
    release()
    for (let looks = 0; looks < 20 && answered === asked; looks++) {
      await sleep(5)
      answered = (await logged()).length
    }
  }
  t.ok(asked < 1000, `${asked} answers filled the buffers`)
  await askAndRelease('z')
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  socket.resume()
  await until(() => received.split('HTTP/1.1 200').length === asked + 1)
  await until(() => received.length - received.lastIndexOf('\r\n\r\n') - 4 === lengthBytes)
  const bodies = received.split(/HTTP\/1\.1 200 OK\r\n[^]*?\r\n\r\n/).slice(1)
  for (const [place, body] of bodies.entries()) {
    t.ok(body === String.fromCharCode(65 + (place % 26)).repeat(lengthBytes), `the answer ${place}`)
  }
})

t.test('a lent body that ends its connection is sent as it was', async (t) => {
  const { calls, port, release } = await startLender(t, 5000)
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.write(`${requestFor('/lent?q', ['Transfer-Encoding: chunked'])}0\r\n\r\n`)
  await until(() => calls() === 1)
  release()
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  t.ok(received.endsWith(`\r\n\r\n${'q'.repeat(5000)}`))
})
