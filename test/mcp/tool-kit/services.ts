import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { Generation } from '../../../src/generation/generation.ts'
import { SearchDispatcher } from '../../../src/pool/search-dispatcher.ts'
import { STATIC_NAMES } from '../../../src/web/static-files.ts'
import type { AssetUrls } from '../../../src/web/static-files.ts'

/** The pool as the service has it, with one worker. */
export async function startDispatcher(t: Test, generation: Generation): Promise<SearchDispatcher> {
  const dispatcher = new SearchDispatcher({
    workers: 1,
    queueLimit: 64,
    htmlQueueLimit: 8,
    timeoutMs: 30_000,
    workerFile: fileURLToPath(new URL('../../support/search-worker.mjs', import.meta.url)),
    generation,
    settings: {
      assets: Object.fromEntries(STATIC_NAMES.map((name) => [name, `/${name}`])) as AssetUrls,
      kernel: 'auto',
      imageOrigins: [],
    },
    onFault: (message, cause) => t.fail(message, { cause }),
    onReleased() {},
  })
  t.teardown(() => dispatcher.close())
  await dispatcher.ready()
  return dispatcher
}
