import type { SavedRun } from '../saved-run.ts'

export function formatPage(_run: SavedRun): string {
  return ''
}
