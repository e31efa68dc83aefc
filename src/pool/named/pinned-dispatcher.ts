import type { Generation } from '../../generation/generation.ts'
import type { Answer } from '../../shared/result.ts'
import { searchOnce, type SearchWaiter } from '../../shared/search-waiter.ts'
import type { DocsDispatcher } from '../pooled-docs-service.ts'
import type { SearchDispatcher } from '../search-dispatcher.ts'

/** Answers from one generation, whichever is the current one. It keeps that generation until it is closed. */
export class PinnedDispatcher implements DocsDispatcher {
  readonly generation: Generation
  readonly #dispatcher: SearchDispatcher

  /** @param dispatcher Its current generation is the one that is pinned. */
  constructor(dispatcher: SearchDispatcher) {
    this.generation = dispatcher.generation
    this.#dispatcher = dispatcher
    dispatcher.retain(this.generation.number)
  }

  search(query: string, shape: number, aborted: () => boolean): Promise<Answer<Uint8Array>> {
    return searchOnce(this, query, shape, aborted)
  }

  ask(query: string, shape: number, waiter: SearchWaiter): void {
    this.#dispatcher.askIn(this.generation.number, query, shape, waiter)
  }

  html(...asked: Parameters<SearchDispatcher['html']>): ReturnType<SearchDispatcher['html']> {
    return this.#dispatcher.html(...asked)
  }

  retain(generation: number): void {
    this.#dispatcher.retain(generation)
  }

  release(generation: number): void {
    this.#dispatcher.release(generation)
  }

  close(): void {
    this.#dispatcher.release(this.generation.number)
  }
}
