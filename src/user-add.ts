// `npm run user:add -- --email <address>`: makes an account, whether sign-up is open or not. The password is asked for.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { newUser } from './account/users/accounts.ts'
import { askPassword, GivenUp } from './account/users/ask-password.ts'
import { parseEmail } from './account/users/email.ts'
import type { Email } from './account/users/email.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './account/users/limits.ts'
import { createPasswordHasher } from './account/users/password-hasher.ts'
import { passwordFault } from './account/users/password-rules.ts'
import type { PasswordFault } from './account/users/password-rules.ts'
import { Refusal, runCommand, WrongUsage } from './command.ts'
import { loadConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { withConfiguredDatabase } from './configured-database.ts'
import { Unavailable } from './shared/unavailable.ts'
import { FolderInUseError } from './store/embedded/folder-lock.ts'
import { migrate, MigrationError } from './store/migrate.ts'
import { createSqlUsers } from './store/sql-users.ts'

const USAGE = `usage: npm run user:add -- --email <address>
  The password is asked for on the terminal, or is the first line of standard input.
`
/** Bringing tables up to date may take long. */
const DATABASE = { name: 'signpost-user-add', statementLimitMs: 10 * 60_000 } as const

const PASSWORD_FAULTS: Readonly<Record<PasswordFault, string>> = {
  'too-short': `The password needs at least ${PASSWORD_MIN_CHARACTERS} characters.`,
  'too-long': `The password may have ${PASSWORD_MAX_CHARACTERS} characters at most.`,
  common: 'The password is one of those that are guessed first.',
  'contains-email': 'The password must not contain the e-mail address.',
}

function readArguments(): Email {
  let given: string | undefined
  try {
    given = parseArgs({ options: { email: { type: 'string' } } }).values.email
  } catch {
    // The usage says what is right.
  }
  if (given === undefined) throw new WrongUsage(USAGE)
  const email = parseEmail(given)
  if (email === null) throw new Refusal('This is not an e-mail address.')
  return email
}

async function readPassword(email: Email): Promise<string> {
  const password = await askPassword(`Password for ${email.text}: `)
  const fault = passwordFault(password, email.key)
  if (fault !== null) throw new Refusal(PASSWORD_FAULTS[fault])
  if (process.stdin.isTTY && (await askPassword('Once more: ')) !== password) {
    throw new Refusal('These are two different passwords.')
  }
  return password
}

async function add(config: Config, email: Email): Promise<void> {
  const passwordHash = await createPasswordHasher().hash(await readPassword(email))
  const { event, user } = newUser({ email, passwordHash, locale: null, nowMs: Date.now() }, null)
  await withConfiguredDatabase(config, DATABASE, async (database) => {
    await migrate(database)
    if ((await createSqlUsers(database).create(user, email.key, event)) === 'taken') {
      throw new Refusal(`${email.text} has an account already.`)
    }
  })
  process.stdout.write(`Account ${user.id} made for ${email.text}\n`)
}

/** For `runCommand`. */
function explain(error: unknown): string | null {
  if (error instanceof MigrationError) return error.message
  if (error instanceof GivenUp) return 'Nothing was done.'
  if (error instanceof Unavailable) return 'The database does not answer. Nothing was done.'
  if (error instanceof FolderInUseError) {
    return `${error.message}\nThe embedded database serves one process: stop Signpost, run this, and start it again; or let people sign up (SIGNUP=open), or use PostgreSQL (DATABASE_URL).`
  }
  return null
}

await runCommand(async () => {
  const email = readArguments()
  await add(loadConfig(process.env, availableParallelism()), email)
}, explain)
