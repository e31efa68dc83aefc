import type { Desk } from '../desk.ts'
import type { Driver } from '../drivers/driver.ts'
import type { MatrixService } from '../matrix-service.ts'

export interface TrialScene {
  readonly service: MatrixService
  readonly desk: Desk
  /** An empty folder. */
  readonly folder: string
}

/** What is tried with a client that is no seat of a model: a library of OAuth or A2A, a converter, the rule of a program. */
export interface Trial extends Pick<Driver, 'name' | 'package' | 'folder'> {
  /** By name; each returns what is wrong, or null. */
  readonly steps: Readonly<Record<string, (scene: TrialScene) => Promise<string | null>>>
}
