import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startEmbeddedDatabase } from '../../../src/store/embedded/embedded-database.ts'
import { failToStart } from '../../support/start-service.ts'
import { EMBEDDED_WORKER, embeddedFolder } from '../../support/start-embedded.ts'

function start(dataDir: string) {
  return startEmbeddedDatabase({ dataDir, onDeath: () => {}, workerFile: EMBEDDED_WORKER })
}

/** @returns a digest of all names, lengths and bytes below a folder */
function digest(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const stat = lstatSync(join(folder, name))
    hash.update(`${name} ${stat.isFile() ? stat.size : '/'}\n`)
    if (stat.isFile()) hash.update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex')
}

/** The segment of the log with which a new database begins. */
const SEGMENT = '000000010000000000000001'

interface Damage {
  readonly title: string
  readonly message: RegExp
  /** Path of the damaged file or folder in the database. */
  readonly name: string
  readonly damage: (path: string) => void
}

const remove = (path: string): void => rmSync(path, { recursive: true })

const DAMAGES: readonly Damage[] = [
  { title: 'without PG_VERSION', message: /PG_VERSION is missing/, name: 'PG_VERSION', damage: remove },
  {
    title: 'with a control file that is cut',
    message: /pg_control has 100 bytes in place of 8192/,
    name: 'global/pg_control',
    damage: (path) => truncateSync(path, 100),
  },
  {
    title: 'with a control file in which a bit differs',
    message: /pg_control does not match its checksum/,
    name: 'global/pg_control',
    damage(path) {
      const bytes = readFileSync(path)
      bytes.writeUInt8(bytes.readUInt8(33) ^ 1, 33)
      writeFileSync(path, bytes)
    },
  },
  { title: 'without a control file', message: /pg_control is missing/, name: 'global/pg_control', damage: remove },
  {
    title: 'with a log of zeros',
    message: /pg_wal\/0{7}1.* does not hold the log/,
    name: `pg_wal/${SEGMENT}`,
    damage: (path) => writeFileSync(path, Buffer.alloc(16 * 1024 * 1024)),
  },
  { title: 'without its log', message: /pg_wal\/0{7}1.* is missing/, name: `pg_wal/${SEGMENT}`, damage: remove },
  { title: 'without base', message: /base is missing/, name: 'base', damage: remove },
  { title: 'without a file in base', message: /base\/5\/1259 is missing/, name: 'base/5/1259', damage: remove },
  {
    title: 'with a map of zeros',
    message: /base\/5\/pg_filenode.map does not match/,
    name: 'base/5/pg_filenode.map',
    damage: (path) => writeFileSync(path, Buffer.alloc(524)),
  },
  { title: 'without an empty folder', message: /pg_notify is missing/, name: 'pg_notify', damage: remove },
]

t.test('a damaged database is refused with what to do, and not written to', async (t) => {
  const dataDir = await embeddedFolder(t)
  const folder = join(dataDir, 'database')
  const kept = join(dataDir, 'kept')
  for (const { damage, message, name, title } of DAMAGES) {
    const path = join(folder, name)
    cpSync(path, kept, { recursive: true })
    damage(path)
    const before = digest(folder)
    const said = await start(dataDir).then(
      () => 'it was opened',
      (error: unknown) => (error as Error).message,
    )
    t.match(said, message, title)
    t.match(said, /is damaged: .*Nothing was written to it.*operations\/database#restore/)
    t.equal(digest(folder), before)
    t.notOk(existsSync(join(dataDir, 'database.lock')))
    rmSync(path, { recursive: true, force: true })
    renameSync(kept, path)
  }
  const embedded = await start(dataDir)
  t.pass('whole again, it is opened')
  await embedded.close()
})

t.test('what PostgreSQL ends over later in its start is told in the same words', async (t) => {
  const dataDir = await embeddedFolder(t)
  // A page of the catalogue that only PostgreSQL reads.
  writeFileSync(join(dataDir, 'database/base/5/1259'), Buffer.alloc(8192, 0xff))
  await t.rejects(start(dataDir), { message: /seems to be damaged.*operations\/database#restore/ })
})

t.test('a service with a damaged database ends with status 1 and says so', async (t) => {
  const dataDir = await embeddedFolder(t)
  truncateSync(join(dataDir, 'database/global/pg_control'), 0)
  const before = digest(join(dataDir, 'database'))
  const { code, stderr } = await failToStart(t, {
    env: { HOSTS: 'account', ACCOUNT_PORT: '0', ACCOUNT_URL: 'http://localhost', DATA_DIR: dataDir },
  })
  t.equal(code, 1)
  t.match(stderr, /database is damaged: global\/pg_control has 0 bytes/)
  t.equal(digest(join(dataDir, 'database')), before)
})
