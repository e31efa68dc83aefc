// Shared parts of the commands about people: `--email`, a password, the database, and messages for faults.
import { availableParallelism } from 'node:os'
import { askPassword, GivenUp } from '../account/users/ask-password.ts'
import { parseEmail, type Email } from '../account/users/email.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../account/users/limits.ts'
import { createPasswordHasher } from '../account/users/password-hasher.ts'
import { passwordFault, type PasswordFault } from '../account/users/password-rules.ts'
import type { User, UserStore } from '../account/users/user-store.ts'
import { CommandError, type Given } from './command.ts'
import { loadConfig } from '../config/config.ts'
import { withConfiguredDatabase } from '../process/configured-database.ts'
import { secureDataFolder } from '../process/data-folder.ts'
import { Unavailable } from '../shared/unavailable.ts'
import { FolderInUseError } from '../store/embedded/folder-lock.ts'
import { migrate, MigrationError } from '../store/postgres/migrate.ts'
import { createSqlUsers } from '../store/postgres/sql-users.ts'

/** Time limit of a statement; migrations may take long. */
const STATEMENT_LIMIT_MS = 10 * 60_000

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

export type WithUsers = <T>(work: (users: UserStore) => Promise<T>) => Promise<T>

/**
 * Runs a command about the person with the address of `--email`.
 *
 * @param work Opens the database only as long as necessary: nobody else can use the embedded one meanwhile.
 */
export async function runUserCommand(
  name: string,
  { env, options }: UserCommand,
  work: (email: Email, withUsers: WithUsers) => Promise<void>,
): Promise<void> {
  const email = parseEmail(options.email)
  if (email === null) throw new CommandError('This is not an e-mail address.')
  const config = loadConfig(env, availableParallelism())
  secureDataFolder(config)
  const database = { name: `signpost-${name}`, statementLimitMs: STATEMENT_LIMIT_MS }
  try {
    await work(email, (use) =>
      withConfiguredDatabase(config, database, async (opened) => {
        await migrate(opened)
        return use(createSqlUsers(opened))
      }),
    )
  } catch (error) {
    const message = explain(error)
    throw message === null ? error : new CommandError(message)
  }
}

export async function findUser(users: UserStore, email: Email): Promise<User> {
  const user = await users.findByEmail(email.key)
  if (user === null) throw new CommandError(`${email.text} has no account.`)
  return user
}

/** Finds a user for whom the operator was asked something meanwhile. */
export async function findAgain(users: UserStore, email: Email, { id }: User): Promise<User> {
  const user = await findUser(users, email)
  if (user.id !== id)
    throw new CommandError('The account has been deleted and created again meanwhile. Nothing was done.')
  return user
}

/** A message for the operator; null for a fault of the program. */
function explain(error: unknown): string | null {
  if (error instanceof MigrationError) return error.message
  if (error instanceof GivenUp) return 'Nothing was done.'
  if (error instanceof Unavailable) {
    return 'The database does not answer. It is not known whether anything was done: look before you repeat the command.'
  }
  if (error instanceof FolderInUseError) {
    return `${error.message}\nThe embedded database serves one process: stop Signpost, run this, and start it again; or use PostgreSQL (DATABASE_URL).`
  }
  return null
}
