import type { Generation } from './generation.ts'
import { inMemory } from './records/in-memory.ts'
import { packRecords } from './records/pack-records.ts'

/** A generation without content, for services without documentation and for threads that wait for their first generation. */
export function emptyGeneration(number: number): Generation {
<<<<<<< HEAD
  const none = inMemory(packRecords([]))
  return {
    number,
    content: '',
    degraded: [],
    siteUrl: '',
    locales: new Map(),
    texts: none,
    files: { records: none, folder: '' },
=======
  const nothing = inMemory(packRecords([]))
  return {
    number,
    content: '',
    siteUrl: '',
    locales: new Map(),
    texts: nothing,
    files: { records: nothing, folder: '' },
>>>>>>> wF
    icons: null,
  }
}
