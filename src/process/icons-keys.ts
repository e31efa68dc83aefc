import type { Config } from '../config/config.ts'
import { logFaults, type Log } from '../shared/log.ts'
import { connectStore } from '../hosts/store-link.ts'
import { createRedisKeyRegister } from '../store/redis/redis-key-register.ts'
import { keyFileOf } from '../tokens/key-file.ts'
import { createKeyKeeper, type KeyKeeper, type KeyState } from '../tokens/key-keeper.ts'

/** Longest wait of a start for a Redis that does not answer. */
const STORE_WAIT_MS = 1000

/**
 * Keeps the signing key of the icons host, in the main thread.
 *
 * @param onState Called with each later state that differs from the one before.
 */
export function createIconsKeys(config: Config, log: Log, onState: (state: KeyState) => void): KeyKeeper {
  const link = connectStore(config, 'signpost-keys', log)
  const subscriber = connectStore(config, 'signpost-key-news', log)
  const keeper = createKeyKeeper({
    file: keyFileOf('icons', config.dataDir, config.icons.signingKeyFile),
    register: link === null ? null : createRedisKeyRegister(link, subscriber),
    onState,
    onFault: logFaults(log),
  })
  return {
    async start() {
      // A key that the other nodes have not agreed on must not sign even for a moment.
      await link?.ready(STORE_WAIT_MS)
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
