import type { ContentLimits } from '../../../account/content/limits.ts'
import type { Database } from '../database.ts'
import type { ReadOne } from './sql-content-reads.ts'
import type { AnimationRow, ProjectRow, WorkspaceRow } from './sql-content-rows.ts'
import type { Write } from './sql-content-writes.ts'

/** Dependencies that the parts for each noun share. */
export interface SqlContentParts {
  readonly database: Database
  readonly limits: ContentLimits
  readonly write: Write
  readonly readWorkspace: ReadOne<WorkspaceRow>
  readonly readProject: ReadOne<ProjectRow>
  readonly readAnimation: ReadOne<AnimationRow>
}
