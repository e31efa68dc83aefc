import type { Bucket } from './admissions.ts'

/** State of a bucket. Times are microseconds, all by one clock. */
export interface BucketState {
  /** Start of the current second, in which at most the capacity is admitted. */
  readonly began: number
  /** Cost admitted since then. */
  readonly used: number
  /** Time at which `level` was computed. */
  readonly at: number
  /** Tokens in millionths, so that a microsecond refills a whole number of them. */
  readonly level: number
}

export const SECOND_MICROSECONDS = 1_000_000
/** A second that was used up is followed by the next without a gap if a request comes within this time. */
export const FOLLOW_ON_MICROSECONDS = SECOND_MICROSECONDS / 2

/**
 * Takes from a token bucket whose refill is available a second late. Two conditions must hold:
 *
 * - The bucket never holds more than its capacity and refills steadily. So any span of `t` seconds admits at most
 *   `capacity + t × refill`.
 * - A second begins with the first request after the previous one has ended, and admits at most the capacity. So the 61st
 *   request of a burst to a bucket of 60 is refused however slowly the burst comes. The bucket alone would have refilled a
 *   little.
 *
 * A second that was mostly used up is followed by the next without a gap if requests keep coming. Otherwise a client that
 * always wants more would lose the time to its next request in each second.
 *
 * A refused request passes a second later if nothing else did. The script in `src/store/redis/redis-account-state.ts` has
 * the same form.
 *
 * @param state Null: the bucket is full.
 * @param now Microseconds. A clock that goes back by less than a second stands still; by more, it starts anew.
 * @returns null if the request is refused: nothing has changed.
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
