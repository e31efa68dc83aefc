import * as operations from '../../process/control/user-operations.ts'
import { CommandError } from '../command.ts'
import { askNewPassword, runUserCommand, type UserCommand } from './user-command.ts'

/** `signpost user add`: creates an account, whether sign-up is open or not. */
export function addUser(given: UserCommand): Promise<void> {
  return runUserCommand(given, async (email, operate) => {
    const passwordHash = await askNewPassword(email)
    const made = await operate(operations.addUser, { email: email.text, passwordHash })
    if (made === null) throw new CommandError(`${email.text} has an account already.`)
    process.stdout.write(`Account ${made.id} made for ${email.text}\n`)
  })
}
