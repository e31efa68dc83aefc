import type { IsKnownWord } from '../query/plan.ts'
import type { Addon, EngineHandle, ExtractsHandle, IndexHandle } from './addon.ts'
import { CHARACTER_CLASS } from '../text/characters.ts'
import { CANDIDATES } from '../query/kernel.ts'
import type { IndexArrays } from '../index/layout.ts'
import type { SearchIndex } from '../index/open.ts'
import { createRequestArrays, writeRequest, type RequestArrays } from './request.ts'
import { RANK, RERANK, SECTION_RANK } from '../index/scoring.ts'
import type { Synonyms } from '../index/synonyms.ts'

/** An index opened by the native engine. It keeps the bytes alive, because the handle only points to them. */
export interface NativeIndex {
  readonly handle: IndexHandle
  readonly extracts: ExtractsHandle | null
  /** Memory that the handles point to. */
  readonly bytes: readonly Uint8Array[]
}

/** @throws when the bytes are damaged: everything that the engine uses as an offset is checked here. */
export function openNativeIndex(addon: Addon, index: SearchIndex, synonyms: Synonyms | null): NativeIndex {
  const bytes = new Uint8Array(index.termPages.buffer)
  const standIns = [...(synonyms?.standIns ?? [])].filter(([, terms]) => terms.length > 0)
  const handle = addon.openIndex(
    bytes,
    placesOf(index, addon.arrayNames),
    Uint32Array.of(
      index.pageCount,
      index.partitionPages,
      index.partitionCount,
      index.termCount,
      index.denseTermCount,
      index.bitTermCount,
    ),
    index.locale,
    Buffer.from(index.urlPrefix).toString('utf8'),
    synonyms?.longest ?? 0,
    standIns.map(([key]) => key),
    standIns.map(([, terms]) => Uint32Array.from(terms)),
  )
  const { extracts } = index
  if (extracts === null) return { handle, extracts, bytes: [bytes] }
  const { byteLength, data } = extracts.parts
  const source = data.buffer === undefined ? data.fd : new Uint8Array(data.buffer)
  return {
    handle,
    extracts: addon.openExtracts(source, byteLength, index.pageCount),
    bytes: typeof source === 'number' ? [bytes] : [bytes, source],
  }
}

/** The engine of one thread, with the arrays that pass queries and results. */
export interface NativeEngine {
  readonly handle: EngineHandle
  readonly request: RequestArrays
  /** Pages found, terminated by -1 when there are fewer than CANDIDATES. */
  readonly pages: Int32Array
  readonly scores: Float64Array
}

const CONSTANTS: Readonly<Record<string, number>> = { ...RANK, ...RERANK, ...SECTION_RANK }

/** Limit of a normalised query in UTF-16 code units. Hosts accept far shorter queries. */
const MAX_QUERY_UNITS = 4096

export function createNativeEngine(addon: Addon): NativeEngine {
  const constants = Float64Array.from(addon.constantNames, (name) => {
    const value = CONSTANTS[name]
    if (value === undefined) throw new Error(`the native engine requires the unknown constant ${name}`)
    return value
  })
  const request = createRequestArrays(MAX_QUERY_UNITS)
  const pages = new Int32Array(CANDIDATES)
  const scores = new Float64Array(CANDIDATES)
  const { ints, units, weights } = request
  const handle = addon.createEngine(constants, CHARACTER_CLASS, ints, units, weights, pages, scores)
  return { handle, request, pages, scores }
}

/**
 * Writes a normalised query as the request of the engine's next call.
 *
 * @throws {RangeError} when the query has more than MAX_QUERY_UNITS.
 */
export function writeQuery({ request }: NativeEngine, query: string, isKnownWord: IsKnownWord | null = null): void {
  if (query.length > MAX_QUERY_UNITS) throw new RangeError(`a query has at most ${MAX_QUERY_UNITS} code units`)
  writeRequest(request, query, isKnownWord)
}

/** Offset in bytes and length in elements of each array. */
function placesOf(index: SearchIndex, names: readonly string[]): Float64Array {
  return Float64Array.from(
    names.flatMap((name) => {
      const array = index[name as keyof IndexArrays]
      if (array === undefined) throw new Error(`the native engine requires the unknown array ${name}`)
      return [array.byteOffset, array.length]
    }),
  )
}
