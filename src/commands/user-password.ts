import { askNewPassword, findAgain, findUser, runUserCommand, type UserCommand } from './user-command.ts'

/** `signpost user password`: sets another password for an account whose owner has lost theirs. */
export function setPassword(given: UserCommand): Promise<void> {
  return runUserCommand('user-password', given, async (email, withUsers) => {
    // This precedes the question for a password, which is pointless without an account.
    const asked = await withUsers((users) => findUser(users, email))
    const passwordHash = await askNewPassword(email)
    const { grantIds, user } = await withUsers(async (users) => {
      const found = await findAgain(users, email, asked)
      const event = {
        userId: found.id,
        kind: 'account.password_changed',
        clientId: null,
        grantId: null,
        objectId: null,
        address: null,
        detail: { by: 'operator' },
      } as const
      return { user: found, grantIds: (await users.resetPassword(found.id, passwordHash, new Date(), event)) ?? [] }
    })
    process.stdout.write(
      `Account ${user.id} of ${user.email} has the new password. All sign-ins have ended, and the access of ${grantIds.length} applications.\n`,
    )
  })
}
