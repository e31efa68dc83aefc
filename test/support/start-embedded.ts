import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { startEmbeddedDatabase } from '../../src/store/embedded-database.ts'
import type { EmbeddedDatabase } from '../../src/store/embedded-database.ts'
import { ENGINE_VERSION } from '../../src/store/embedded/engine.ts'

/** For `startEmbeddedDatabase` in tests. */
export const EMBEDDED_WORKER = fileURLToPath(new URL('embedded-worker.mjs', import.meta.url))

/** Fails the test when the thread dies. */
function onDeath(reason: string): void {
  throw new Error(reason)
}

/**
 * A folder with an embedded database that is empty, until the test ends. It is a copy of one that is kept in the temporary folder
 * for later runs, since to make one takes seconds.
 */
export async function embeddedFolder(t: Test): Promise<string> {
  const template = join(tmpdir(), `signpost-embedded-template-${ENGINE_VERSION}-${process.getuid?.() ?? 0}`)
  if (!existsSync(template)) {
    const making = mkdtempSync(join(tmpdir(), 'signpost-embedded-making-'))
    await (await startEmbeddedDatabase({ dataDir: making, onDeath, workerFile: EMBEDDED_WORKER })).close()
    try {
      renameSync(join(making, 'database'), template)
    } catch (error) {
      // Another test was quicker.
      if (!existsSync(template)) throw error
    }
    rmSync(making, { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(tmpdir(), 'signpost-embedded-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  cpSync(template, join(folder, 'database'), { recursive: true })
  return folder
}

/** An embedded database of its own, until the test ends. */
export async function startEmbedded(t: Test): Promise<EmbeddedDatabase> {
  const embedded = await startEmbeddedDatabase({
    dataDir: await embeddedFolder(t),
    onDeath,
    workerFile: EMBEDDED_WORKER,
  })
  t.teardown(() => embedded.close())
  return embedded
}
