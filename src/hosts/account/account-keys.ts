import type { AccountKeyStore } from '../../tokens/account-key-store.ts'
import type { AccountKeys } from '../../tokens/account-keys.ts'
import { rotateAccountKey } from '../../tokens/rotate-account-key.ts'
import { answerRotationRequests } from '../../tokens/rotation-requests.ts'

/**
 * Reads the signing keys again, when the process gets SIGHUP. First it carries out the rotations that `npm run keys:rotate`
 * has requested. So the new keys are in force when that command gets its answer.
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
