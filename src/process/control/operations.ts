import { copyDatabase, listMigrations } from './database-operations.ts'
import { rotateKey } from './key-operations.ts'
import { runParsed, type Controlled } from './operation.ts'
import { addUser, deleteUser, findUser, setPassword } from './user-operations.ts'

/** All that a command may ask of a running process. */
const RUNS: Readonly<Record<string, (on: Controlled, input: unknown) => Promise<unknown>>> = {
  [addUser.name]: (on, input) => runParsed(addUser, on, input),
  [findUser.name]: (on, input) => runParsed(findUser, on, input),
  [setPassword.name]: (on, input) => runParsed(setPassword, on, input),
  [deleteUser.name]: (on, input) => runParsed(deleteUser, on, input),
  [rotateKey.name]: (on, input) => runParsed(rotateKey, on, input),
  [copyDatabase.name]: (on, input) => runParsed(copyDatabase, on, input),
  [listMigrations.name]: (on, input) => runParsed(listMigrations, on, input),
}

/** Carries out the operation of that name. Throws if there is no such operation, or it fails. */
export async function runOperation(name: string, on: Controlled, input: unknown): Promise<unknown> {
  if (!Object.hasOwn(RUNS, name)) throw new Error(`This version of Signpost does not know the operation "${name}".`)
  return RUNS[name]?.(on, input)
}
