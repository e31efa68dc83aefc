import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { uwsFault } from '../../src/http/uws-package.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { runUnderNode22 } from '../support/node-22.ts'

const LINUX = { platform: 'linux', arch: 'x64' }

/** Makes a folder with these packages in `node_modules`. @returns the path of a file in it */
async function installed(t: Test, packages: readonly string[]): Promise<string> {
  const root = await temporaryFolder(t)
  for (const name of packages) {
    await mkdir(join(root, 'node_modules', name), { recursive: true })
    await writeFile(join(root, 'node_modules', name, 'index.js'), '')
  }
  return join(root, 'main.js')
}

t.test('what npm installs under a release of Node fits that one', async (t) => {
  const under20 = await installed(t, ['uws-node20', 'uWebSockets.js', '@uwsjs/linux-x64-20'])
  t.equal(uwsFault({ node: '20.19.0', ...LINUX }, under20), null)
  const under22 = await installed(t, [
    'uws-node20',
    'uws-node20/node_modules/@uwsjs/linux-x64-22',
    'uWebSockets.js',
    '@uwsjs/linux-x64-22',
  ])
  t.equal(uwsFault({ node: '22.1.0', ...LINUX }, under22), null)
  const under24 = await installed(t, ['uws-node20', 'uWebSockets.js', '@uwsjs/linux-x64-24'])
  t.equal(uwsFault({ node: '24.0.1', ...LINUX }, under24), null)
})

t.test('another release, system or processor than what was installed under is named, with the cure', async (t) => {
  const under20 = await installed(t, ['uws-node20', 'uWebSockets.js', '@uwsjs/linux-x64-20'])
  t.equal(
    uwsFault({ node: '22.3.0', ...LINUX }, under20),
    'node_modules was installed under Node 20 on linux x64, and this is Node 22.3.0 on linux x64. Run `npm ci` under this Node, or start with the other.',
  )
  t.match(uwsFault({ node: '24.0.0', ...LINUX }, under20), 'installed under Node 20 on linux x64')
  t.match(
    uwsFault({ node: '20.19.0', platform: 'linux', arch: 'arm64' }, under20),
    'Node 20 on linux x64, and this is Node 20.19.0 on linux arm64',
  )
  const onMac = await installed(t, ['uws-node20', 'uWebSockets.js', '@uwsjs/darwin-arm64-22'])
  t.match(uwsFault({ node: '20.19.0', ...LINUX }, onMac), 'installed under Node 22 on darwin arm64')
})

t.test('a folder without any binary, or without the package, is told too', async (t) => {
  for (const packages of [['uws-node20', 'uWebSockets.js'], []]) {
    const fault = uwsFault({ node: '20.19.0', ...LINUX }, await installed(t, packages))
    t.match(fault, 'holds no uWebSockets.js for Node 20.19.0 on linux x64. Run `npm ci`')
  }
})

t.test('the program looks at it before it loads what a command runs', async (t) => {
  const source = await readFile(new URL('../../src/commands/signpost.ts', import.meta.url), 'utf8')
  const look = source.indexOf("import('../process/check-install.ts')")
  t.ok(look !== -1 && look < source.indexOf('command.load()'))
  const loadedBefore = [...source.matchAll(/^import .* from '([^']+)'$/gm)].map(([, path]) => path)
  t.strictSame(loadedBefore, ['../process/build-info.ts', './command.ts', './help.ts', './read-arguments.ts'])
})

t.test(
  'a start under another release of Node says so at once',
  { skip: Number.parseInt(process.versions.node, 10) >= 22 ? 'what is installed here is for Node 22' : false },
  async (t) => {
    const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
    const { code, stderr, stdout } = await runUnderNode22([main])
    t.equal(code, 1)
    t.match(stderr, /^node_modules was installed under Node 20 on .+, and this is Node 2\d\.\S+ on .+\n$/m)
    t.equal(stdout, '')
  },
)
