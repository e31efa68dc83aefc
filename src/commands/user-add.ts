import { newUser } from '../account/users/accounts.ts'
import { CommandError } from './command.ts'
import { askNewPassword, runUserCommand, type UserCommand } from './user-command.ts'

/** `signpost user add`: creates an account, whether sign-up is open or not. */
export function addUser(given: UserCommand): Promise<void> {
  return runUserCommand('user-add', given, async (email, withUsers) => {
    const passwordHash = await askNewPassword(email)
    const { event, user } = newUser({ email, passwordHash, locale: null, nowMs: Date.now() }, null)
    const made = await withUsers((users) => users.create(user, email.key, event))
    if (made === 'taken') throw new CommandError(`${email.text} has an account already.`)
    process.stdout.write(`Account ${user.id} made for ${email.text}\n`)
  })
}
