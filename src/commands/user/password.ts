import * as operations from '../../process/control/user-operations.ts'
import { askNewPassword, findAccount, goneMeanwhile, runUserCommand, type UserCommand } from './user-command.ts'

/** `signpost user password`: sets another password for an account whose owner has lost theirs. */
export function setPassword(given: UserCommand): Promise<void> {
  return runUserCommand(given, async (email, operate) => {
    // This precedes the question for a password, which is pointless without an account.
    const user = await findAccount(operate, email)
    const passwordHash = await askNewPassword(email)
    const ended = await operate(operations.setPassword, { id: user.id, passwordHash })
    if (ended === null) throw goneMeanwhile()
    process.stdout.write(
      `Account ${user.id} of ${user.email} has the new password. All sign-ins have ended, and the access of ${ended.grants} applications.\n`,
    )
  })
}
