import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { ContentFault } from '../model/content-fault.ts'

/** How often each fault was there, by its code, message and file. Lines are not kept, since they move. */
const BASELINE = z.record(z.string(), z.int().positive())

/**
 * The faults that are not in the baseline, a file of JSON. A file that does not exist is written with all faults, and none of
 * them is new then.
 * @throws Error when the file is not a baseline
 */
export function newFaults(path: string, faults: readonly ContentFault[]): ContentFault[] {
  if (!existsSync(path)) {
    const counts = new Map<string, number>()
    for (const fault of faults) counts.set(keyOf(fault), (counts.get(keyOf(fault)) ?? 0) + 1)
    writeFileSync(
      path,
      `${JSON.stringify(Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
    )
    return []
  }
  const known = new Map(Object.entries(readBaseline(path)))
  return faults.filter((fault) => {
    const left = known.get(keyOf(fault)) ?? 0
    known.set(keyOf(fault), left - 1)
    return left <= 0
  })
}

function readBaseline(path: string): Readonly<Record<string, number>> {
  try {
    return BASELINE.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new Error(`${path} is no baseline of content:check; remove it, and --baseline writes it anew`)
  }
}

function keyOf({ code, file, message }: ContentFault): string {
  return `${file} ${code} ${message}`
}
