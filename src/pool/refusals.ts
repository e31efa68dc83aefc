import type { Refusal } from '../shared/result.ts'

const RETRY_AFTER_SECONDS = 1

const REASONS = { overloaded: 'queue', deadline: 'deadline', unavailable: 'other' } as const

function refusal(code: Refusal['code'], detail: string): Refusal {
  return Object.freeze({ ok: false, code, detail, retryAfterSeconds: RETRY_AFTER_SECONDS, reason: REASONS[code] })
}

export const OVERLOADED = refusal('overloaded', 'More queries are waiting than this server accepts. Try again shortly.')
export const TOO_MANY_FILES = refusal(
  'overloaded',
  'More files are being read than this server accepts. Try again shortly.',
)
export const CARDS_WAITING = refusal('overloaded', 'The picture could not be drawn in time. Try again shortly.')
export const RENDITIONS_WAITING = refusal(
  'overloaded',
  'The icon could not be rendered in time: too many others wait. Try again shortly.',
)
export const LATE = refusal('deadline', 'The answer did not come in time. Try again shortly.')
export const CRASHED = refusal('unavailable', 'The answer could not be made. Try again shortly.')
export const CLOSING = refusal('unavailable', 'This server is shutting down. Try again shortly.')
/** Nobody is left to read it. */
export const ABANDONED = refusal('unavailable', 'The client went away.')
