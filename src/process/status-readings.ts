import type { DegradedCode } from '../generation/generation.ts'
import type { Reading } from '../http/observe/reading.ts'
import type { Siblings } from './siblings.ts'

const CODES: readonly DegradedCode[] = [
  'content_fault',
  'icons_fault',
  'incomplete_build',
  'generation_lag',
  'icons_lag',
  'pointer_fault',
]

/** Gauges of the main thread: what the content lacks, and which processes listen beside this one. */
export function statusReadings(degraded: () => readonly DegradedCode[], siblings: Siblings): Reading[] {
  return [
    {
      name: 'signpost_degraded',
      help: '1 while the content has a fault for which something older or less is served, by its code.',
      type: 'gauge',
      read: () => CODES.map((code) => ({ labels: { code }, value: degraded().includes(code) ? 1 : 0 })),
    },
    {
      name: 'signpost_siblings',
      help: 'Processes on this machine that answer at the same addresses, by what they are to this one.',
      type: 'gauge',
      read: () => siblings.count().map(({ count, kind }) => ({ labels: { kind }, value: count })),
    },
  ]
}
