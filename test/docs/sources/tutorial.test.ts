import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { temporaryFolder } from '../../support/content-tree.ts'

/** What the kind of the guide imports, and what its test does. */
const COPIED = [
  'src/docs',
  'src/shared',
  'src/engine/index',
  'src/svg',
  'test/support',
  'test/docs/sources/pages-of.ts',
]
/** A name in bold, and the block of code behind it, which may be one of several. */
const STEP = /\*\*([\w./-]+\.ts)\*\*|^(`{3,4})(ts|diff)\n([^]*?)^\2$/gm
/** Most lines of the kind that the guide makes. */
const KIND_LIMIT_LINES = 150

/** Does what a reader of the guide does: writes new files, adds to their end, and changes lines of those that are there. */
async function follow(guide: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  let path = ''
  for (const [, name, , language, block = ''] of guide.matchAll(STEP)) {
    if (name !== undefined) path = name
    else if (language === 'ts')
      files.set(path, [...(files.get(path)?.split('\n') ?? []), ...block.split('\n')].join('\n'))
    else files.set(path, changed(files.get(path) ?? (await readFile(join(folder, path), 'utf8')), block))
  }
  for (const [file, text] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  return files
}

/** The text with the lines of a difference, whose old lines must stand there once. */
function changed(text: string, difference: string): string {
  const lines = difference.trimEnd().split('\n')
  const side = (mark: string): string =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n')
  const parts = text.split(side('+'))
  if (parts.length !== 2) throw new Error(`These lines stand ${parts.length - 1} times in the file:\n${side('+')}`)
  return parts.join(side('-'))
}

t.test('the steps of the guide make a kind of documentation that is read', async (t) => {
  const folder = await temporaryFolder(t)
  for (const path of COPIED) await cp(path, join(folder, path), { recursive: true })
  await cp('package.json', join(folder, 'package.json'))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const files = await follow(await readFile('src/docs/sources/kinds/README.md', 'utf8'), folder)
  const lines = (files.get('src/docs/sources/kinds/pamphlet.ts') ?? '').split('\n').length
  t.ok(lines > 50 && lines < KIND_LIMIT_LINES, `the kind has ${lines} lines`)
  const test = [...files.keys()].find((file) => file.endsWith('.test.ts')) ?? ''
  const loader = ['--import', resolve('scripts/register-typescript.mjs')]
  const run = promisify(execFile)(process.execPath, [...loader, test], { cwd: folder })
  const { stdout } = await run.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  t.match(stdout, /^ok 1 /m, 'the test of the guide passes')
  t.notMatch(stdout, /not ok/, stdout)
})
