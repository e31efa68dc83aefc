import type { BenchEngine, PeerName } from './peers/peer.ts'

export const OWN = 'signpost'

export type EngineName = typeof OWN | PeerName

/** Imports only the engine that is asked for, so that no process carries the others' code. */
export async function createEngine(name: EngineName): Promise<BenchEngine> {
  switch (name) {
    case 'signpost':
      return (await import('./own-engine.ts')).createOwnEngine()
    case 'flexsearch':
      return (await import('./peers/flexsearch.ts')).createFlexSearch()
    case 'minisearch':
      return (await import('./peers/minisearch.ts')).createMiniSearch()
    case 'turso':
      return (await import('./peers/turso.ts')).createTurso()
  }
}
