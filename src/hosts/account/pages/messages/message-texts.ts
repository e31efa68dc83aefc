import type { AuditKind, Detail } from '../../../../account/audit/audit-event.ts'
import type { PasswordFault } from '../../../../account/users/password-rules.ts'
import type { RefusalCode } from '../../../../oauth/authorize/authorization.ts'
import type { RevocationReason } from '../../../../oauth/grant/grant-store.ts'

/** Pages that explain why a request failed. */
export type FaultPage =
  | 'bad-form'
  | 'foreign-form'
  | 'not-found'
  | 'method'
  | 'too-large'
  | 'busy'
  | 'unavailable'
  | 'internal'
  | 'signup-closed'
  | 'flow-broken'

interface TitledText {
  readonly title: string
  readonly text: string
}

/** Texts of the pages of the account host. `{…}` marks a place that `fill` or `fillMarkup` puts a value into. */
export interface AccountMessages {
  readonly siteName: string
  readonly sections: string
  readonly overview: string
  readonly applications: string
  readonly applicationsShort: string
  readonly activity: string
  readonly password: string
  readonly signIn: string
  readonly signUp: string
  readonly signOut: string
  readonly documentation: string

  readonly lead: string
  readonly points: readonly TitledText[]
  readonly connectTitle: string
  readonly connectSteps: readonly string[]
  readonly mcpAddress: string
  readonly signupClosed: string

  readonly email: string
  readonly passwordLabel: string
  readonly newPassword: string
  readonly currentPassword: string
  readonly passwordRules: string
  readonly noMail: string
  readonly haveAccount: string
  readonly noAccount: string
  readonly errorSummary: string
  readonly error: string
  readonly emailInvalid: string
  readonly passwordFaults: Readonly<Record<PasswordFault, string>>
  readonly passwordMissing: string
  readonly signInRefused: string
  readonly passwordWrong: string
  readonly limitedMinutes: string
  readonly limitedMinute: string
  readonly limitedHours: string
  /** Advice that follows one of these three on the sign-in page. */
  readonly limitedElsewhere: string
  readonly formExpired: string
  readonly madeTitle: string
  readonly madeText: string
  readonly signedOutText: string
  readonly deletedText: string
  readonly signInToGoOn: string
  readonly signInAgain: string
  readonly createAccount: string

  readonly consentTitle: string
  readonly unnamed: string
  readonly signedInAs: string
  readonly useAnother: string
  readonly consentName: string
  readonly consentNameNote: string
  readonly consentAddress: string
  readonly consentAddressNote: string
  readonly consentNoAddress: string
  readonly consentNext: string
  readonly onThisComputer: string
  readonly toApplication: string
  readonly consentMay: string
  readonly consentPowers: readonly string[]
  readonly consentPowersNote: string
  readonly loopbackTitle: string
  readonly loopbackText: string
  readonly replaceTitle: string
  readonly replaceNothing: string
  readonly replaceThis: string
  readonly fullTitle: string
  readonly fullText: string
  readonly replaceOldest: string
  readonly allow: string
  readonly deny: string
  readonly consentEnd: string

  readonly leavingTitle: string
  readonly leavingText: string
  readonly leavingButton: string
  readonly deniedTitle: string
  readonly deniedText: string
  /** Text about an error for an address that the person has not approved. */
  readonly errorLinkText: string
  readonly errorLinkNote: string
  readonly errorLinkButton: string

  readonly memberSince: string
  readonly connectedCount: string
  readonly noApplications: string
  readonly noApplicationsHelp: string
  readonly applicationsLead: string
  readonly connectedOn: string
  readonly approvedFrom: string
  readonly placeUnknown: string
  readonly thisBrowser: string
  readonly firstUsed: string
  readonly lastUsed: string
  readonly notUsed: string
  readonly revoke: string
  readonly revokeNamed: string
  readonly revokedText: string
  readonly manage: string
  readonly recentActivity: string
  readonly allActivity: string

  readonly passwordLead: string
  readonly passwordKeeps: string
  readonly passwordChange: string
  readonly passwordChanged: string

  readonly deleteTitle: string
  readonly deleteLead: string
  readonly deleteLosses: readonly string[]
  readonly deleteFinal: string
  readonly deleteButton: string

  readonly activityLead: string
  readonly noActivity: string
  readonly olderActivity: string
  readonly newestActivity: string
  readonly exportActivity: string
  readonly when: string
  readonly what: string
  readonly by: string
  readonly from: string
  readonly byYou: string
  readonly bySomebody: string
  readonly byOperator: string
  readonly kinds: Readonly<Record<AuditKind, string>>
  readonly details: Readonly<Record<Detail, string>>
  readonly reasons: Readonly<Record<RevocationReason, string>>
  readonly yes: string
  readonly no: string

  readonly backHome: string
  readonly tryAgain: string
  readonly faults: Readonly<Record<FaultPage, TitledText>>
  readonly refusalTitle: string
  readonly refusalHelp: string
  readonly refusals: Readonly<Record<RefusalCode, string>>
}
