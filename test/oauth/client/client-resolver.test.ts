import t from 'tap'
import { createFetchDocument } from '../../../src/oauth/client/fetch-document.ts'
import { answerOf, newProof, REDIRECT_URI, startOAuth, startParts } from '../start-oauth.ts'
import { sendDocument, startMetadataServer } from './metadata-server.ts'

const parts = await startParts(t)
const HERE = '10.0.0.1'
const { challenge, verifier } = newProof()

/** The authorization server, and a client that publishes who it is. */
async function startBoth(t: Parameters<typeof startMetadataServer>[0]) {
  const server = await startMetadataServer(t)
  const fetchDocument = createFetchDocument({
    allowLoopback: true,
    ca: server.ca,
    resolve: async () => ['127.0.0.1'],
    // A busy machine may take longer than the service waits for a document.
    timeoutMs: 60_000,
  })
  const oauth = await startOAuth(t, parts, { fetchDocument })
  return {
    server,
    oauth,
    begin: (client_id: string, address = HERE) =>
      oauth.authorization.begin(oauth.query(challenge, { client_id }), oauth.signedIn(), address),
  }
}

t.test('a client that publishes who it is needs no registration, from its first request to its tokens', async (t) => {
  const { begin, oauth, server } = await startBoth(t)
  const client_id = server.url('/metadata.json')
  t.match(await begin(client_id), {
    kind: 'consent',
    request: {
      client: { id: client_id, name: 'Example', redirectUris: [REDIRECT_URI] },
      clientHost: `client.example:${server.port}`,
    },
  })
  const code = await oauth.newCode(challenge, { client_id })
  const { body, status } = await oauth.exchange(code, verifier, { client_id })
  t.equal(status, 200)
  t.equal((await oauth.refresh(body['refresh_token'] as string, { client_id })).status, 200)
  t.strictSame(server.requests, ['/metadata.json'], 'it was asked once')
  t.ok(answerOf(await begin(client_id))['code'], 'and its approval is remembered')
})

t.test('a document is kept as long as it says, and fetched again then', async (t) => {
  const { begin, oauth, server } = await startBoth(t)
  server.answer = (request, response) =>
    sendDocument(response, server.ownUrl(request), {}, { 'Cache-Control': 'max-age=100' })
  await begin(server.url('/a'))
  oauth.pass(99)
  await begin(server.url('/a'))
  t.equal(server.requests.length, 1)
  oauth.pass(2)
  await begin(server.url('/a'))
  t.equal(server.requests.length, 2)
})

t.test('a redirect URI that a document has no more is refused when the document has been fetched again', async (t) => {
  const { begin, oauth, server } = await startBoth(t)
  t.equal((await begin(server.url('/a'))).kind, 'consent')
  server.answer = (_request, response) =>
    sendDocument(response, server.url('/a'), { redirect_uris: ['https://client.example/other'] })
  oauth.pass(601)
  t.match(await begin(server.url('/a')), { kind: 'refused', code: 'redirect_uri_mismatch' })
})

t.test(
  'a client with a document has to say where to go, since the document may change while a person decides',
  async (t) => {
    const { oauth, server } = await startBoth(t)
    const query = oauth.query(challenge, { client_id: server.url('/a'), redirect_uri: null })
    const missing = { kind: 'refused', code: 'redirect_uri_missing' }
    const asked = await oauth.authorization.begin(query, oauth.signedIn(), HERE)
    server.answer = (_request, response) =>
      sendDocument(response, server.url('/a'), { redirect_uris: ['https://client.example/other'] })
    oauth.pass(601)
    t.match(await oauth.authorization.decide(query, oauth.signedIn(), true, HERE), missing)
    t.match(asked, missing)
  },
)

t.test('a refusal is not kept: a document that was mended is good at once', async (t) => {
  const { begin, server } = await startBoth(t)
  const good = server.answer
  server.answer = (_request, response) => response.writeHead(503, { 'Cache-Control': 'max-age=600' }).end()
  t.match(await begin(server.url('/a')), { kind: 'refused', code: 'client_unreachable' })
  server.answer = (_request, response) =>
    sendDocument(response, 'https://other.example/', {}, { 'Cache-Control': 'max-age=600' })
  t.match(await begin(server.url('/a')), { kind: 'refused', code: 'invalid_client_metadata' })
  server.answer = good
  t.equal((await begin(server.url('/a'))).kind, 'consent')
})

t.test('a document that has expired does not stand in for one that cannot be fetched', async (t) => {
  const { begin, oauth, server } = await startBoth(t)
  t.equal((await begin(server.url('/a'))).kind, 'consent')
  server.answer = (_request, response) => response.destroy()
  oauth.pass(601)
  t.match(await begin(server.url('/a')), { kind: 'refused', code: 'client_unreachable' })
})

t.test('requests that come together share one fetch', async (t) => {
  const { begin, server } = await startBoth(t)
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => begin(server.url('/a'))))
  t.ok(outcomes.every(({ kind }) => kind === 'consent'))
  t.equal(server.requests.length, 1)
})

t.test('one address has thirty documents a minute fetched, and kept ones do not count', async (t) => {
  const { begin, oauth, server } = await startBoth(t)
  for (let document = 0; document < 30; document++) {
    t.equal((await begin(server.url(`/${document}`))).kind, 'consent')
  }
  await t.rejects(begin(server.url('/one-more')), { name: 'Unavailable' })
  t.equal((await begin(server.url('/0'))).kind, 'consent')
  t.equal((await begin(server.url('/one-more'), '10.0.0.2')).kind, 'consent', 'another address')
  oauth.pass(61)
  t.equal((await begin(server.url('/yet-another'))).kind, 'consent')
})

t.test('thirty-two documents are fetched at once, and no more', async (t) => {
  const { begin, server } = await startBoth(t)
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let arrived = (): void => {}
  const allAsked = new Promise<void>((resolve) => (arrived = resolve))
  server.answer = (request, response) => {
    if (server.requests.length === 32) arrived()
    void released.then(() => sendDocument(response, server.ownUrl(request)))
  }
  const under = Array.from({ length: 32 }, (_, n) => begin(server.url(`/${n}`), `10.0.1.${n}`))
  await allAsked
  await t.rejects(begin(server.url('/one-more'), '10.0.2.1'), { name: 'Unavailable' })
  release()
  t.ok((await Promise.all(under)).every(({ kind }) => kind === 'consent'))
  t.equal((await begin(server.url('/one-more'), '10.0.2.1')).kind, 'consent')
})

t.test('a database that is away is said before anything is fetched', async (t) => {
  const { begin, oauth, server } = await startBoth(t)
  oauth.away.add('clients')
  await t.rejects(begin(server.url('/a')), { name: 'Unavailable' })
  t.strictSame(server.requests, [])
})
