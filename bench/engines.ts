import type { BenchEngine, PeerName } from './peers/peer.ts'

export const OWN = 'signpost'

/** The project's own engine with each of its kernels. The service uses the first. */
export const OWN_ENGINES = [OWN, 'signpost-js'] as const

export type OwnName = (typeof OWN_ENGINES)[number]

export type EngineName = OwnName | PeerName

export function isOwn(name: EngineName): name is OwnName {
  return OWN_ENGINES.some((own) => own === name)
}

/** Creates an engine. It imports that engine alone, so that no process loads the code of the others. */
export async function createEngine(name: EngineName): Promise<BenchEngine> {
  switch (name) {
    case 'signpost':
      return (await import('./own-engine.ts')).createOwnEngine('auto')
    case 'signpost-js':
      return (await import('./own-engine.ts')).createOwnEngine('javascript')
    case 'flexsearch':
      return (await import('./peers/flexsearch.ts')).createFlexSearch()
    case 'minisearch':
      return (await import('./peers/minisearch.ts')).createMiniSearch()
    case 'turso':
      return (await import('./peers/turso.ts')).createTurso()
  }
}
