// A start while the content has a fault: what each host answers, with a good generation on disk and without one.
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { contentTree, markedPages, temporaryFolder } from '../support/content-tree.ts'
import { freePort } from '../support/free-port.ts'
import { get } from '../support/load.ts'
import { folderSources } from '../support/small-icons.ts'
import { SMALL_ICONS } from '../support/small-icons-service.ts'
import { embeddedFolder } from '../support/start-embedded.ts'
import { failToStart, startService, type RunningService } from '../support/start-service.ts'

const CONTENT = { ...markedPages('good', 5), ...SMALL_ICONS }
/** Root reads every folder, unless it has given up the right to do so. */
const WITHOUT_PRIVILEGES = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all']

interface Fault {
  readonly spoil: (contentDir: string) => void
  readonly mend: (contentDir: string) => void
  /** Codes that the hosts show. */
  readonly docs: readonly string[]
  readonly icons: readonly string[]
  /** Beginning of what the log says. */
  readonly reason: RegExp
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'site.yaml is not YAML': {
    spoil: (dir) => writeFileSync(join(dir, 'site.yaml'), 'name: [\n'),
    mend: (dir) => rmSync(join(dir, 'site.yaml')),
    docs: ['content_fault'],
    icons: [],
    reason: /^site\.yaml has a fault/,
  },
  'a source of site.yaml is gone': {
    spoil: (dir) => writeFileSync(join(dir, 'site.yaml'), 'sources:\n  - folder: nowhere\n'),
    mend: (dir) => rmSync(join(dir, 'site.yaml')),
    docs: ['content_fault'],
    icons: [],
    reason: /sources\.0\.folder: there is no such folder/,
  },
  'the folder of the pages cannot be read': {
    spoil: (dir) => chmodSync(join(dir, 'docs'), 0),
    mend: (dir) => chmodSync(join(dir, 'docs'), 0o755),
    docs: ['content_fault'],
    icons: [],
    reason: /docs/,
  },
  'the content folder is away': {
    spoil: (dir) => renameSync(dir, `${dir}-away`),
    mend: (dir) => renameSync(`${dir}-away`, dir),
    docs: ['content_fault'],
    icons: ['icons_fault'],
    reason: /^The content cannot be read: there is no folder/,
  },
  'the content folder is empty, as a disk that is not mounted': {
    spoil: (dir) => {
      renameSync(dir, `${dir}-away`)
      mkdirSync(dir)
    },
    mend: (dir) => {
      rmSync(dir, { recursive: true })
      renameSync(`${dir}-away`, dir)
    },
    docs: ['content_fault'],
    icons: ['icons_fault'],
    reason: /^The content cannot be read: .* is empty|has no documentation/,
  },
  'icons/sources.json is not JSON': {
    spoil: (dir) => writeFileSync(join(dir, 'icons/sources.json'), '{'),
    mend: mendSources,
    docs: [],
    icons: ['icons_fault'],
    reason: /^The sources of the icons cannot be read/,
  },
  'a package of icons is not installed': {
    spoil: (dir) => writeFileSync(join(dir, 'icons/sources.json'), missingPackage()),
    mend: mendSources,
    docs: [],
    icons: ['icons_fault'],
    reason: /@signpost\/not-installed, which is not installed/,
  },
  'the guides are no folder': {
    spoil: (dir) => {
      renameSync(join(dir, 'guides'), join(dir, 'guides-away'))
      writeFileSync(join(dir, 'guides'), '')
    },
    mend: (dir) => {
      rmSync(join(dir, 'guides'))
      renameSync(join(dir, 'guides-away'), join(dir, 'guides'))
    },
    docs: [],
    icons: ['icons_fault'],
    reason: /^ENOTDIR.*guides/,
  },
}

function mendSources(dir: string): void {
  writeFileSync(join(dir, 'icons/sources.json'), folderSources())
}

function missingPackage(): string {
  const license = { spdx: 'MIT', url: 'http://x.example' }
  const author = { name: 'Nobody', url: 'http://x.example' }
  const source = { type: 'iconify', id: 'own', title: 'Own', license, author, category: 'shapes' }
  const sources = [{ ...source, package: '@signpost/not-installed' }]
  return JSON.stringify({ categories: [{ id: 'shapes', title: 'Shapes' }], sources })
}

async function allHosts(t: Test): Promise<Record<string, string>> {
  return {
    HOSTS: 'docs,account,icons',
    DATA_DIR: await embeddedFolder(t, { tables: true }),
    ACCOUNT_PORT: String(await freePort()),
    DOCS_PORT: String(await freePort()),
    ICONS_PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
  }
}

async function readyz(url: string): Promise<{ status: number; degraded: unknown }> {
  const { body, status } = await get(`${url}/readyz`)
  return { status, degraded: (JSON.parse(body) as { degraded?: unknown }).degraded }
}

function accountOf({ env }: RunningService): string {
  return `http://127.0.0.1:${env['ACCOUNT_PORT']}`
}

function errors({ logs }: RunningService): readonly Readonly<Record<string, unknown>>[] {
  return logs.filter(({ level }) => level >= 50)
}

t.test('with a good generation on disk, a start serves it whatever the fault of the content is', async (t) => {
  const content = await contentTree(t, CONTENT)
  const env = await allHosts(t)
  const options = { content, env, under: WITHOUT_PRIVILEGES }
  const good = await startService(t, options)
  t.strictSame(await readyz(good.url), { status: 200, degraded: undefined })
  await good.stop()
  for (const [what, { docs, icons, mend, reason, spoil }] of Object.entries(FAULTS)) {
    await t.test(what, async (t) => {
      spoil(content)
      try {
        const service = await startService(t, options)
        t.match((await get(`${service.url}/api/search?q=word3`)).body, 'good page 3')
        t.match((await get(`${service.iconsUrl}/api/v1/icons?q=circle`)).body, 'own-circle')
        t.match((await get(`${service.iconsUrl}/docs/start.md`)).body, 'Use the `<img>` element')
        const shown = (codes: readonly string[]): unknown => (codes.length === 0 ? undefined : codes)
        t.strictSame(await readyz(service.url), { status: 200, degraded: shown(docs) })
        t.strictSame(await readyz(service.iconsUrl), { status: 200, degraded: shown(icons) })
        t.strictSame(await readyz(accountOf(service)), { status: 200, degraded: undefined })
        const codes = [...docs, ...icons]
        t.equal(errors(service).length, codes.length, 'one line for each part with a fault')
        for (const line of errors(service)) {
          t.match(line, { level: 50, reason, msg: 'the content has a fault: its last good generation is served' })
        }
        const { body: metrics } = await get(service.metricsUrl)
        for (const code of ['content_fault', 'icons_fault']) {
          t.match(metrics, `signpost_degraded{code="${code}"} ${codes.includes(code) ? 1 : 0}\n`)
        }
        const { body: status } = await get(service.metricsUrl.replace('/metrics', '/status'))
        t.strictSame((JSON.parse(status) as { degraded: unknown }).degraded, codes)
        await service.stop()
      } finally {
        mend(content)
      }
    })
  }
  await t.test('content of another folder is not served from the same DATA_DIR', async (t) => {
    const other = await contentTree(t, { ...markedPages('other', 5), 'site.yaml': 'name: [\n' })
    const { code, stderr } = await failToStart(t, { content: other, env: { ...env, HOSTS: 'docs' } })
    t.equal(code, 1)
    t.match(stderr, 'Signpost could not start: site.yaml has a fault')
  })
})

t.test(
  'without a good generation the other hosts start, and each host comes up when its content is mended',
  async (t) => {
    const content = await contentTree(t, { ...CONTENT, 'site.yaml': 'name: [\n', 'icons/sources.json': '{' })
    const service = await startService(t, { content, env: await allHosts(t) })
    const { iconsUrl, url } = service
    t.strictSame(await readyz(accountOf(service)), { status: 200, degraded: undefined })
    for (const waiting of [url, iconsUrl]) {
      t.equal((await get(`${waiting}/healthz`)).status, 200)
      for (const path of ['/readyz', '/', '/en/guides/page-1', '/mcp']) {
        const { headers, status } = await get(`${waiting}${path}`)
        t.equal(status, 503, path)
        t.equal(headers['retry-after'], '30')
      }
    }
    t.match(
      errors(service).map(({ msg }) => msg),
      [/^the content has a fault and no good generation/, /^the content has a fault and no good generation/],
    )
    rmSync(join(content, 'site.yaml'))
    let after = service.logs.length
    service.signal('SIGHUP')
    await service.logged('the index could not be built', after)
    t.match((await get(`${url}/api/search?q=word3`)).body, 'good page 3')
    t.strictSame(await readyz(url), { status: 200, degraded: undefined })
    t.equal((await get(`${iconsUrl}/readyz`)).status, 503)
    mendSources(content)
    after = service.logs.length
    service.signal('SIGHUP')
    await service.logged('index built', after)
    t.match((await get(`${iconsUrl}/api/v1/icons?q=circle`)).body, 'own-circle')
    t.strictSame(await readyz(iconsUrl), { status: 200, degraded: undefined })
    t.equal((await service.stop()).code, 0)
  },
)

t.test('a rebuild that fails is shown until one succeeds, though nothing else changes', async (t) => {
  const content = await contentTree(t, markedPages('good', 5))
  const dataDir = await temporaryFolder(t)
  const service = await startService(t, { content, env: { DATA_DIR: dataDir } })
  renameSync(join(content, 'docs'), `${content}-away`)
  let after = service.logs.length
  service.signal('SIGHUP')
  await service.logged('the index could not be built', after)
  t.strictSame(await readyz(service.url), { status: 200, degraded: ['content_fault'] })
  t.match((await get(`${service.url}/api/search?q=word3`)).body, 'good page 3')
  renameSync(`${content}-away`, join(content, 'docs'))
  after = service.logs.length
  service.signal('SIGHUP')
  await service.logged('the content has not changed', after)
  t.strictSame(await readyz(service.url), { status: 200, degraded: undefined })
})
