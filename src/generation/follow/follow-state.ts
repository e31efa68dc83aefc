/** How far this node follows what is published. */
export interface FollowState {
  /** Time of `Date.now` at which the last look at the pointer began that succeeded. */
  readonly confirmedAtMs: number
  /** Whether it serves the documentation that the pointer names. */
  readonly isCurrent: boolean
  /** Hashes of generations that were ended. Those who name one are answered from the current one. */
  readonly withdrawn: readonly string[]
}
