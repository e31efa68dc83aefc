import { askLine } from '../account/users/ask-password.ts'
import type { OwnedCounts } from '../account/users/user-store.ts'
import { CommandError } from './command.ts'
import { findAgain, findUser, runUserCommand, type UserCommand } from './user-command.ts'

/** `signpost user delete`: deletes an account with everything in it, after confirmation. */
export function deleteUser(given: UserCommand): Promise<void> {
  return runUserCommand('user-delete', given, async (email, withUsers) => {
    const { counts, user } = await withUsers(async (users) => {
      const found = await findUser(users, email)
      return { user: found, counts: await users.countOwned(found.id) }
    })
    process.stderr.write(`${user.id} of ${user.email}, made ${user.createdAt.toISOString()}: ${describe(counts)}.\n`)
    const answer = await askLine('All of it will be deleted, for good. Type the e-mail address to go on: ')
    if (answer?.trim() !== user.email) throw new CommandError('This is not the address. Nothing was done.')
    await withUsers(async (users) => {
      const { id } = await findAgain(users, email, user)
      await users.delete(id, () => new Date())
    })
    process.stdout.write(`Account ${user.id} deleted with ${describe(counts)}\n`)
  })
}

function describe({ animations, grants, projects, workspaces }: OwnedCounts): string {
  return `${workspaces} workspaces, ${projects} projects, ${animations} animations, ${grants} connected applications`
}
