import type { ContentFault } from '../docs/model/content-fault.ts'

/** Events that a build reports while it runs. */
export interface BuilderEvents {
  /** Reports that `done` of `total` pages are read or indexed. */
  progress(stage: string, done: number, total: number): void
  /** Called with each step, and each file that is read. It is a sign of life too. Absent: nobody watches the build. */
  works?(step: string, file?: string): void
  log(level: 'info' | 'warn', message: string, details: Readonly<Record<string, unknown>>): void
  faults(faults: readonly ContentFault[]): void
}
