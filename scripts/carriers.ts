// `npm run ts scripts/carriers.ts`: publishes content by `signpost build` through real carriers, has a node follow it, and says what
// came of it: a shared folder, nginx, and an S3-compatible server where `S3RVER` names the folder of its package. It runs `dist`.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Test } from 'tap'
import { markedPages, writeFiles } from '../test/support/content-tree.ts'
import { freePort } from '../test/support/free-port.ts'
import { runCommand } from '../test/support/run-command.ts'
import { startService, type RunningService } from '../test/support/start-service.ts'

const PAGES = 200
const LIMIT_MS = 30_000
const teardowns: (() => unknown)[] = []
const t = { teardown: (work: () => unknown) => void teardowns.unshift(work) } as unknown as Test

interface Carrier {
  readonly name: string
  readonly url: string
  /** Brings what was built to where nodes read it. */
  readonly upload: (out: string) => Promise<void>
}

function folder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `signpost-${name}-`))
  teardowns.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function ends(child: ChildProcess): void {
  teardowns.unshift(async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
}

async function answers(url: string): Promise<void> {
  for (const until = Date.now() + LIMIT_MS; Date.now() < until;) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing answers at ${url}`)
}

async function startNginx(root: string): Promise<string> {
  // Its workers run as another user.
  chmodSync(root, 0o755)
  const port = await freePort()
  const own = folder('nginx')
  mkdirSync(join(own, 'temp'))
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${own}/temp;`)
    .join(' ')
  const locations = 'location / { gzip on; gzip_types *; }'
  writeFileSync(
    join(own, 'nginx.conf'),
    `daemon off; pid ${own}/pid; error_log ${own}/error.log; events {} http { access_log off; ${temp} server { listen 127.0.0.1:${port}; root ${root}; ${locations} } }`,
  )
  ends(spawn('nginx', ['-c', join(own, 'nginx.conf'), '-p', own], { stdio: 'ignore' }))
  await answers(`http://127.0.0.1:${port}/`)
  return `http://127.0.0.1:${port}/`
}

async function startS3(packageFolder: string): Promise<Carrier> {
  const port = await freePort()
  const own = folder('s3')
  const main = createRequire(join(packageFolder, 'package.json')).resolve(packageFolder)
  const program = `const S3rver = require(${JSON.stringify(main)}); new S3rver({ port: ${port}, address: '127.0.0.1', silent: true, directory: ${JSON.stringify(own)}, allowMismatchedSignatures: true, configureBuckets: [{ name: 'site' }] }).run()`
  ends(spawn(process.execPath, ['-e', program], { stdio: 'ignore' }))
  const url = `http://127.0.0.1:${port}/site/`
  await answers(url)
  const seen = new Set<string>()
  return {
    name: 'S3-compatible server (s3rver)',
    url,
    async upload(out) {
      const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const paths = files.map((entry) => relative(out, join(entry.parentPath, entry.name)))
      for (const path of paths.toSorted((one) => (one === 'current.json' ? 1 : -1))) {
        if (seen.has(path) && path !== 'current.json') continue
        seen.add(path)
        const { ok, status } = await fetch(new URL(path, url), { method: 'PUT', body: readFileSync(join(out, path)) })
        if (!ok) throw new Error(`PUT of ${path} answers ${status}`)
      }
    },
  }
}

async function build(content: string, out: string, dataDir: string): Promise<string> {
  const env = { CONTENT_DIR: content, DATA_DIR: dataDir, HOSTS: 'docs' }
  const { code, error } = await runCommand('build', env, '--out', out)
  if (code !== 0) throw new Error(error)
  return (JSON.parse(readFileSync(join(out, 'current.json'), 'utf8')) as { readonly generation: string }).generation
}

async function servedWithin(service: RunningService, hash: string): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < LIMIT_MS) {
    const answer = (await (await fetch(`${service.url}/readyz`)).json()) as { readonly content: string }
    if (answer.content === `sha256:${hash}`) return Math.round(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${hash} was not served in time`)
}

async function tryCarrier({ name, upload, url }: Carrier, out: string): Promise<string> {
  const [content, dataDir] = [folder('content'), folder('data')]
  await writeFiles(content, markedPages('first', PAGES))
  const first = await build(content, out, dataDir)
  await upload(out)
  const service = await startService(t, { env: { GENERATION_URL: url, GENERATION_POLL_S: '1' } })
  await servedWithin(service, first)
  await writeFiles(content, { 'docs/en/guides/page-0.md': '# Changed\n\nSomething else.\n' })
  const second = await build(content, out, dataDir)
  await upload(out)
  const followed = await servedWithin(service, second)
  const { code, error } = await runCommand('publish', {}, first, '--out', out)
  if (code !== 0) throw new Error(error)
  await upload(out)
  const back = await servedWithin(service, first)
  const bytes = service.logs.flatMap(({ bytes: came, msg }) =>
    msg === 'a generation was downloaded' ? [Number(came)] : [],
  )
  await service.stop()
  return `| ${name} | ${bytes[0]} | ${bytes[1]} | ${followed} | ${back} |`
}

try {
  const [shared, served, forS3] = [folder('shared'), folder('served'), folder('for-s3')]
  const stays = (): Promise<void> => Promise.resolve()
  const rows = [
    await tryCarrier({ name: 'shared folder (`file:`)', url: pathToFileURL(shared).href, upload: stays }, shared),
    await tryCarrier({ name: 'nginx with gzip on', url: await startNginx(served), upload: stays }, served),
  ]
  const s3 = process.env['S3RVER']
  if (s3 !== undefined) rows.push(await tryCarrier(await startS3(s3), forS3))
  const head = [
    `A node follows ${PAGES} pages, then one changed page, then a roll back, with a look at the pointer each second.`,
    '',
    '| Carrier | bytes of the first | of the second | ms from its upload to `/readyz` | ms of the roll back |',
    '| --- | --: | --: | --: | --: |',
  ]
  process.stdout.write(`${[...head, ...rows].join('\n')}\n`)
} finally {
  for (const work of teardowns) await work()
}
