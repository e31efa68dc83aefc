// What `npm run pack` makes is installed as its users install it: into an empty folder, from an empty cache, without any script.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { temporaryFolder } from '../support/content-tree.ts'
import { licenceOf, type Component, type Sbom } from '../../scripts/sbom.ts'
import { startService, type RunningService } from '../support/start-service.ts'

const run = promisify(execFile)

/** Licences of what is packed or installed with it. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'OFL-1.1',
])

const packages = await temporaryFolder(t)
const prefix = await temporaryFolder(t)
const cache = await temporaryFolder(t)
const root = join(import.meta.dirname, '../..')
const { stdout } = await run(
  process.execPath,
  ['--import', './scripts/register-typescript.mjs', 'scripts/pack.ts', '--out', packages],
  { cwd: root },
)
t.comment(stdout)
const files = readdirSync(packages)
  .filter((name) => name.endsWith('.tgz'))
  .map((name) => join(packages, name))
await run('npm', [
  'i',
  '-g',
  '--prefix',
  prefix,
  '--cache',
  cache,
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  ...files,
])
const program = join(prefix, 'bin/signpost')

t.test('it serves documentation and icons with nothing but what was installed', async (t) => {
  const { version } = (await import('../../package.json', { with: { type: 'json' } })).default
  const said = await run(program, ['--version'])
  t.match(said.stdout, `signpost ${version} `)
  const service = await startService(t, {
    program,
    env: { HOSTS: 'docs,icons' },
    content: { 'en/index.md': '# Home\n\nA zebra :icon[rocket].\n', 'en/guide.mdx': '# Guide\n\nHow to feed it.\n' },
  })
  const ready = await service.logged('ready')
  const builtHere = existsSync(join(root, 'native/build/Release/signpost.node'))
  t.match(ready['searchKernel'], builtHere ? /^native / : /^javascript /)
  const found = (await (await fetch(`${service.url}/api/search?q=zebra`)).json()) as { readonly results: unknown[] }
  t.equal(found.results.length, 1)
  const page = await fetch(`${service.url}/en/guide`, { headers: { accept: 'text/html' } })
  t.match(await page.text(), /How to feed it/)
  const icons = (await (await fetch(`${service.iconsUrl}/api/v1/icons?q=rain`)).json()) as {
    readonly results: readonly { readonly id: string; readonly formats: readonly { readonly url: string }[] }[]
  }
  t.ok(icons.results.length > 0, 'icons are found')
  for (const { url } of icons.results[0]!.formats) t.equal((await fetch(url)).status, 200, url)
})

t.test('each package lists what it brings along, with licences', async (t) => {
  const modules = join(prefix, 'lib/node_modules')
  const listed = (name: string): Sbom => JSON.parse(readFileSync(join(modules, name, 'sbom.cdx.json'), 'utf8')) as Sbom
  const { components } = listed('signpost')
  const named = new Set(components.map(({ purl }) => decodeURIComponent(purl)))
  const installed = packagesBelow(join(modules, 'signpost'))
  t.strictSame(
    installed.filter((purl) => !named.has(purl)),
    [],
    'nothing is installed that it does not list',
  )
  t.ok(installed.length > 60)
  const licences = new Set(components.map(licenceOf).flatMap((licence) => licence.split(' AND ')))
  t.strictSame(
    [...licences].filter((licence) => !ALLOWED.has(licence)),
    [],
    'licences that we know',
  )
  const icons = new Set(listed('@signpost/icons').components.map(({ name }) => name))
  t.ok(icons.has('@mdi/svg') && icons.has('lucide-static'))
  t.match(listed('signpost').metadata.component, { name: 'signpost', purl: /^pkg:npm\/signpost@/ })
})

/** Packages below a folder, as addresses of packages, without their kernels, which are ours. */
function packagesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Component)
    .map(({ name, version }) => `pkg:npm/${name}@${version}`)
    .filter((purl) => !purl.startsWith('pkg:npm/@signpost/'))
}

t.test('what is not installed is left out, with what installs it', async (t) => {
  await run('npm', ['rm', '-g', '--prefix', prefix, '--no-audit', '--no-fund', '@signpost/icons'])
  const env = { HOSTS: '', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const service = await startService(t, { program, env, content: { 'en/index.md': '# Home\n\nA zebra.\n' } })
  t.strictSame((await service.logged('starting'))['hosts'], ['docs', 'account'])
  const [install = ''] = untraced(service)
  t.match(install, /^@opentelemetry\/core@/)
  await run('npm', ['i', '-g', '--prefix', prefix, '--cache', cache, '--no-audit', '--no-fund', ...install.split(' ')])
  const traced = await startService(t, {
    program,
    env: { ...env, HOSTS: 'docs' },
    content: { 'en/index.md': '# Home\n' },
  })
  t.strictSame(untraced(traced), [])
})

/** What a service says that traces need. */
function untraced({ logs }: RunningService): string[] {
  return logs.flatMap(({ msg }) => /^nothing is traced.*npm i -g (.*)$/.exec(msg)?.[1] ?? [])
}
