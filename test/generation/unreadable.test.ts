// What is stored and cannot be read for now stays on disk, and is used when it can be read again.
import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { contentTree, markedPages, temporaryFolder } from '../support/content-tree.ts'
import { SMALL_ICONS } from '../support/small-icons-service.ts'

/** Root reads every file, unless it has given up the right to do so. */
const WITHOUT_PRIVILEGES = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all']
const FEW_DESCRIPTORS = ['bash', '-c', 'ulimit -n 64; exec "$@"', 'bash']
const CHILD = join(import.meta.dirname, '../support/prepare-child.ts')

interface Outcome {
  readonly outcome: string
  readonly warnings: readonly string[]
}

async function start(t: Test) {
  const contentDir = await contentTree(t, { ...markedPages('good', 3), ...SMALL_ICONS })
  const dataDir = await temporaryFolder(t)
  const env = { ...process.env, CONTENT_DIR: contentDir, DATA_DIR: dataDir }
  const run = (under: readonly string[], ...args: string[]): Outcome => {
    const [program, ...before] = [...under, process.execPath, '--import=./scripts/register-typescript.mjs', CHILD]
    return JSON.parse(execFileSync(program, [...before, ...args], { env, encoding: 'utf8' })) as Outcome
  }
  const stored = (folder: string): string[] =>
    readdirSync(join(dataDir, folder)).filter((name) => /^(?:\d+|[0-9a-f]{64})$/.test(name))
  return { contentDir, dataDir, run, stored }
}

const PARTS = {
  docs: { folder: 'generations', file: 'index.en', none: 'DATA_DIR has no good generation of this content' },
  icons: { folder: 'catalogues', file: 'assets.data', none: 'DATA_DIR has no good catalogue of this content' },
} as const

for (const [part, { file, folder, none }] of Object.entries(PARTS)) {
  const last = `${part} last`

  t.test(`${part}: a file that may not be read for now removes nothing`, async (t) => {
    const { dataDir, run, stored } = await start(t)
    t.match(run(WITHOUT_PRIVILEGES, part), { outcome: 'built' })
    const [good = ''] = stored(folder)
    const path = join(dataDir, folder, good, file)
    chmodSync(path, 0)
    t.match(run(WITHOUT_PRIVILEGES, last), { outcome: none, warnings: [/cannot be used: EACCES/] })
    t.strictSame(stored(folder), [good])
    t.match(run(WITHOUT_PRIVILEGES, part), { outcome: 'built', warnings: [/cannot be used: EACCES/] })
    t.ok(stored(folder).includes(good), 'a build stands beside it, or in memory')
    for (const name of stored(folder)) if (name !== good) rmSync(join(dataDir, folder, name), { recursive: true })
    chmodSync(path, 0o644)
    for (const what of [last, part]) t.match(run(WITHOUT_PRIVILEGES, what), { outcome: 'loaded', warnings: [] })
  })

  t.test(`${part}: a damaged file gives way to a build, and to nothing else`, async (t) => {
    const { dataDir, run, stored } = await start(t)
    run([], part)
    const [good = ''] = stored(folder)
    const path = join(dataDir, folder, good, file)
    truncateSync(path, readFileSync(path).length >> 1)
    t.match(run([], last), { outcome: none, warnings: [/cannot be used/] })
    t.strictSame(stored(folder), [good], 'a start with a fault has nothing to put in its place')
    t.match(run([], part), { outcome: 'built', warnings: [/cannot be used/] })
    t.equal(stored(folder).length, 1)
    t.match(run([], part), { outcome: 'loaded', warnings: [] })
    rmSync(join(dataDir, folder, stored(folder)[0] ?? '', file))
    t.match(run([], part), { outcome: 'built', warnings: [/cannot be used: ENOENT/] })
    t.equal(stored(folder).length, 1)
  })
}

t.test('a start with a fault and too few descriptors leaves the last good generation', async (t) => {
  const { contentDir, run, stored } = await start(t)
  t.match(run([], 'docs'), { outcome: 'built' })
  writeFileSync(join(contentDir, 'site.yaml'), 'name: [\n')
  t.match(run(FEW_DESCRIPTORS, 'docs last', '2'), { outcome: PARTS.docs.none, warnings: [/cannot be used: EMFILE/] })
  t.strictSame(stored('generations'), ['1'])
  t.match(run([], 'docs last'), { outcome: 'loaded', warnings: [] })
})
