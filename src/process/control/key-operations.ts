import { z } from 'zod'
import { createSqlAccountKeys } from '../../store/postgres/sql-keys.ts'
import { rotateAccountKey, type Rotation } from '../../tokens/rotate-account-key.ts'
import type { Operation } from './operation.ts'

/** Rotates the signing key of the account host. Listeners read the keys when the command signals their process. */
export const rotateKey: Operation<{ now: boolean }, Rotation> = {
  name: 'keys-rotate',
  input: z.strictObject({ now: z.boolean() }),
  output: z.object({ kid: z.string(), activeFrom: z.string(), dropped: z.array(z.string()) }),
  run: ({ database }, { now }) => rotateAccountKey(createSqlAccountKeys(database), { now, nowMs: Date.now() }),
}
