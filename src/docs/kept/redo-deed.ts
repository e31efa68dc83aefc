import { stateOf } from '../files/placed-files.ts'
import type { WalkedFile } from '../tree/walk-folder.ts'
import type { ServedFile } from '../files/serve-file.ts'
import type { Deed, LinkNotes } from './deed.ts'

/** What the deeds of a page are done to. */
export interface DoneTo {
  readonly draft: {
    leaveOut(file: string, why: string): void
    uses(file: string): void
    changesAt(timeMs: number): void
  }
  readonly files: { adopt(file: string, served: ServedFile | null, state: string): boolean }
  readonly links: { note(notes: LinkNotes): void }
  /** What pages count; absent: they count nothing. */
  readonly counts?: Record<string, number>
}

/** What is noted of a file to which a page leads. */
export function placedDeed(file: WalkedFile, served: ServedFile | null): Deed {
  return { kind: 'placed', file: file.file, state: stateOf(file), served }
}

/** Does again what another reading of a page did. False: a file that it placed is not there as it was then. */
export function redoDeed(deed: Deed, { counts = {}, draft, files, links }: DoneTo): boolean {
  if (deed.kind === 'placed') return files.adopt(deed.file, deed.served, deed.state)
  if (deed.kind === 'links') links.note(deed.notes)
  else if (deed.kind === 'counts') counts[deed.what] = (counts[deed.what] ?? 0) + deed.number
  else if (deed.kind === 'left out') draft.leaveOut(deed.file, deed.why)
  else if (deed.kind === 'uses' && deed.hash !== '') draft.uses(deed.file)
  else if (deed.kind === 'changes') draft.changesAt(deed.timeMs)
  return true
}
