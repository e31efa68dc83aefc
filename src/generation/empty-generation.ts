import type { Generation } from './generation.ts'
import { keepInMemory } from './keep-in-memory.ts'
import { packRecords } from './records/pack-records.ts'

/** A generation without content, for services without documentation and for threads that wait for their first generation. */
export function emptyGeneration(number: number): Generation {
  const nothing = {
    builtAt: Date.now(),
    contentDir: '',
    siteUrl: '',
    fingerprint: '',
    degraded: [],
    nextChange: Infinity,
    locales: new Map(),
    texts: packRecords([]),
    files: { records: packRecords([]), folder: '' },
  }
  return { ...keepInMemory(number, nothing).docs, content: '', icons: null }
}
