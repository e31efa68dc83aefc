// An operator's own icons, from files in a folder to answers on every interface.
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { contentTree, writeFiles } from '../support/content-tree.ts'
import { createIconsClient, jsonOf, LIMITED } from '../support/icons-client.ts'
import { listen } from '../support/mcp-stream.ts'
import { CIRCLE_SVG } from '../support/small-icons.ts'
import { SMALL_ICONS, startSmallIcons } from '../support/small-icons-service.ts'
import type { RunningService } from '../support/start-service.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/commands/signpost.js', import.meta.url))

/** The circle with content that a served file must not have. */
const within = (evil: string): string => CIRCLE_SVG.replace('</svg>', `${evil}</svg>`)

const HOSTILE = {
  'script.svg': within('<script>alert(1)</script>'),
  'handler.svg': CIRCLE_SVG.replace('<svg ', '<svg onload="alert(1)" '),
  'elsewhere.svg': within('<image href="https://evil.example/a.png"/>'),
  'page.svg': within('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="/"/></foreignObject>'),
  'entities.svg': `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(100)}">]>${CIRCLE_SVG}`,
  'rest.svg': CIRCLE_SVG.slice(0, 80),
  'expression.json': JSON.stringify({ v: '5.9.0', fr: 30, ip: 0, op: 60, w: 64, h: 64, layers: 'none' }),
  'text.json': 'none',
}

const CONTENT = {
  ...SMALL_ICONS,
  ...Object.fromEntries(Object.entries(HOSTILE).map(([name, text]) => [`icons/own/${name}`, text])),
}

async function reindex({ env }: RunningService): Promise<string> {
  const run = promisify(execFile)(process.execPath, [PROGRAM, 'reindex'], {
    env: { PATH: process.env['PATH'], ...env },
  })
  return (await run).stdout
}

t.test('good files are served and found, hostile ones are reported and never seen', async (t) => {
  const service = await startSmallIcons(t, {}, CONTENT)
  const { ask, post } = createIconsClient(t, service.iconsUrl)
  const all = jsonOf(await ask('/api/v1/icons')) as { total: number; results: { id: string }[] }
  t.strictSame(
    all.results.map(({ id }) => id),
    ['own-circle', 'own-square'],
  )
  t.match(jsonOf(await ask('/api/v1/icons?q=rings')), { total: 1, results: [{ id: 'own-circle' }] }, 'by a synonym')
  t.match(jsonOf(await ask('/api/v1/icons?q=squar')), { total: 1, results: [{ id: 'own-square' }] }, 'by a beginning')
  for (const [id, exts] of [
    ['own-circle', ['svg']],
    ['own-square', ['json', 'lottie', 'png']],
  ] as const) {
    const { formats } = jsonOf(await ask(`/api/v1/icons/${id}`)) as { formats: { ext: string; url: string }[] }
    t.strictSame(
      formats.map(({ ext }) => ext),
      exts,
    )
    for (const { url } of formats) t.equal((await ask(url.slice(service.iconsUrl.length))).status, 200, url)
  }
  t.match((await ask('/assets/own-circle.svg')).body.toString(), /<animate /)

  const faults = service.logs.filter(({ msg }) => msg === 'an icon source or guide is left out')
  for (const name of Object.keys(HOSTILE)) {
    const [fault, ...more] = faults.filter(({ file }) => file === `icons/own/${name}`)
    t.match(fault, { level: 40, reason: /\w/ }, `${name} is reported`)
    t.strictSame(more, [])
    t.comment(`${name}: ${String(fault?.['reason'])}`)
    const id = `own-${name.replace(/\.\w+$/, '')}`
    t.equal((await ask(`/api/v1/icons/${id}`)).status, 404)
    t.equal((await ask(`/assets/${id}.svg`)).status, 404)
    t.equal((await ask(`/assets/${id}.json`)).status, 404)
  }
  t.notMatch((await ask('/catalog.json')).body.toString(), /script|handler|elsewhere|entities/)

  const call = (name: string, args: object) =>
    post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
  t.match(jsonOf(await call('search_icons', { query: 'ring' })), {
    result: { content: [{ text: /^1 icon\nown-circle: / }] },
  })
  t.match((await LIMITED['A2A']!({ ask, post } as never)).body.toString(), /own-circle/)
  t.match((await ask('/?q=ring')).body.toString(), /own-circle/)
  t.equal((await ask('/icons/own-square')).status, 200)
})

t.test('after a reindex files come, change and go without a request that fails', async (t) => {
  const service = await startSmallIcons(t)
  const client = createIconsClient(t, service.iconsUrl)
  const { ask } = client
  const before = await ask('/catalog.json')
  const old = (jsonOf(await ask('/api/v1/icons/own-circle')) as { formats: { url: string }[] }).formats[0]!.url
  const stream = await listen(service.iconsUrl)

  let visiting = true
  const statuses = new Map<string, number>()
  const visits = Array.from({ length: 4 }, async () => {
    const visitor = createIconsClient(t, service.iconsUrl)
    while (visiting) {
      for (const path of ['/api/v1/icons?q=square', '/assets/own-square.png', '/catalog.json', '/icons/own-square']) {
        const answer = await visitor.ask(path)
        const key = `${path} ${answer.status}`
        statuses.set(key, (statuses.get(key) ?? 0) + 1)
        await sleep(10)
      }
    }
  })

  await writeFiles(service.contentDir, {
    'icons/own/star.svg': CIRCLE_SVG.replace('values="4;8"', 'values="1;9"'),
    'icons/own/circle.svg': CIRCLE_SVG.replace('values="4;8"', 'values="2;3"'),
  })
  t.match(await reindex(service), /serves generation 2/)
  t.match(jsonOf(await ask('/api/v1/icons?q=star')), { total: 1, results: [{ id: 'own-star' }] })
  t.equal((await ask('/assets/own-star.svg')).status, 200)
  const after = await ask('/catalog.json')
  t.not(jsonOf(after)['version'], jsonOf(before)['version'])
  t.equal((await ask('/catalog.json', { fields: [`If-None-Match: ${before.headers.get('etag')}`] })).status, 200)
  const changed = (jsonOf(await ask('/api/v1/icons/own-circle')) as { formats: { url: string }[] }).formats[0]!.url
  t.not(changed, old, 'a file that has changed has another address')
  const stale = await ask(old.slice(service.iconsUrl.length))
  t.match(stale.body.toString(), /values="2;3"/)
  t.equal(
    stale.headers.get('cache-control'),
    'public, max-age=3600',
    'what has changed is not kept under its old version',
  )
  t.match(await stream.received('notifications/resources/list_changed'), { jsonrpc: '2.0' })

  await rm(join(service.contentDir, 'icons/own/star.svg'))
  t.match(await reindex(service), /serves generation 3/)
  t.equal((await ask('/api/v1/icons/own-star')).status, 404)
  t.equal((await ask('/assets/own-star.svg')).status, 404)
  t.match(jsonOf(await ask('/api/v1/icons?q=star')), { total: 0 })

  visiting = false
  await Promise.all(visits)
  stream.close()
  t.strictSame(
    [...statuses.keys()].filter((key) => !key.endsWith(' 200')),
    [],
  )

  await t.test('sources that cannot be used leave the old icons in service', async (t) => {
    await writeFiles(service.contentDir, { 'icons/sources.json': '{"sources": 5}' })
    service.signal('SIGHUP')
    t.match(await service.logged('the index could not be built'), { level: 50, reason: /sources/ })
    t.match(jsonOf(await ask('/api/v1/icons?q=ring')), { total: 1 })
    await writeFiles(service.contentDir, {
      'icons/sources.json': SMALL_ICONS['icons/sources.json']!,
      'icons/own/moon.svg': CIRCLE_SVG,
    })
    t.match(await reindex(service), /serves generation 4/)
    t.match(jsonOf(await ask('/api/v1/icons?q=moon')), { total: 1 })
  })
})

t.test('the same sources give the same bytes on every machine', async (t) => {
  const nodes = await Promise.all(
    [0, 1].map(async () => startSmallIcons(t, { ICONS_URL: 'http://icons.example' }, await contentTree(t, CONTENT))),
  )
  const clients = nodes.map(({ env }) => createIconsClient(t, `http://localhost:${env['ICONS_PORT']}`))
  const paths = [
    '/catalog.json',
    '/api/v1/icons',
    '/api/v1/sets',
    '/api/v1/categories',
    '/openapi.json',
    '/docs/index.md',
  ]
  for (const ext of ['json', 'lottie', 'png']) paths.push(`/assets/own-square.${ext}`)
  for (const path of [...paths, '/assets/own-circle.svg', '/.well-known/agent-card.json', '/auth.md', '/']) {
    const [here, there] = await Promise.all(clients.map(({ ask }) => ask(path)))
    t.equal(here!.status, 200)
    t.equal(here!.headers.get('etag'), there!.headers.get('etag'), path)
    t.ok(here!.body.equals(there!.body), path)
  }
})
