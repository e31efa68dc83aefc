// What `npm run pack` makes is installed as its users install it: into an empty folder, from an empty cache, without any script.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { temporaryFolder } from '../support/content-tree.ts'
import { startService, type RunningService } from '../support/start-service.ts'

const run = promisify(execFile)

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
const files = readdirSync(packages).map((name) => join(packages, name))
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

t.test('what is not installed is left out, with what installs it', async (t) => {
  await run('npm', ['rm', '-g', '--prefix', prefix, '--no-audit', '--no-fund', '@signpost/icons'])
  const env = { HOSTS: '', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const service = await startService(t, { program, env, content: { 'en/index.md': '# Home\n\nA zebra.\n' } })
  t.strictSame((await service.logged('starting'))['hosts'], ['docs', 'account'])
  const [install = ''] = untraced(service)
  t.match(install, /^@opentelemetry\/api@/)
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
