import { z } from 'zod'
import type { CurrentGeneration } from '../generation/current-generation.ts'
import type { GenerationList } from '../generation/disk/generation-list.ts'
import { HASH } from '../generation/artefact/layout.ts'
import { isWithdrawn } from '../generation/follow/followed.ts'
import type { FollowedPublished } from './followed-content.ts'

/** Name of the operation of `signpost withdraw` in the control socket. */
export const WITHDRAW = 'generation-withdraw'

/** What became of a hash: `ended`, or `unknown` where it was not served here, and never will be. */
export const withdrawal = z.object({ outcome: z.enum(['ended', 'unknown']) })
export type Withdrawal = z.infer<typeof withdrawal>

const input = z.strictObject({ hash: z.string().regex(HASH) })

export interface WithdrawalDeps {
  readonly dataDir: string
  readonly current: CurrentGeneration
  readonly published: FollowedPublished | null
  /** Ends a generation for those who name it. */
  readonly end: (hash: string) => void
  /** Builds, and resolves when that has ended. */
  readonly rebuild: () => Promise<void>
}

/** Ends a generation on this node at once. Throws when it is all that there is to serve. */
export async function withdrawGeneration(deps: WithdrawalDeps, given: unknown): Promise<Withdrawal> {
  const { hash } = input.parse(given)
  const { current, dataDir, end, published, rebuild } = deps
  const isServed = (): boolean => [current.docs?.docs.content, current.icons?.icons.content].includes(hash)
  // The main thread reads no folder of generations otherwise.
  const list = new (await import('../generation/disk/generation-list.ts')).GenerationList(dataDir)
  const isKnown = isServed() || list.find(hash) !== null
  if (published === null) {
    if (isServed()) throw new Error('it is what CONTENT_DIR has now: change the content, and run signpost reindex')
  } else {
    if (isServed() && !hasOther(list, published, hash))
      throw new Error('nothing else is here to be served: publish another generation first')
    published.withdrawn.add(hash)
    await rebuild()
    if (isServed()) throw new Error('it is still served, since nothing else could be loaded: the log says why')
  }
  end(hash)
  return { outcome: isKnown ? 'ended' : 'unknown' }
}

/** Whether the pointer names another generation, or another one is on the disk. */
function hasOther(list: GenerationList, { follower }: FollowedPublished, hash: string): boolean {
  const wanted = (['docs', 'icons'] as const).map((part) => follower.wanted(part))
  if (!wanted.includes(hash)) return true
  return list.numbers().some((number) => {
    const content = list.manifestOf(number)?.content
    return content !== undefined && content !== hash && !isWithdrawn(follower.followed, content)
  })
}
