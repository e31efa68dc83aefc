import type { Bucket } from './admissions.ts'

/** What is in a bucket. Times are microseconds, all by one clock. */
export interface BucketState {
  /** When the second began in which at most its capacity is let in. */
  readonly began: number
  /** Let in since. */
  readonly used: number
  /** When `level` was true. */
  readonly at: number
  /** Millionths of a token, so that a microsecond refills a whole number of them. */
  readonly level: number
}

export const SECOND_MICROSECONDS = 1_000_000
/** A second that was used up is followed by another without a gap when the next request comes within that time. */
export const FOLLOW_ON_MICROSECONDS = SECOND_MICROSECONDS / 2

/**
 * Takes from a token bucket whose refill reaches the caller a second late. Two things must hold:
 *
 * - the bucket itself: it never holds more than its capacity and refills steadily, so that no span of `t` seconds lets more
 *   than `capacity + t × refill` in;
 * - the second: it begins with the first request after the one before is over, and lets in no more than the capacity. So the
 *   61st request of a burst to a bucket of 60 is refused however slowly the burst comes, where the bucket alone would have refilled a little.
 *
 * A second that was used up for the most part is followed by the next without a gap if requests keep coming. Else a client
 * that always wants more would lose the time to its next request in each second.
 *
 * What was refused passes a second later if nothing else did. Of the same form as the script in `src/store/redis/redis-account-state.ts`.
 *
 * @param state Null: full.
 * @param now Microseconds. A clock that was put back by less than a second stands still, by more begins anew.
 * @returns null when it is refused: nothing has changed.
 */
export function takeFromBucket(
  { capacity, refillPerSecond }: Bucket,
  state: BucketState | null,
  cost: number,
  now: number,
): BucketState | null {
  const full = capacity * SECOND_MICROSECONDS
  let [began, used, at, level] = [now, 0, now, full]
  if (state !== null && state.at <= now + SECOND_MICROSECONDS) {
    at = Math.max(now, state.at)
    level = Math.min(full, state.level + (at - state.at) * refillPerSecond)
    const end = state.began + SECOND_MICROSECONDS
    if (at < end) {
      began = state.began
      used = state.used
    } else {
      began = state.used * 2 > capacity && at < end + FOLLOW_ON_MICROSECONDS ? end : at
    }
  }
  used += cost
  level -= cost * SECOND_MICROSECONDS
  return used > capacity || level < 0 ? null : { began, used, at, level }
}
