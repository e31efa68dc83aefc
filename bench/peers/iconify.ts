import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../test/support/free-port.ts'
import { end, untilReady, type Server } from '../load/service.ts'

/** The sets of our catalogue, in the form that Iconify publishes. */
const SETS = ['meteocons', 'line-md', 'svg-spinners', 'eos-icons'] as const

const { resolve } = createRequire(import.meta.url)

/**
 * Starts Iconify's own API server, self-hosted as its documentation describes. It reads sets from a folder and uses no
 * network.
 */
export async function startIconify(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-iconify-'))
  await mkdir(join(folder, 'icons'))
  for (const set of SETS) await writeFile(join(folder, 'icons', `${set}.json`), JSON.stringify(readSet(set)))
  const port = await freePort()
  // The process gets the flag of its own start script. It runs in the folder, because it looks for `icons` there.
  const child = spawn(process.execPath, ['--expose-gc', resolve('@iconify/api/lib/index.js')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ICONIFY_SOURCE: 'none', HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  await untilReady(`${origin}/search?query=home`, child)
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      await end(child, () => child.kill('SIGTERM'))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Joins a set into one file, the form of Iconify's collections. The packages for single sets have several files. */
function readSet(set: (typeof SETS)[number]): object {
  const part = (name: string): object =>
    JSON.parse(readFileSync(resolve(`@iconify-json/${set}/${name}.json`), 'utf8')) as object
  return { ...part('icons'), info: part('info'), ...part('metadata') }
}
