import type { Generation } from './generation.ts'
import { inMemory } from './records/in-memory.ts'
import { packRecords } from './records/pack-records.ts'

/** A generation without content, for services without documentation and for threads that wait for their first generation. */
export function emptyGeneration(number: number): Generation {
  const none = inMemory(packRecords([]))
  return {
    number,
    content: '',
    degraded: [],
    siteUrl: '',
    locales: new Map(),
    texts: none,
    files: { records: none, folder: '' },
    icons: null,
  }
}
