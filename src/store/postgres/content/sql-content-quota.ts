import { sql, type Kysely } from 'kysely'
import { tooManyAnimations, tooManyBytes } from '../../../account/content/faults.ts'
import type { ContentLimits } from '../../../account/content/limits.ts'
import type { ProjectRow } from './sql-content-rows.ts'
import type { Tables } from '../tables.ts'
import type { Fault } from '../../../account/content/account-content.ts'

/** Growth that a write would cause. */
interface Addition {
  /** Animations and bytes that the account gains. */
  readonly animations: number
  readonly bytes: number
  /** Animations that only the project gains, and another project of the account loses. */
  readonly moved?: number
}

/**
 * Finds the limit of the project or of the account that a write would exceed; null when there is room. A write that
 * adds nothing is never refused. So an account over its limits, which may have been lowered, can still be tidied up.
 */
export async function findFull(
  transaction: Kysely<Tables>,
  limits: ContentLimits,
  project: Pick<ProjectRow, 'user_id' | 'animation_count'>,
  { animations, bytes, moved = 0 }: Addition,
): Promise<Fault | null> {
  if (animations + moved > 0 && project.animation_count + animations + moved > limits.animationsPerProject) {
    return tooManyAnimations(limits.animationsPerProject, 'project')
  }
  if (animations <= 0 && bytes <= 0) return null
  const held = await transaction
    .selectFrom('animations')
    .select([
      sql<number>`count(*)::int`.as('animations'),
      sql<number>`coalesce(sum(size_bytes), 0)::float8`.as('bytes'),
    ])
    .where('user_id', '=', project.user_id)
    .executeTakeFirstOrThrow()
  if (animations > 0 && held.animations + animations > limits.animationsPerAccount) {
    return tooManyAnimations(limits.animationsPerAccount, 'account')
  }
  if (bytes > 0 && held.bytes + bytes > limits.documentBytesPerAccount) {
    return tooManyBytes(limits.documentBytesPerAccount)
  }
  return null
}
