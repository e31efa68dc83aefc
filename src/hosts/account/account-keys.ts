import type { AccountKeyStore } from '../../tokens/account-key-store.ts'
import type { AccountKeys } from '../../tokens/account-keys.ts'
import { rotateAccountKey } from '../../tokens/rotate-account-key.ts'
import { answerRotationRequests } from '../../tokens/rotation-requests.ts'

/**
 * What a listener does when its process is told to read its keys again (SIGHUP): it does what `npm run keys:rotate` may have
 * asked for, and has the keys in force when that command gets its answer.
 */
export async function rereadAccountKeys(options: {
  readonly dataDir: string
  readonly store: AccountKeyStore
  readonly keys: AccountKeys
  readonly onFault: (message: string, cause: unknown) => void
}): Promise<void> {
  const { dataDir, keys, onFault, store } = options
  try {
    await answerRotationRequests(dataDir, Date.now(), async (now) => {
      const rotation = await rotateAccountKey(store, { now, nowMs: Date.now() })
      await keys.refresh()
      return rotation
    })
  } catch (error) {
    onFault('requests to rotate the signing key could not be answered', error)
  }
  await keys.refresh()
}
