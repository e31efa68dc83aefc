import type { SignJob, VerifyJob } from '../tokens/token-workers.ts'

export type TokenJob =
  { readonly type: 'sign'; readonly job: SignJob } | { readonly type: 'verify'; readonly job: VerifyJob }

/** One message to a token thread. */
export interface TokenTask {
  readonly jobs: readonly TokenJob[]
}
