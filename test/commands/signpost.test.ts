// The compiled program, as a person at a terminal runs it.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { COMMANDS } from '../../src/commands/commands.ts'
import { envSchema } from '../../src/config/env.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { freePort } from '../support/free-port.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/commands/signpost.js', import.meta.url))
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

interface Ended {
  readonly status: number
  readonly out: string
  readonly error: string
}

function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env: { PATH: process.env['PATH'], ...env } }, (error, out, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, out, error: stderr })
    })
  })
}

const signpost = (cwd: string, ...args: string[]) => run(cwd, [PROGRAM, ...args])

t.test('a help and the version start nothing, however the program is called', async (t) => {
  const cwd = await temporaryFolder(t)
  for (const entry of [PROGRAM, MAIN])
    for (const args of [['--help'], ['-h'], ['help'], ['./docs', '--help'], ['--version'], ['serve', '--help']]) {
      const { error, out, status } = await run(cwd, [entry, ...args])
      t.match({ error, status }, { error: '', status: 0 }, args.join(' '))
      t.match(out, args[0] === '--version' ? `signpost ${version}` : /^usage: signpost/m, args.join(' '))
    }
  t.notOk(existsSync(join(cwd, 'data')), 'nothing was written')
})

t.test('the help names all commands, and that of each its options', async (t) => {
  const cwd = await temporaryFolder(t)
  const { out } = await signpost(cwd, '--help')
  for (const { name, summary } of COMMANDS) t.ok(out.includes(`  ${name} `) && out.includes(summary.slice(0, 40)), name)
  for (const { name, options } of COMMANDS) {
    const help = await signpost(cwd, 'help', ...name.split(' '))
    t.equal(help.status, 0, name)
    for (const option of Object.keys(options)) t.ok(help.out.includes(`--${option}`), `${name} --${option}`)
  }
  t.match((await signpost(cwd, 'user', '--help')).out, /user add[^]*user password[^]*user delete/)
  const { out: serve } = await signpost(cwd, 'help', 'serve')
  for (const name of Object.keys(envSchema.shape)) t.ok(serve.includes(`  ${name}`), name)
  t.notMatch(serve, '](/', 'links are of use in the documentation alone')
})

t.test('what is misspelt is refused with status 2 and the nearest of ours', async (t) => {
  const cwd = await temporaryFolder(t)
  for (const [args, said] of [
    ['chekc', 'The nearest command is: signpost check.'],
    ['serach zebra', 'The nearest command is: signpost search.'],
    ['usre add', 'The nearest command is: signpost user add.'],
    ['user ad', 'The nearest command is: signpost user add.'],
    ['user', 'add, password, delete'],
    ['reindx', 'signpost reindex'],
    ['help serv', 'signpost serve'],
    ['--prot 5000', 'The nearest is --port.'],
    ['check --stirct', 'The nearest is --strict.'],
    ['user add --emial a@example.org', 'The nearest is --email.'],
    ['user add', 'needs --email <address>'],
    ['user add --email', '--email <address>'],
    ['user add --email --now', '--email <address>'],
    ['check --json=yes', 'takes no value'],
    ['reindex now', 'takes no arguments but options'],
    ['--port 70000', 'a whole number from 1 to'],
    ['check --toString', 'has no option --toString'],
  ] as const) {
    const { error, out, status } = await signpost(cwd, ...args.split(' '))
    t.match({ status, out }, { status: 2, out: '' }, args)
    t.match(error, said, args)
  }
  t.match(await signpost(cwd, './nowhere'), { status: 1, error: /There is no folder .*nowhere/ })
})

t.test('a link to the program runs it', async (t) => {
  const cwd = await temporaryFolder(t)
  const link = join(cwd, 'signpost')
  await symlink(PROGRAM, link)
  const answered = await new Promise((resolve) => execFile(link, ['--version'], { cwd }, (_error, out) => resolve(out)))
  t.match(answered, `signpost ${version}`)
})

/** Starts the program in a folder, and resolves when it is ready. It is stopped when the test ends. */
async function start(t: Test, cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], LISTENERS: '1', SEARCH_THREADS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  t.teardown(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let out = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (/"msg":"ready"|Ready\./.test(out)) resolve()
    })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.once('close', () => reject(new Error(`it ended: ${errors}${out}`)))
  })
  const lines = out
    .split('\n')
    .flatMap((line) => (line === '' ? [] : (JSON.parse(line) as { level: number; msg: string })))
  return { lines, text: out }
}

t.test('a folder is served from an empty one, and says which version answers', async (t) => {
  const cwd = await temporaryFolder(t)
  await mkdir(join(cwd, 'docs'))
  // A site has such a folder of its own, which is left as it is.
  await mkdir(join(cwd, 'data'))
  await writeFile(join(cwd, 'data/authors.yaml'), 'ada: {}\n')
  await writeFile(join(cwd, 'docs/index.md'), '# Home\n\nA zebra.\n')
  const port = await freePort()
  const { lines } = await start(t, cwd, ['./docs', '--port', String(port), '--hosts', 'docs'], {
    METRICS_PORT: String(await freePort()),
    REDIS_URI: 'redis://localhost',
    DOCS_PROT: '1',
    TRUSTED_PROXY: '10.0.0.1',
    SIGNPOST_BIND: '0.0.0.0',
    docs_url: 'http://example.org',
    SIGNPOST_SERVICE_HOST: '10.0.0.1',
  })
  t.match(
    lines.find(({ msg }) => msg === 'ready'),
    { version },
  )
  const found = (await (await fetch(`http://localhost:${port}/api/search?q=zebra`)).json()) as { total: number }
  t.equal(found.total, 1)
  t.same(await (await fetch(`http://localhost:${port}/healthz`)).json(), { status: 'ok', version })
  t.ok(existsSync(join(cwd, '.signpost/generations')))
  t.notOk(existsSync(join(cwd, 'data/generations')))
  const warned = lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
  for (const [name, meant] of [
    ['REDIS_URI', 'REDIS_URL'],
    ['DOCS_PROT', 'DOCS_PORT'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['SIGNPOST_BIND', 'BIND'],
    ['docs_url', 'DOCS_URL'],
  ] as const)
    t.ok(warned.includes(`${name} is no variable of Signpost: write ${meant}, or remove it`), name)
  t.notMatch(warned.join(), 'SIGNPOST_SERVICE_HOST')
})

t.test('a misspelt variable stops a strict start', async (t) => {
  const cwd = await temporaryFolder(t)
  const { error, status } = await run(cwd, [PROGRAM, 'serve', '--strict'], {
    REDIS_URI: 'x',
    CACHE_MB: '1',
    PATH_INFO: 'x',
  })
  t.equal(status, 1)
  t.match(error, /REDIS_URI[^]*CACHE_MB .*CACHE_MIB/)
  t.notMatch(error, 'PATH_INFO')
})

t.test('a file of settings holds what variables hold, which overrule it', async (t) => {
  const cwd = await temporaryFolder(t)
  await mkdir(join(cwd, 'pages'))
  await writeFile(join(cwd, 'pages/index.md'), '# Home\n')
  const [port, metrics] = [await freePort(), await freePort()]
  const file = join(cwd, 'signpost.yaml')
  await writeFile(
    file,
    `# Settings\nhosts: [docs]\ncontent_dir: ./pages\nDOCS_PORT: 1\nmetrics_port: ${metrics}\nwatch: true\nredis_url: redis://:secret@localhost\nlog_level:\n`,
  )
  await chmod(file, 0o644)
  const { lines } = await start(t, cwd, [], { DOCS_PORT: String(port) })
  t.match(
    lines.find(({ msg }) => msg === 'ready'),
    { ports: { docs: port }, store: 'Redis' },
  )
  const warning = lines.find(({ level }) => level === 40)
  t.match(warning?.msg, /signpost\.yaml holds a password.*chmod 600/)
  t.notMatch(JSON.stringify(lines), 'secret')
})

t.test('faults of a file of settings are named, each with the nearest of ours', async (t) => {
  const cwd = await temporaryFolder(t)
  const file = join(cwd, 'other.yaml')
  for (const [text, said] of [
    ['docs_prot: 1\nredis_uri: x\n', /there is no setting "docs_prot"; the nearest is docs_port\n[^]*redis_url/],
    ['docs_port: 1\nDOCS_PORT: 2\n', 'stands there twice'],
    ['hosts: { docs: true }\n', 'hosts must be a text, a number or a list of texts'],
    ['docs_port: [[1]]\n', 'docs_port must be'],
    ['- docs\n', 'must hold names with values'],
    ['docs_port: [\n', /other\.yaml cannot be read as YAML: .* at line 2/],
    ['docs_port: x\n', 'DOCS_PORT must be a whole number'],
    ['a: &a [1]\nhosts: *a\n', 'other.yaml'],
    [`# ${'x'.repeat(70_000)}\n`, 'is larger than 64 KiB'],
  ] as const) {
    await writeFile(file, text)
    const { error, status } = await run(cwd, [PROGRAM, 'reindex', '--config', 'other.yaml'])
    t.equal(status, 1, text.slice(0, 40))
    t.match(error, said)
    t.notMatch(error, /^ {4}at /m, 'no stack')
  }
  t.match(await run(cwd, [PROGRAM, 'reindex', '--config', 'none.yaml']), { status: 1, error: /no file none\.yaml/ })
})

t.test('a new site is begun without a question, and served', async (t) => {
  const cwd = await temporaryFolder(t)
  t.match(await signpost(cwd, 'init'), { status: 0, out: /wrote .*site\.yaml\nwrote .*index\.md\nwrote .*ecosystem/ })
  const page = join(cwd, 'content/docs/en/index.md')
  await writeFile(page, '# Mine\n\nA quagga.\n')
  t.match(await signpost(cwd, 'init'), { status: 0, out: /kept .*site\.yaml\nkept .*ecosystem/ })
  t.equal(readFileSync(page, 'utf8'), '# Mine\n\nA quagga.\n')
  t.match(await signpost(cwd, 'check', 'content'), { status: 0, out: /no faults/ })
  const configuration = await run(cwd, ['-p', 'JSON.stringify(require("./ecosystem.config.js").apps)'])
  t.match(JSON.parse(configuration.out), [{ name: 'signpost', script: MAIN, cwd, exec_mode: 'cluster' }])
  await writeFile(join(cwd, 'package.json'), '{"type": "module"}')
  t.match(await signpost(cwd, 'init', 'inner'), { status: 0, out: /cd inner && signpost/ })

  const port = String(await freePort())
  const found = /^Mine\n {2}http:\S+\n {2}A quagga\.\n\n1 of 1 pages\n$/
  t.match(await signpost(cwd, 'search', 'quagga'), { status: 0, out: found }, 'from an index')
  t.match(await signpost(cwd, 'page', '/', '--content', 'content'), { status: 0, out: '# Mine\n\nA quagga.\n' })
  await start(t, cwd, ['--port', port, '--hosts', 'docs'], { METRICS_PORT: String(await freePort()) })
  await writeFile(page, '# Mine\n\nA quagga, later.\n')
  t.match(await signpost(cwd, 'search', 'quagga'), { status: 0, out: found }, 'from the running service')
  const { out } = await signpost(cwd, 'search', 'quagga', '--json')
  t.match(JSON.parse(out), { total: 1, results: [{ url: `http://localhost:${port}/en` }] })
  t.match(await signpost(cwd, 'page', 'gone'), { status: 1, error: /No page has this path/ })
  t.match(await signpost(cwd, 'search', 'unheard'), { status: 1, out: 'Nothing was found for unheard.\n' })
  t.match(await signpost(cwd, 'search', 'x', '--limit', '900'), { status: 1, error: /limit|characters/ })
})
