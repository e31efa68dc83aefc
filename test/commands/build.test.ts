import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'
import { fileHash } from '../../src/docs/files/serve-file.ts'
import { readPointer, type Pointer } from '../../src/generation/artefact/layout.ts'
import { publishParts } from '../../src/generation/artefact/publish-parts.ts'
import { readCatalogueFolder } from '../../src/generation/disk/catalogue-folder.ts'
import { fileFolder } from '../../src/generation/disk/file-store.ts'
import { readGenerationFolder } from '../../src/generation/disk/generation-folder.ts'
import { GenerationList } from '../../src/generation/disk/generation-list.ts'
import { findLoss } from '../../src/generation/follow/lost-pages.ts'
import { prepareDocs } from '../../src/generation/prepare-docs.ts'

import { contentTree, markedPages, temporaryFolder, writeFiles, type Files } from '../support/content-tree.ts'
import { runCommand } from '../support/run-command.ts'
import { CIRCLE_SVG, folderSources } from '../support/small-icons.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/commands/signpost.js', import.meta.url))
const CONTENT: Files = {
  ...markedPages('first', 20),
  'docs/en/circle.svg': CIRCLE_SVG,
  'docs/en/index.md': '# Home\n\nSee ![a circle](./circle.svg)\n',
  'docs/zh/index.md': '# 首页\n\n欢迎。\n',
  'icons/sources.json': folderSources(),
  'icons/own/circle.svg': CIRCLE_SVG,
  'guides/search.md': '---\ntitle: Search\ndescription: How.\n---\n\nAsk http://localhost:4002/api/v1/icons.\n',
}

/** A publisher with folders of its own. */
async function start(t: Test, files: Files = CONTENT, env: Readonly<Record<string, string>> = {}) {
  const contentDir = await contentTree(t, files)
  const out = join(await temporaryFolder(t), 'out')
  const own = { DATA_DIR: await temporaryFolder(t), HOSTS: 'docs,icons', ...env }
  const build = (...args: string[]) => runCommand('build', own, contentDir, '--out', out, ...args)
  const pointer = (): Pointer => readPointer(readFileSync(join(out, 'current.json'), 'utf8'))
  return { contentDir, out, own, build, pointer }
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
}

/** All files of a folder with their bytes. */
function filesOf(folder: string): Record<string, string> {
  const files = namesIn(folder).filter((name) => statSync(join(folder, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]))
}

/** Opens all that a pointer names, which compares every byte with its hash. */
function openAll(out: string, { generation, icons }: Pointer): void {
  const place = { number: 1, fileFolder: join(out, 'files'), siteUrl: '' }
  const docs = readGenerationFolder(join(out, 'generations', generation ?? ''), place)
  const catalogue = icons === undefined ? null : readCatalogueFolder(join(out, 'catalogues', icons))
  for (const fd of [...docs.descriptors, ...(catalogue?.descriptors ?? [])]) closeSync(fd)
  if (docs.docs.content !== generation) throw new Error(`it has the content ${docs.docs.content}`)
}

t.test(
  'equal content comes to equal files, whatever its times, its folder and the addresses of its hosts',
  async (t) => {
    const one = await start(t)
    const other = await start(t, CONTENT, {
      DOCS_URL: 'https://docs.elsewhere.example',
      ICONS_URL: 'https://icons.elsewhere.example',
      LLMS_FULL_MIB: '1',
    })
    for (const name of Object.keys(CONTENT)) utimesSync(join(other.contentDir, name), 1, 1)
    const said = await one.build()
    t.match(said, { code: 0, error: '' })
    t.match(said.out, `documentation sha256:${one.pointer().generation}, pages: 21 en, 1 zh\n`)
    const { out: json } = await other.build('--json')
    t.match(JSON.parse(json), { outcome: 'published', pointer: one.pointer() })
    const files = filesOf(one.out)
    t.same(filesOf(other.out), files)
    const hash = fileHash(
      readFileSync(
        join(
          one.out,
          Object.keys(files).find((name) => name.startsWith('files/'))!,
        ),
      ),
    )
    t.ok(files[`files/${hash.slice(0, 2)}/${hash}`], 'files beside pages have the names of their hashes')
    t.same(one.pointer().pages, { en: 21, zh: 1 })
    openAll(one.out, one.pointer())
    for (const name of Object.keys(files))
      t.ok((statSync(join(one.out, name)).mode & 0o044) === 0o044, `others may read ${name}`)
    t.notMatch(Buffer.from(Object.values(files).join('\n')).toString(), 'elsewhere.example')

    await t.test('what is there is not written again', async (t) => {
      const again = JSON.parse((await one.build('--json')).out) as { outcome: string; written: object }
      t.same([again.outcome, again.written], ['unchanged', { files: 0, bytes: 0 }])
    })
  },
)

t.test('a loss of pages is refused until it is meant, and a kill leaves the pointer whole', async (t) => {
  const { build, contentDir, out, own, pointer } = await start(t, markedPages('first', 200), { HOSTS: 'docs' })
  t.equal((await build()).code, 0)
  const first = pointer()
  for (let number = 0; number < 21; number++) rmSync(join(contentDir, `docs/en/guides/page-${number}.md`))
  const refused = await build('--json')
  t.equal(refused.code, 3)
  t.match(JSON.parse(refused.out), {
    outcome: 'refused',
    reason: /179 pages and the one before had 200, .*--allow-loss/,
  })
  t.same(pointer(), first)

  await t.test('a build that is killed leaves the old pointer or a whole new state', async () => {
    const began = new Promise<void>((resolve) => {
      const watcher = watch(join(out, 'generations'), (_event, name) => name?.includes('.tmp-') === true && resolve())
      t.teardown(() => watcher.close())
    })
    const child = spawn(process.execPath, [...TEST_FLAGS, PROGRAM, 'build', contentDir, '--out', out, '--allow-loss'], {
      env: { PATH: process.env['PATH'], ...own },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await Promise.race([began, ended])
    child.kill('SIGKILL')
    await ended
    openAll(out, pointer())
    openAll(out, first)
  })

  t.match(await build('--allow-loss'), { code: 0, out: /pages: 179 en\n/ })
  t.match(pointer(), { allowLoss: true, pages: { en: 179 } })
  openAll(out, pointer())
  openAll(out, first)
})

t.test('a loss counts in each language, and a tenth may go', (t) => {
  t.equal(findLoss({ en: 100, zh: 10 }, { en: 91, zh: 9 }), null)
  t.match(findLoss({ en: 100, zh: 10 }, { en: 110 }), /^it has 0 pages in zh and the one before had 10/)
  t.match(findLoss({ en: 100 }, { en: 89 }), /^it has 89 pages and the one before had 100/)
  t.equal(findLoss({ en: 6 }, { en: 2 }, 5), null)
  t.match(findLoss({ en: 7 }, { en: 2 }, 5), /^it has 2 pages/)
  t.equal(findLoss({}, { en: 2 }), null)
  t.end()
})

t.test('a fault of the content ends with status 1, and nothing is written', async (t) => {
  const { build, out } = await start(t, { ...CONTENT, 'site.yaml': 'name: [\n' }, { HOSTS: 'docs' })
  t.match(await build(), { code: 1, out: '', error: /^Nothing was published: site.yaml/ })
  t.notOk(existsSync(out))
  t.match(await build('--keep', '1'), { code: 2, error: /--keep must be/ })
})

t.test('only the newest states stay, and files that one of them names', async (t) => {
  const { contentDir, out, own, pointer } = await start(t)
  const options = { madeBy: 'a test', allowLoss: false, keep: 2 }
  const published: string[] = []
  for (const radius of ['5', '6', '7']) {
    await writeFiles(contentDir, { 'docs/en/circle.svg': CIRCLE_SVG.replace('r="4"', `r="${radius}"`) })
    const request = { contentDir, dataDir: own.DATA_DIR, siteUrl: '', current: null }
    const prepared = await prepareDocs(request, { progress() {}, faults() {}, log() {} })
    if (prepared.outcome === 'unchanged') throw new Error('nothing was built')
    const { descriptors, docs } = prepared.opened
    for (const fd of descriptors) closeSync(fd)
    const folder = new GenerationList(own.DATA_DIR).folderOf(docs.number)
    const parts = { docs: { folder, fileFolder: fileFolder(own.DATA_DIR) }, icons: null }
    t.match(publishParts(out, parts, options), { outcome: 'published' })
    published.push(docs.content)
    const ms = 1_700_000_000 + published.length
    utimesSync(join(out, 'generations', docs.content), ms, ms)
    for (const name of namesIn(join(out, 'files'))) utimesSync(join(out, 'files', name), 1, 1)
  }
  t.same(readdirSync(join(out, 'generations')).toSorted(), published.slice(1).toSorted())
  t.equal(namesIn(join(out, 'files')).filter((name) => name.includes('/')).length, 2, 'that of the oldest is gone')
  openAll(out, pointer())
})
