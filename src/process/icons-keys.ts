import type { Config } from '../config/config.ts'
import { logFaults, type Log } from '../shared/log.ts'
import { connectStore } from '../hosts/store-link.ts'
import { createRedisKeyRegister } from '../store/redis/redis-key-register.ts'
import type { SharedDatabase } from './shared-database.ts'
import { findKeyFile, keyFileOf, keyFileSource } from '../tokens/key-file.ts'
import type { KeySource } from '../tokens/key-source.ts'
import { createKeyKeeper, type KeyKeeper, type KeyState } from '../tokens/key-keeper.ts'

/** Longest wait of a start for a Redis or a database that does not answer. */
const STORE_WAIT_MS = 1000

/**
 * Keeps the signing key of the icons host, in the main thread.
 *
 * @param shared The database that has the key, if there is no key file.
 * @param onState Called with each later state that differs from the one before.
 */
export async function createIconsKeys(
  config: Config,
  log: Log,
  shared: SharedDatabase | null,
  onState: (state: KeyState) => void,
): Promise<KeyKeeper> {
  const link = connectStore(config, 'signpost-keys', log)
  const subscriber = connectStore(config, 'signpost-key-news', log)
  const keeper = createKeyKeeper({
    source: await findSource(config, shared),
    register: link === null ? null : createRedisKeyRegister(link, subscriber),
    onState,
    onFault: logFaults(log),
  })
  return {
    async start() {
      // A key that the other nodes have not agreed on must not sign even for a moment.
      await Promise.all([link?.ready(STORE_WAIT_MS), shared?.ready(STORE_WAIT_MS)])
      return keeper.start()
    },
    reread: () => keeper.reread(),
    close() {
      keeper.close()
      link?.close()
      subscriber?.close()
    },
  }
}

/** A key file wins. Without one all nodes that share a database have their key there. */
async function findSource({ dataDir, icons }: Config, shared: SharedDatabase | null): Promise<KeySource> {
  const file = findKeyFile('icons', dataDir, icons.signingKeyFile)
  if (file !== null || shared === null) return keyFileSource(file ?? keyFileOf('icons', dataDir, icons.signingKeyFile))
  return (await import('../store/postgres/sql-icons-key.ts')).createSqlIconsKey(shared)
}
