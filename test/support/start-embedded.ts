import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { EmbeddedDatabase } from '../../src/store/embedded/embedded-database.ts'
import { ENGINE_VERSION } from '../../src/store/embedded/engine.ts'

// Almost every test of a service loads this file, and most of them need no database. Loading the one here takes longer than
// loading everything else of such a test, so it is loaded only where a test starts one, or makes a template.
const loadEmbedded = () => import('../../src/store/embedded/embedded-database.ts')

/** Worker file of `startEmbeddedDatabase` in tests. */
export const EMBEDDED_WORKER = fileURLToPath(new URL('embedded-worker.mjs', import.meta.url))

const MIGRATIONS = fileURLToPath(new URL('../../src/store/postgres/migrations', import.meta.url))

/** Fails the test when the thread dies. */
function onDeath(reason: string): void {
  throw new Error(reason)
}

/**
 * Makes a folder with an embedded database, which is removed when the test ends. It is a copy of a template that later runs
 * use again, because creating a database takes seconds.
 *
 * @param options.tables Whether the database has all tables of these sources, without rows. Default: it is empty.
 */
export async function embeddedFolder(t: Test, { tables = false }: { readonly tables?: boolean } = {}): Promise<string> {
  const template = tables ? await keepTemplate(`tables-${digestOfMigrations()}`, makeTables) : await emptyTemplate()
  return copyOf(t, template)
}

/** Starts an embedded database until the test ends. @param options Options of `embeddedFolder`. */
export async function startEmbedded(t: Test, options: { readonly tables?: boolean } = {}): Promise<EmbeddedDatabase> {
  const embedded = await start(await embeddedFolder(t, options))
  t.teardown(() => embedded.close())
  return embedded
}

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const { startEmbeddedDatabase } = await loadEmbedded()
  return startEmbeddedDatabase({ dataDir, onDeath, workerFile: EMBEDDED_WORKER })
}

/** @returns the folder of a template, which `make` creates if necessary */
async function keepTemplate(name: string, make: (dataDir: string) => Promise<void>): Promise<string> {
  const template = join(tmpdir(), `signpost-embedded-template-${ENGINE_VERSION}-${name}-${process.getuid?.() ?? 0}`)
  if (existsSync(template)) return template
  const making = mkdtempSync(join(tmpdir(), 'signpost-embedded-making-'))
  await make(making)
  try {
    renameSync(join(making, 'database'), template)
  } catch (error) {
    // Another test has created the template meanwhile.
    if (!existsSync(template)) throw error
  }
  rmSync(making, { recursive: true, force: true })
  return template
}

function emptyTemplate(): Promise<string> {
  return keepTemplate('empty', async (dataDir) => (await start(dataDir)).close())
}

async function makeTables(dataDir: string): Promise<void> {
  const [{ openEmbedded }, { migrate }] = await Promise.all([
    loadEmbedded(),
    import('../../src/store/postgres/migrate.ts'),
  ])
  cpSync(await emptyTemplate(), join(dataDir, 'database'), { recursive: true })
  const embedded = await start(dataDir)
  const database = openEmbedded(embedded.connect())
  await migrate(database)
  await database.close()
  await embedded.close()
}

/** @returns a digest of the migrations, because other migrations make other tables */
function digestOfMigrations(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(readFileSync(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}

function copyOf(t: Test, template: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-embedded-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  cpSync(template, join(folder, 'database'), { recursive: true })
  return folder
}
