// `npm run user:add -- --email <address>`: creates an account, whether sign-up is open or not. It asks for the password.
import '../process/check-install.ts'
import { newUser } from '../account/users/accounts.ts'
import { CommandError } from './command.ts'
import { askNewPassword, runUserCommand } from './user-command.ts'

const USAGE = `usage: npm run user:add -- --email <address>
  The password is asked for on the terminal, or is the first line of standard input.
`

await runUserCommand({ name: 'user-add', usage: USAGE }, async (email, withUsers) => {
  const passwordHash = await askNewPassword(email)
  const { event, user } = newUser({ email, passwordHash, locale: null, nowMs: Date.now() }, null)
  const made = await withUsers((users) => users.create(user, email.key, event))
  if (made === 'taken') throw new CommandError(`${email.text} has an account already.`)
  process.stdout.write(`Account ${user.id} made for ${email.text}\n`)
})
