import type { ContentFault } from '../docs/content.ts'

/** Events that a build reports while it runs. */
export interface BuilderEvents {
  /** Reports that `done` of `total` pages are read or indexed. */
  progress(stage: string, done: number, total: number): void
  log(level: 'info' | 'warn', message: string, details: Readonly<Record<string, unknown>>): void
  faults(faults: readonly ContentFault[]): void
}
