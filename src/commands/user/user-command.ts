// Shared parts of the commands about people: `--email`, a password, the database, and messages for faults.
import { askPassword, GivenUp } from '../../account/users/ask-password.ts'
import { parseEmail, type Email } from '../../account/users/email.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../account/users/limits.ts'
import { createPasswordHasher } from '../../account/users/password-hasher.ts'
import { passwordFault, type PasswordFault } from '../../account/users/password-rules.ts'
import { CommandError, type Given } from '../command.ts'
import { explained, openConfig, operate } from '../operate.ts'
import type { Operation } from '../../process/control/operation.ts'
import { findUser, type FoundUser } from '../../process/control/user-operations.ts'

const PASSWORD_FAULTS: Readonly<Record<PasswordFault, string>> = {
  'too-short': `The password needs at least ${PASSWORD_MIN_CHARACTERS} characters.`,
  'too-long': `The password may have ${PASSWORD_MAX_CHARACTERS} characters at most.`,
  common: 'The password is one of those that are guessed first.',
  'contains-email': 'The password must not contain the e-mail address.',
}

/** Runs a command about the account of an address. */
export type UserCommand = Given<{ email: string }>

/** Asks for a new password, twice at a terminal, and returns its hash. */
export async function askNewPassword(email: Email): Promise<string> {
  const password = await askPassword(`Password for ${email.text}: `)
  const fault = passwordFault(password, email.key)
  if (fault !== null) throw new CommandError(PASSWORD_FAULTS[fault])
  if (process.stdin.isTTY && (await askPassword('Once more: ')) !== password) {
    throw new CommandError('These are two different passwords.')
  }
  return createPasswordHasher().hash(password, { lane: 'known', share: '' })
}

export type Operate = <Input, Output>(operation: Operation<Input, Output>, input: Input) => Promise<Output>

/** Runs a command about the person with the address of `--email`. */
export async function runUserCommand(
  given: UserCommand,
  work: (email: Email, operate: Operate) => Promise<void>,
): Promise<void> {
  const email = parseEmail(given.options.email)
  if (email === null) throw new CommandError('This is not an e-mail address.')
  const config = openConfig(given)
  await explained(() => work(email, (operation, input) => operate(config, operation, input))).catch(
    (error: unknown) => {
      throw error instanceof GivenUp ? new CommandError('Nothing was done.') : error
    },
  )
}

export async function findAccount(operateOn: Operate, email: Email): Promise<FoundUser> {
  const user = await operateOn(findUser, { email: email.text })
  if (user === null) throw new CommandError(`${email.text} has no account.`)
  return user
}

/** The refusal of an operation on a user for whom the operator was asked something meanwhile. */
export function goneMeanwhile(): CommandError {
  return new CommandError('The account has been deleted, or deleted and created again meanwhile. Nothing was done.')
}
