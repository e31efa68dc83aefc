import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { loadConfig, type Config } from '../../src/config/config.ts'
import { secureDataFolder } from '../../src/process/data-folder.ts'
import { startEmbeddedDatabase } from '../../src/store/embedded/embedded-database.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { EMBEDDED_WORKER, embeddedFolder } from '../support/start-embedded.ts'

/** Id of a user of this machine who has no part in the service. */
const STRANGER = 65_534
const asRoot = process.getuid?.() === 0 ? {} : { skip: 'only root can act as another user' }

function config(dataDir: string, env: Record<string, string> = {}): Config {
  return loadConfig({ DATA_DIR: dataDir, ...env }, 1)
}

function modeOf(path: string): string {
  return (lstatSync(path).mode & 0o777).toString(8)
}

/** @returns all files and folders below a folder, and the folder itself */
function below(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return [folder, ...names.map((name) => join(folder, name))]
}

/** @returns what a stranger can read or list in a folder whose parents are accessible */
function openToStranger(folder: string): string {
  // `find` fails where it has no access.
  return spawnSync('find', [folder, '-readable', '-print'], { uid: STRANGER, gid: STRANGER, encoding: 'utf8' }).stdout
}

/** Runs work as another user. The process can become root again, because only the effective user changes. */
function asStranger(work: () => void): void {
  process.seteuid?.(STRANGER)
  try {
    work()
  } finally {
    process.seteuid?.(0)
  }
}

/** Makes a path for `DATA_DIR` in a folder that everybody may enter. */
async function dataFolder(t: Test): Promise<string> {
  const above = await temporaryFolder(t)
  chmodSync(above, 0o755)
  return join(above, 'data')
}

t.afterEach(() => void process.umask(0o022))

t.test('the embedded database is made with files that nobody else can read', asRoot, async (t) => {
  const dataDir = await dataFolder(t)
  secureDataFolder(config(dataDir))
  t.notOk(existsSync(dataDir), 'a folder that is missing is left missing')
  const embedded = await startEmbeddedDatabase({ dataDir, onDeath: () => {}, workerFile: EMBEDDED_WORKER })
  t.equal(openToStranger(dataDir), '')
  await embedded.close()
  t.equal(modeOf(dataDir), '700')
  const loose = below(dataDir).filter((path) => (statSync(path).mode & 0o077) !== 0)
  t.strictSame(loose, [])
  t.ok(below(dataDir).length > 900)
})

t.test('a folder that is open to others is closed, all its files with it', asRoot, async (t) => {
  const dataDir = await embeddedFolder(t)
  for (const path of below(dataDir)) chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666)
  t.ok(openToStranger(dataDir).includes('/pg_wal/0'), 'a stranger reads the write-ahead log')
  const { links, repaired } = secureDataFolder(config(dataDir))
  t.equal(repaired, below(dataDir).length)
  t.strictSame(links, [])
  t.strictSame(
    below(dataDir).filter((path) => modeOf(path) !== (lstatSync(path).isDirectory() ? '700' : '600')),
    [],
  )
  t.equal(openToStranger(dataDir), '')
  t.equal(secureDataFolder(config(dataDir)).repaired, 0)
})

t.test(
  'the group may read where the operator says so, and never write; rights are taken and never given',
  async (t) => {
    const dataDir = t.testdir({ open: '', closed: '', folder: { file: '' }, run: {} })
    chmodSync(dataDir, 0o777)
    chmodSync(join(dataDir, 'open'), 0o666)
    chmodSync(join(dataDir, 'closed'), 0o600)
    chmodSync(join(dataDir, 'folder'), 0o775)
    secureDataFolder(config(dataDir, { DATA_DIR_ACCESS: 'group' }))
    mkdirSync(join(dataDir, 'new'))
    writeFileSync(join(dataDir, 'new', 'file'), '')
    t.strictSame(
      ['', 'open', 'closed', 'folder', 'new', 'new/file'].map((name) => modeOf(join(dataDir, name))),
      ['750', '640', '600', '750', '750', '640'],
    )
  },
)

t.test('symbolic links are told of and not followed, except that DATA_DIR may be one', async (t) => {
  const above = t.testdir({ elsewhere: { file: '' }, data: {}, link: t.fixture('symlink', 'data') })
  const elsewhere = join(above, 'elsewhere', 'file')
  chmodSync(elsewhere, 0o666)
  chmodSync(join(above, 'data'), 0o755)
  symlinkSync(elsewhere, join(above, 'data', 'file'))
  t.strictSame(secureDataFolder(config(join(above, 'link'))).links, [join(above, 'link', 'file')])
  t.equal(modeOf(elsewhere), '666')
  t.equal(modeOf(join(above, 'data')), '700')
})

t.test('a folder of somebody else is refused, and nothing in it is changed', asRoot, async (t) => {
  const others = t.testdir({ www: { page: '' }, file: '' })
  chmodSync(others, 0o755)
  chmodSync(join(others, 'www'), 0o755)
  chmodSync(join(others, 'www', 'page'), 0o644)
  t.throws(() => secureDataFolder(config(others)), {
    name: 'DataFolderError',
    message: /has www in it.*a folder inside it/,
  })
  t.strictSame(
    ['', 'www', 'www/page'].map((name) => modeOf(join(others, name))),
    ['755', '755', '644'],
  )
  t.throws(() => asStranger(() => secureDataFolder(config('/'))), { message: /DATA_DIR \/ has \S+ in it/ })
  mkdirSync(join(others, 'generations'))
  t.equal(secureDataFolder(config(others)).links.length, 0, 'one that a service has used goes on')
})

t.test('files beside the data, and what a new disk holds, refuse nothing', async (t) => {
  const dataDir = t.testdir({ Makefile: '', '.gitkeep': '', 'lost+found': {}, '.snapshot': {}, '@eaDir': {} })
  t.strictSame(secureDataFolder(config(dataDir)).links, [])
})

t.test('a first start that ended while it made its database can be made again', async (t) => {
  const dataDir = t.testdir({ 'database.new': { PG_VERSION: '18\n' } })
  t.strictSame(secureDataFolder(config(dataDir)).links, [])
})

t.test('what is open to others and belongs to another user refuses the start', asRoot, async (t) => {
  const dataDir = mkdtempSync('/tmp/signpost-owner-')
  writeFileSync(join(dataDir, 'theirs'), '')
  chmodSync(dataDir, 0o777)
  chownSync(dataDir, STRANGER, STRANGER)
  chmodSync(join(dataDir, 'theirs'), 0o644)
  t.teardown(() => execFileSync('rm', ['-r', dataDir]))
  const messages: string[] = []
  try {
    asStranger(() => secureDataFolder(config(dataDir)))
  } catch (error) {
    messages.push((error as Error).message)
  }
  t.match(messages, [/other users of this machine can reach .*\/theirs.*EPERM; owner 0, mode 0644.*chown -R/])
})
