import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { markedPages } from '../support/content-tree.ts'
import { createPublisher } from '../support/publish-artefact.ts'
import { serveArtefact } from '../support/serve-artefact.ts'
import { runCommand } from '../support/run-command.ts'
import { startService, type RunningService } from '../support/start-service.ts'

const CHANGED = 'index loaded'

interface Ready {
  readonly status: number
  readonly content: string
  readonly degraded: readonly string[]
}

async function readyOf({ url }: RunningService): Promise<Ready> {
  const response = await fetch(`${url}/readyz`)
  const body = (await response.json()) as { readonly content: string; readonly degraded?: readonly string[] }
  return { status: response.status, content: body.content, degraded: body.degraded ?? [] }
}

async function metricOf({ metricsUrl }: RunningService, name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(text)?.[1])
}

t.test('a node follows the pointer, keeps what it has while that fails, and is late after a while', async (t: Test) => {
  const { out, point, publish } = await createPublisher(t)
  const server = await serveArtefact(t, out)
  const first = await publish(markedPages('first', 5))
  const env = { GENERATION_URL: server.url, GENERATION_POLL_S: '1', GENERATION_LAG_S: '2', CONTENT_DIR: '/nonexistent' }
  const service = await startService(t, { env })
  t.strictSame(await readyOf(service), { status: 200, content: `sha256:${first}`, degraded: [] })
  t.equal(service.logs.filter(({ msg }) => msg === 'a generation was downloaded').length, 1)

  let from = service.logs.length
  const second = await publish(markedPages('second', 5))
  await service.logged(CHANGED, from)
  t.equal((await readyOf(service)).content, `sha256:${second}`)
  t.match(await (await fetch(`${service.url}/api/search?q=word1`)).json(), { results: [{ title: 'second page 1' }] })

  /** Resolves when the node has looked at the pointer so many times more. */
  const looks = async (times: number): Promise<void> => {
    const count = (): number => server.requests.filter(({ path }) => path === 'current.json').length
    for (const until = count() + times; count() < until;) await new Promise((resolve) => setImmediate(resolve))
  }

  t.comment('a generation that a request names answers it while it is kept')
  const ask = (hash: string, path = '/api/search?q=word1') =>
    fetch(`${service.url}${path}`, { headers: { 'Signpost-Generation': `sha256:${hash}` } })
  for (const [hash, title] of [
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    const answer = await ask(hash)
    t.match(await answer.json(), { results: [{ title: `${title} page 1` }] })
    t.equal(answer.headers.get('signpost-generation'), `sha256:${hash}`)
    t.equal(answer.headers.get('cache-control'), 'private, no-store')
    t.match(answer.headers.get('vary'), /Signpost-Generation/)
    t.equal(answer.headers.get('access-control-expose-headers'), '*')
    t.match(await (await ask(hash, '/en/guides/page-1')).text(), new RegExp(`<h1[^>]*>${title} page 1`))
    t.match(await (await ask(hash, '/readyz')).json(), { content: `sha256:${second}` })
  }
  const plain = await fetch(`${service.url}/api/search?q=word1`)
  t.equal(plain.headers.get('cache-control'), 'public, max-age=60')
  t.match(plain.headers.get('vary'), /Signpost-Generation/, 'no cache answers those who name one with this')
  const known = await ask('a'.repeat(64))
  t.strictSame([known.status, known.headers.get('retry-after')], [503, '1'], 'it may be newer than what is here')
  let late = known
  for (; late.status === 503; late = await ask('a'.repeat(64))) await late.arrayBuffer()
  t.equal(late.headers.get('signpost-generation'), `sha256:${second}`, 'until the pointer was read once more')

  t.comment('what no node can serve makes none of them late')
  from = service.logs.length
  const bad = await publish({ 'docs/en/guides/page-0.md': '# Bad\n\nText\n' })
  const path = join(out, 'generations', bad, 'pages.en.data')
  writeFileSync(path, readFileSync(path).fill(0))
  await service.logged('what is published is refused; what is here is served', from)
  await looks(4)
  t.strictSame(await readyOf(service), { status: 200, content: `sha256:${second}`, degraded: ['content_fault'] })
  t.equal(service.logs.slice(from).filter(({ part }) => part === 'docs').length, 1, 'the fault is logged once')
  t.ok((await metricOf(service, 'signpost_generation_behind_seconds')) > 0)

  t.comment('a network that brings nothing makes this one late')
  from = service.logs.length
  server.instead = (name, _req, res) => {
    if (!name.startsWith('generations/')) return false
    res.writeHead(500).end()
    return true
  }
  await publish({ 'docs/en/guides/page-0.md': '# Third\n\nText\n' })
  await service.logged('this node is behind what is published for longer than GENERATION_LAG_S, and not ready', from)
  t.equal((await ask('b'.repeat(64))).status, 503)
  await looks(2)
  t.equal((await ask('b'.repeat(64))).status, 503, 'a node that is behind cannot say that it is old')
  t.match(await readyOf(service), { status: 503, degraded: ['content_fault', 'generation_lag'] })
  t.equal((await fetch(`${service.url}/api/search?q=word1`)).status, 200, 'it answers all the same')
  from = service.logs.length
  // It is still on the disk.
  point(first)
  await service.logged(CHANGED, from)
  await service.logged('this node serves what is published again, and is ready', from)
  t.strictSame(await readyOf(service), { status: 200, content: `sha256:${first}`, degraded: [] })
  t.equal(await metricOf(service, 'signpost_generation_behind_seconds'), 0)

  t.comment('a start without network serves what was followed last')
  await service.stop()
  server.instead = (_name, _req, res) => {
    res.destroy()
    return true
  }
  const again = await startService(t, { env: { ...service.env, DATA_DIR: service.dataDir } })
  t.strictSame(await readyOf(again), {
    status: 200,
    content: `sha256:${first}`,
    degraded: ['content_fault', 'pointer_fault'],
  })
  from = again.logs.length
  server.instead = () => false
  await again.logged('the content has no fault any more', from)
  t.strictSame(await readyOf(again), { status: 200, content: `sha256:${first}`, degraded: [] })

  t.comment('a generation that is withdrawn is ended at once, here and then everywhere')
  const withdrawn = await runCommand('withdraw', again.env, `sha256:${first}`)
  t.match(withdrawn, { code: 0, out: `process ${again.pid} has ended it\n` })
  t.strictSame(await readyOf(again), { status: 200, content: `sha256:${second}`, degraded: ['content_fault'] })
  const named = await fetch(`${again.url}/llms.txt`, { headers: { 'Signpost-Generation': `sha256:${first}` } })
  t.equal(named.headers.get('signpost-generation'), `sha256:${second}`, 'also for those who name it')
  from = again.logs.length
  t.match(await runCommand('publish', again.env, second, '--out', out), { code: 0 })
  await again.logged('the content has no fault any more', from)
  const everywhere = await runCommand('withdraw', again.env, second, '--out', out)
  t.match(everywhere, { code: 0, out: /current\.json names sha256:.*\n.*is withdrawn/ })
  const pointer = JSON.parse(readFileSync(join(out, 'current.json'), 'utf8')) as { withdrawn: string[] }
  t.strictSame(pointer.withdrawn, [second])
  await again.logged('rebuild asked for', from)
  t.match(await runCommand('withdraw', again.env, 'x'), { code: 2 })
  await again.stop()
})
