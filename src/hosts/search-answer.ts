import type { DocsService } from '../docs/served/docs-service.ts'
import type { Asker, Reply } from '../http/route/reply.ts'
import { checksumText, type Checksum } from '../shared/hashes.ts'
import type { Refusal } from '../shared/result.ts'
import type { SearchWaiter } from '../shared/search-waiter.ts'
import { unavailable } from './content-reply.ts'

/** The part of a host's service that searches. */
type Searches = Pick<DocsService, 'ask' | 'content'>

/** The answer of a host to a search. It is a class, so that no function is made for each search. */
export class SearchAnswer implements SearchWaiter {
  readonly key: string
  readonly variant: number
  readonly #searches: Searches
  readonly #cacheControl: string
  #asker: Asker | null = null
  #content = ''

  constructor(searches: Searches, query: string, shape: number, cacheControl: string) {
    this.key = query
    this.variant = shape
    this.#searches = searches
    this.#cacheControl = cacheControl
  }

  begin(asker: Asker): void {
    this.#asker = asker
    this.#content = this.#searches.content
    this.#searches.ask(this.key, this.variant, this)
  }

  answered(bytes: Uint8Array, checksum: Checksum, shared: boolean): void {
    const reply: Reply = {
      status: 200,
      mediaType: 'application/json',
      body: bytes,
      cacheControl: this.#cacheControl,
      entityDigest: checksumText(checksum),
      content: this.#content,
    }
    this.#asker?.answer(reply, shared)
  }

  refused(refusal: Refusal): void {
    this.#asker?.refuse(unavailable(refusal))
  }

  aborted(): boolean {
    return this.#asker?.aborted() ?? true
  }
}
