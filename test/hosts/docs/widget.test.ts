import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { widgetScript } from '../../../src/hosts/docs/widget-route.ts'
import { temporaryFolder } from '../../support/content-tree.ts'
import { startService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'

/** The most that a site loads for the widget, with its styles and its texts in three languages. */
const COMPRESSED_LIMIT_BYTES = 12_000

t.test('the widget is small with all that it needs', (t) => {
  const script = widgetScript('/api/events')
  for (const compress of [brotliCompressSync, gzipSync]) {
    const bytes = compress(script).byteLength
    t.ok(bytes <= COMPRESSED_LIMIT_BYTES, `${compress.name} makes ${bytes} bytes`)
  }
  t.end()
})

t.test('the modules of the widget share their names without a clash, and leave nothing to load', async (t) => {
  const script = widgetScript(null)
  t.notMatch(script, /^\s*(?:import|export)\b/m)
  // The names stand at the top of a module, where one that is declared twice is an error.
  const [body = ''] = /(?<=^\(\(\) => \{\n)[\s\S]*(?=\}\)\(\)\n$)/.exec(script) ?? []
  t.not(body, '')
  const file = join(await temporaryFolder(t), 'widget.mjs')
  await writeFile(file, body)
  execFileSync(process.execPath, ['--check', file])
})

t.test('other sites may load the widget, at an address that stays, and ask again for little', async (t) => {
  const { url } = await startService(t, { content: DOCUMENTATION })
  const response = await fetch(`${url}/widget.js`)
  t.equal(response.status, 200)
  t.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8')
  t.equal(response.headers.get('access-control-allow-origin'), '*')
  t.equal(response.headers.get('cache-control'), 'public, max-age=300, stale-while-revalidate=86400')
  t.match(await response.text(), 'const EVENTS_PATH = null\n', 'nothing is counted here')
  const etag = response.headers.get('etag') ?? ''
  t.equal((await fetch(`${url}/widget.js`, { headers: { 'If-None-Match': etag } })).status, 304)
})
