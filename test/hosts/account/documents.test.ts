// Addresses of documents: what programs read and write at them, and what ends them.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import type { DocumentAddresses, DocumentUse } from '../../../src/account/content/document-addresses.ts'
import { ADDRESS_LIFETIME_SECONDS, GRANT_ADDRESS_LIMIT } from '../../../src/account/content/document-addresses.ts'
import type { Principal } from '../../../src/account/principal.ts'
import { accountDocuments } from '../../../src/hosts/account/account-documents.ts'
import { createOpenDocumentLink } from '../../../src/hosts/account/tools/document-links.ts'
import type { ShortBody } from '../../../src/hosts/account/tools/shorten-body.ts'
import { restWire } from '../../../src/http/route/error-wires.ts'
import { createMemoryLimiter } from '../../../src/limits/memory-limiter.ts'
import type { Admission } from '../../../src/oauth/admissions.ts'
import { LazyThread } from '../../../src/pool/lazy/lazy-thread.ts'
import { Unavailable } from '../../../src/shared/unavailable.ts'
import { createSqlDocumentAddresses } from '../../../src/store/postgres/content/sql-document-addresses.ts'
import { createSqlContent } from '../../../src/store/postgres/content/sql-content.ts'
import { createSqlGrants } from '../../../src/store/postgres/sql-grants.ts'
import { largeLottie, lottieText } from '../../account/content/lottie-sample.ts'
import { embeddedDatabase } from '../../contract/account-content-databases.ts'
import { addAccount, addTree, ALL, auditOf, valueOf } from '../../contract/account-content-fixture.ts'
import { startApp } from '../../http/server/start-app.ts'
import { temporaryFolder } from '../../support/content-tree.ts'

const UNIT_BYTES = 64 * 1024
const LARGE = largeLottie()

const database = await embeddedDatabase(t)
let nowMs = 1_800_000_000_000
const now = (): number => nowMs
const content = createSqlContent(database, { now })
const addresses = createSqlDocumentAddresses(database, now)
const grants = createSqlGrants(database)

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** The routes as they ship, and what a test may change of what they depend on. */
async function start(
  t: Test,
  options: { readonly addresses?: DocumentAddresses; readonly admission?: () => Admission['outcome'] } = {},
) {
  const bodies = new LazyThread<ShortBody>({
    kind: 'body',
    queueLimit: 16,
    clientLimit: 4,
    timeoutMs: 30_000,
    heapLimitMib: 512,
    onFault: () => undefined,
  })
  t.teardown(() => bodies.close())
  const charged: number[] = []
  const routes = accountDocuments({
    addresses: options.addresses ?? addresses,
    content,
    bodies,
    limiter: createMemoryLimiter(),
    unitBytes: UNIT_BYTES,
    admissions: {
      admit(_, cost) {
        charged.push(cost)
        return { outcome: options.admission?.() ?? 'admitted', session: null }
      },
    },
  })
  const running = await startApp(t, routes, { methodNotAllowedCode: 'method_not_allowed', wire: restWire })
  const open = async (who: Principal, use: DocumentUse): Promise<string> =>
    valueOf(await createOpenDocumentLink(addresses, running.url)(who, use)).url
  return { ...running, bodies, charged, open }
}

const host = await start(t)

async function put(url: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(url, { method: 'PUT', body, headers })
  const text = await answer.text()
  return { status: answer.status, text, headers: answer.headers, json: JSON.parse(text) as Record<string, unknown> }
}

/** A new account with an animation, and what its addresses are for. */
async function account() {
  const who = await addAccount(database)
  const { animation, project } = await addTree(content, who)
  const { id } = animation
  const create: DocumentUse = { kind: 'create', projectId: project.id, name: 'Neu', description: '' }
  return {
    who,
    id,
    project,
    create,
    read: (version = 1): DocumentUse => ({ kind: 'read', id, version }),
    update: (version = 1): DocumentUse => ({ kind: 'update', id, version }),
    current: async () => valueOf(await content.getAnimation(who, id)),
    count: async () => valueOf(await content.listAnimations(who, null, ALL)).items.length,
  }
}

async function curl(...args: readonly string[]): Promise<string> {
  const child = spawn('curl', ['--silent', '--show-error', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  await once(child, 'close')
  return out
}

t.test('a document goes out as a file, as often as it is asked for', async (t) => {
  const { read, update, who } = await account()
  t.equal((await put(await host.open(who, update()), LARGE)).status, 200)
  const url = await host.open(who, read(2))
  for (let n = 0; n < 2; n++) {
    const answer = await fetch(url)
    t.equal(answer.status, 200)
    t.equal(await answer.text(), LARGE)
    t.match(Object.fromEntries(answer.headers), {
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="One.json"; filename*=UTF-8''One.json`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    t.equal(answer.headers.get('access-control-allow-origin'), null)
    t.equal(answer.headers.get('content-encoding'), null)
  }
  const head = await fetch(url, { method: 'HEAD' })
  t.equal(head.headers.get('content-length'), String(Buffer.byteLength(LARGE)))
  t.same(host.charged.slice(-3), Array(3).fill(Math.ceil(Buffer.byteLength(LARGE) / UNIT_BYTES)), 'each costs its size')

  await t.test('and a broken download goes on where it broke', async (t) => {
    const file = join(await temporaryFolder(t), 'part.json')
    await writeFile(file, LARGE.slice(0, 1000))
    await curl('-C', '-', '-o', file, url)
    t.equal(sha256(await readFile(file)), sha256(LARGE))
  })
})

t.test('a file is uploaded once, whatever a program calls it', async (t) => {
  const types = ['', 'application/json', 'Application/JSON; charset=utf-8', 'video/lottie+json', 'text/plain']
  for (const type of types) {
    const { count, create, who } = await account()
    const url = await host.open(who, create)
    const made = await put(url, Buffer.from(LARGE), type === '' ? {} : { 'content-type': type })
    t.equal(made.status, 201, type)
    t.match(made.json, { id: /^anm_/, name: 'Neu', version: 1, sha256: sha256(LARGE) })
    t.equal(made.headers.get('cache-control'), 'no-store')
    t.equal(made.headers.get('referrer-policy'), 'no-referrer')
    t.equal(made.headers.get('access-control-allow-origin'), null)
    const again = await put(url, LARGE)
    t.match(again, { status: 404, json: { code: 'not_found', detail: /list_animations and get_animation show/ } })
    t.equal(await count(), 2)
    const event = (await auditOf(database, who)).find(({ object_id: id }) => id === made.json['id'])
    t.match(event, { kind: 'animation.created', address: null, grant_id: who.grantId })
  }
})

t.test(
  'curl uploads a file: it waits for 100 Continue above 1 MiB, and sends chunks of what has no length',
  async (t) => {
    const file = join(await temporaryFolder(t), 'animation.json')
    await writeFile(file, LARGE)
    const { create, who } = await account()
    const trace = join(await temporaryFolder(t), 'trace')
    const made = await curl('-T', file, '--trace-ascii', trace, await host.open(who, create))
    t.match(JSON.parse(made), { sha256: sha256(LARGE) })
    const traced = await readFile(trace, 'utf8')
    t.match(traced, 'Expect: 100-continue')
    t.match(traced, 'HTTP/1.1 100 Continue')
    const body = createReadStream(file)
    const chunked = await fetch(await host.open(who, create), { method: 'PUT', body, duplex: 'half' })
    t.equal(chunked.status, 201)
    t.match(await chunked.json(), { sha256: sha256(LARGE) })
  },
)

t.test('of uploads at once one is written, and the others are told that the address is gone', async (t) => {
  const { count, create, who } = await account()
  const url = await host.open(who, create)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => put(url, lottieText({ nm: `${n}` }))))
  t.same(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [201, ...Array(7).fill(404)],
  )
  t.equal(await count(), 2)
})

t.test('what fails consumes nothing', async (t) => {
  const { count, create, who } = await account()
  const url = await host.open(who, create)
  const refusals: [string | Uint8Array, Readonly<Record<string, string>>, number, RegExp][] = [
    ['{"v":1', {}, 400, /JSON/],
    ['[]', {}, 400, /object/],
    ['{}', {}, 400, /fr|Lottie/],
    ['', {}, 400, /JSON/],
    [Buffer.from([0x7b, 0xff, 0x7d]), {}, 400, /not UTF-8/],
    [Buffer.alloc(70_000, 0xff), {}, 400, /not UTF-8/],
    [`[${'['.repeat(70_000)}`, {}, 400, /deep|nest/],
    [gzipSync(LARGE), { 'content-encoding': 'gzip' }, 415, /without a content coding/],
    [LARGE, { 'content-type': 'image/png' }, 415, /as application\/json/],
    [LARGE + ' '.repeat(2 * 1024 * 1024), {}, 413, /2097152 bytes/],
  ]
  for (const [body, headers, status, detail] of refusals) {
    const refused = await put(url, body, headers)
    t.match(refused, { status, json: { type: 'about:blank', status, detail } }, String(detail))
    t.equal(refused.headers.get('content-type'), 'application/problem+json')
    t.equal(refused.headers.get('referrer-policy'), 'no-referrer')
  }
  const { host: name, port, pathname } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const head = `PUT ${pathname} HTTP/1.1\r\nHost: ${name}\r\nContent-Length: ${LARGE.length}\r\n\r\n`
  await new Promise((resolve) => socket.write(head + LARGE.slice(0, 300_000), resolve))
  socket.destroy()
  while (!(await host.logged()).some((line) => line['status'] === 499)) await setImmediate()
  t.equal(await count(), 1)
  t.equal((await put(url, LARGE)).status, 201)
})

t.test('a document that was changed meanwhile is neither read nor replaced by an old address', async (t) => {
  const { current, id, read, update, who } = await account()
  const [reading, writing] = [await host.open(who, read()), await host.open(who, update())]
  valueOf(await content.updateAnimation(who, id, { expectedVersion: 1, document: lottieText({ w: 10 }) }))
  const refused = await put(writing, LARGE)
  t.match(refused, { status: 409, json: { code: 'stale_version', detail: /current_version: 2\./ } })
  const old = await fetch(reading)
  t.match(await old.json(), { status: 409, code: 'stale_version', detail: /current_version: 2\./ })
  t.match(await current(), { version: 2, width: 10 })
  valueOf(await content.deleteAnimation(who, id))
  t.match(await put(writing, LARGE), { status: 404, json: { detail: /This animation does not exist/ } })
  t.equal((await fetch(reading)).status, 404)
})

t.test('an upload and another update race: one is refused, and neither is lost', async (t) => {
  for (let round = 0; round < 5; round++) {
    const { current, id, update, who } = await account()
    const url = await host.open(who, update())
    const [uploaded, updated] = await Promise.all([
      put(url, lottieText({ w: 100 })),
      content.updateAnimation(who, id, { expectedVersion: 1, document: lottieText({ w: 200 }) }),
    ])
    t.match(await current(), { version: 2, width: updated.ok ? 200 : 100 })
    t.equal(uploaded.status, updated.ok ? 409 : 200)
  }
})

t.test('an address ends after five minutes, with its grant, and with its account', async (t) => {
  const { count, create, read, who } = await account()
  const urls = [await host.open(who, create), await host.open(who, read())] as const
  const gone = async (message: string): Promise<void> => {
    const wrong = `${host.url}/documents/${randomBytes(32).toString('base64url')}`
    const [expected, reading, writing] = [await fetch(wrong), await fetch(urls[1]), await put(urls[0], LARGE)]
    t.same([reading.status, writing.status], [404, 404], message)
    const text = await expected.text()
    t.equal(await reading.text(), text, 'as one that never was')
    t.equal(writing.text, text)
  }
  nowMs += ADDRESS_LIFETIME_SECONDS * 1000 - 1
  t.equal((await fetch(urls[1])).status, 200)
  nowMs += 1
  await gone('expired')
  t.ok((await addresses.dropExpired()) >= 2)
  nowMs -= ADDRESS_LIFETIME_SECONDS * 1000
  await gone('deleted')

  const other = await account()
  const more = [await host.open(other.who, other.create), await host.open(other.who, other.read())] as const
  await grants.revoke(other.who.grantId, {
    userId: other.who.userId,
    reason: 'user',
    at: new Date(),
    address: null,
  } as never)
  t.equal((await fetch(more[1])).status, 404)
  t.equal((await put(more[0], LARGE)).status, 404)
  t.equal(await count(), 1)
})

t.test('a grant that ends while a file comes writes nothing', async (t) => {
  const { count, create, who } = await account()
  const slow: DocumentAddresses = {
    ...addresses,
    async find(hash) {
      const found = await addresses.find(hash)
      await grants.revoke(who.grantId, { userId: who.userId, reason: 'user', at: new Date(), address: null } as never)
      return found
    },
  }
  const { url } = await start(t, { addresses: slow })
  const opened = await host.open(who, create)
  t.equal((await put(opened.replace(host.url, url), LARGE)).status, 404)
  t.equal(await count(), 1)
})

t.test('a method that an address is not for is refused with the one that it is for', async (t) => {
  const { create, read, who } = await account()
  const [reading, writing] = [await host.open(who, read()), await host.open(who, create)]
  const wrong = await put(reading, LARGE)
  t.match(wrong, { status: 405, json: { code: 'method_not_allowed', detail: /GET it/ } })
  t.equal(wrong.headers.get('allow'), 'GET, HEAD, OPTIONS')
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(writing, { method })
    t.equal(answer.status, 405)
    t.equal(answer.headers.get('allow'), 'PUT, OPTIONS')
  }
  for (const method of ['POST', 'DELETE', 'PATCH']) {
    const answer = await fetch(writing, { method })
    t.equal(answer.status, 405)
    t.equal(answer.headers.get('allow'), 'GET, HEAD, PUT, OPTIONS')
    t.equal(answer.headers.get('content-type'), 'application/problem+json')
  }
  const headers = { 'content-type': 'application/json' }
  const posted = await fetch(writing, { method: 'POST', body: LARGE, headers })
  t.match(
    await posted.json(),
    { type: 'about:blank', status: 405, detail: /PUT/ },
    'an address for JSON is no lost one',
  )
  const preflight = await fetch(writing, {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example', 'access-control-request-method': 'PUT' },
  })
  t.equal(preflight.headers.get('access-control-allow-origin'), null, 'pages of other origins may do nothing here')
  t.equal((await put(writing, LARGE)).status, 201, 'none of these has used the address')
})

t.test('a path that is no token finds nothing, and asks no database', async (t) => {
  const { url } = await start(t, {
    addresses: { ...addresses, find: () => Promise.reject(new Error('the database was asked')) },
  })
  for (const path of ['', 'x', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}%41`, '../mcp', "' or 1=1 --"]) {
    t.ok([404].includes((await fetch(`${url}/documents/${path}`)).status), path)
  }
})

t.test('while the database is away an address is told to come again', async (t) => {
  const { create, read, who } = await account()
  const opened = [await host.open(who, read()), await host.open(who, create)] as const
  const { url } = await start(t, {
    addresses: { ...addresses, find: () => Promise.reject(new Unavailable('the database does not answer')) },
  })
  const [reading, writing] = opened.map((each) => each.replace(host.url, url)) as [string, string]
  for (const answer of [await fetch(reading), await fetch(writing, { method: 'PUT', body: LARGE })]) {
    t.equal(answer.status, 503)
    t.equal(answer.headers.get('retry-after'), '1')
    t.match(await answer.json(), { status: 503, code: 'unavailable' })
  }
  t.equal((await put(opened[1], LARGE)).status, 201)
})

t.test('a stranger keeps no memory: a long body without an address is turned away while it comes', async (t) => {
  const token = randomBytes(32).toString('base64url')
  const { port } = new URL(host.url)
  const socket = connect(Number(port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  socket.write(`PUT /documents/${token} HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n${'x'.repeat(200_000)}`)
  while (!received.includes('does not exist, or no longer')) await once(socket, 'data')
  t.match(received, /^HTTP\/1.1 404/)
})

t.test('a look at a long body that its upload has overtaken refuses nothing', async (t) => {
  const { count, create, who } = await account()
  const url = await host.open(who, create)
  let looks = 0
  let overtake: () => void = () => undefined
  const overtaken = new Promise<void>((resolve) => (overtake = resolve))
  const slow = await start(t, {
    addresses: {
      ...addresses,
      async find(hash) {
        if (++looks > 1) {
          overtake()
          return addresses.find(hash)
        }
        // The upload will have used the address when this look is answered.
        await overtaken
        return null
      },
    },
  })
  const made = await put(url.replace(host.url, slow.url), LARGE)
  t.equal(looks, 2)
  t.match(made, { status: 201, json: { sha256: sha256(LARGE) } })
  t.equal(await count(), 2)
})

t.test('guesses and an empty bucket are refused with a time to wait', async (t) => {
  let outcome: Admission['outcome'] = 'limited'
  const { charged, logged, open, url } = await start(t, { admission: () => outcome })
  const { create, read, who } = await account()
  const [reading, writing] = [await open(who, read()), await open(who, create)]
  const limited = await put(writing, LARGE)
  t.match(limited, { status: 429, json: { code: 'rate_limited' } })
  t.equal(limited.headers.get('retry-after'), '1')
  t.same(charged, [Math.ceil(Buffer.byteLength(LARGE) / UNIT_BYTES)])
  t.equal((await fetch(reading)).status, 429)
  outcome = 'revoked'
  t.equal((await fetch(reading)).status, 404)
  outcome = 'admitted'
  t.equal((await put(writing, LARGE)).status, 201, 'a refusal uses no address')

  let last = 404
  for (let n = 0; n < 600 && last === 404; n++) last = (await fetch(`${url}/documents/guess-${n}`)).status
  t.equal(last, 429)
  t.equal((await fetch(reading)).status, 429)
  const lines = JSON.stringify(await logged())
  t.match(lines, '/documents/{token}')
  for (const secret of [reading, writing]) t.notMatch(lines, secret.slice(-43), 'no token is logged')
  t.notMatch(lines, 'guess-')
})

t.test('a connection has a bounded number of addresses', async (t) => {
  const { create, read, who } = await account()
  const link = createOpenDocumentLink(addresses, host.url)
  const written = await host.open(who, create)
  for (let n = 1; n < GRANT_ADDRESS_LIMIT; n++) await link(who, read())
  t.match(await link(who, read()), { ok: false, code: 'limit_reached', detail: /at most 256 addresses/ })
  t.equal((await put(written, lottieText())).status, 201)
  t.equal((await link(who, read())).ok, true, 'one that was used makes room')
  nowMs += ADDRESS_LIFETIME_SECONDS * 1000
  t.equal((await link(who, read())).ok, true)
})

t.test('the name of a file is safe, whatever the animation is called', async (t) => {
  const { id, who } = await account()
  let version = 1
  for (const [name, plain, extended] of [
    ['로딩 "A/B"', '__ _A_B_', '%EB%A1%9C%EB%94%A9%20_A_B_'],
    ['../../etc/passwd', '__.._etc_passwd', '__.._etc_passwd'],
    ['a\u202Egpj.exe', 'a gpj.exe', 'a%20gpj.exe'],
    ['.bashrc', '_bashrc', '_bashrc'],
    ["x(1)!*'$(rm)`%0d", 'x(1)!__(rm)__0d', null],
    ['😀'.repeat(150), '_'.repeat(100), null],
  ] as const) {
    valueOf(await content.updateAnimation(who, id, { expectedVersion: version++, name }))
    const field = (await fetch(await host.open(who, { kind: 'read', id, version }))).headers.get('content-disposition')
    t.match(field, `filename*=UTF-8''`)
    if (extended !== null) t.ok(field?.includes(`filename="${plain}.json"; filename*=UTF-8''${extended}.json`), field!)
    t.notMatch(field, /[^ -~]|[\\/]/)
  }
})

t.test('what was uploaded is what a call would have stored', async (t) => {
  const { create, project, who } = await account()
  const odd = `\n {"v":"1","fr":30,"fr":60, "ip":0,"op":60,"w":8,"h":8,"layers":[],"nm":"\\u00e9"}\n`
  const made = await put(await host.open(who, create), odd)
  const called = valueOf(
    await content.createAnimation(who, { projectId: project.id, name: 'x', description: '', document: odd }),
  )
  t.match(made.json, { sha256: called.sha256, size_bytes: called.sizeBytes, frame_rate: 60 })
  for (const file of [odd, LARGE]) {
    const marked = await put(await host.open(who, create), `\uFEFF${file}`)
    t.match(
      marked,
      { status: 201, json: { sha256: sha256(JSON.stringify(JSON.parse(file))) } },
      'as some editors save it',
    )
  }
})
