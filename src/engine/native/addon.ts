/** Numbers behind a pointer; each of its own kind. */
export type IndexHandle = { readonly handleOf: 'index' }
export type EngineHandle = { readonly handleOf: 'engine' }

/** The functions of `native/src/addon.cc`, which says what they take and give. */
export interface Addon {
  /** Instructions that the scan of all pages runs on. */
  readonly instructions: 'avx2' | 'baseline'
  readonly arrayNames: readonly string[]
  readonly constantNames: readonly string[]
  openIndex(
    bytes: Uint8Array,
    places: Float64Array,
    counts: Uint32Array,
    locale: string,
    urlPrefix: string,
    longestSynonym: number,
    synonymKeys: readonly string[],
    synonymTerms: readonly Uint32Array[],
  ): IndexHandle
  createEngine(
    constants: Float64Array,
    classes: Uint8Array,
    ints: Int32Array,
    units: Uint16Array,
    weights: Float64Array,
    pages: Int32Array,
    scores: Float64Array,
  ): EngineHandle
  find(engine: EngineHandle, index: IndexHandle, limit: number): number
  answer(engine: EngineHandle, index: IndexHandle, limit: number, out: Uint8Array, position: number): number
  answerAgain(engine: EngineHandle, index: IndexHandle, limit: number, out: Uint8Array, position: number): number
  plan(engine: EngineHandle, index: IndexHandle, described: Float64Array): void
  accumulate(engine: EngineHandle, index: IndexHandle, partition: number, sums: Int32Array): void
  /** Of memory that nobody has written to yet. */
  preferLargePages(bytes: Uint8Array): void
  /** Of the calling thread. @returns 0, or the negated number of a system error: nothing has changed then */
  favourThread(nice: number): number
}
