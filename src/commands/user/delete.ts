import { askLine } from '../../account/users/ask-password.ts'
import type { OwnedCounts } from '../../account/users/user-store.ts'
import * as operations from '../../process/control/user-operations.ts'
import { CommandError } from '../command.ts'
import { findAccount, goneMeanwhile, runUserCommand, type UserCommand } from './user-command.ts'

/** `signpost user delete`: deletes an account with everything in it, after confirmation. */
export function deleteUser(given: UserCommand): Promise<void> {
  return runUserCommand(given, async (email, operate) => {
    const { counts, createdAt, email: address, id } = await findAccount(operate, email)
    process.stderr.write(`${id} of ${address}, made ${createdAt}: ${describe(counts)}.\n`)
    const answer = await askLine('All of it will be deleted, for good. Type the e-mail address to go on: ')
    if (answer?.trim() !== address) throw new CommandError('This is not the address. Nothing was done.')
    if (!(await operate(operations.deleteUser, { id }))) throw goneMeanwhile()
    process.stdout.write(`Account ${id} deleted with ${describe(counts)}\n`)
  })
}

function describe({ animations, grants, projects, workspaces }: OwnedCounts): string {
  return `${workspaces} workspaces, ${projects} projects, ${animations} animations, ${grants} connected applications`
}
