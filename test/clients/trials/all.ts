import { A2A_CLIENTS } from './a2a.ts'
import { CONVERTERS } from './converters.ts'
import { OAUTH_LIBRARIES } from './oauth-libraries.ts'
import { REFRESHING } from './refreshing.ts'
import { RULES } from './rules.ts'
import type { Trial } from './trial.ts'

export const TRIALS: readonly Trial[] = [...REFRESHING, ...OAUTH_LIBRARIES, ...A2A_CLIENTS, ...RULES, ...CONVERTERS]
