import type { Config } from '../config/config.ts'
import { logFaults, type Log } from '../shared/log.ts'
import { connectStore } from '../hosts/store-link.ts'
import { createRedisKeyRegister } from '../store/redis/redis-key-register.ts'
import { keyFileOf } from '../tokens/key-file.ts'
import { createKeyKeeper, type KeyState } from '../tokens/key-keeper.ts'

/** Longest wait of a start for a Redis that does not answer. */
const STORE_WAIT_MS = 1000

/** The signing key of the icons host in the main thread. */
export interface IconsKeys {
  /** Resolves to the first state. Rejects with a `KeyError` when there is no initial key. */
  start(): Promise<KeyState>
  /** Reads the file again. */
  reread(): Promise<void>
  close(): void
}

/** @param onState Called with each later state that differs from the one before. */
export function createIconsKeys(config: Config, log: Log, onState: (state: KeyState) => void): IconsKeys {
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
