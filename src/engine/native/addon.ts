/** Numbers behind a pointer. Each handle type is distinct. */
export type IndexHandle = { readonly handleOf: 'index' }
export type EngineHandle = { readonly handleOf: 'engine' }

export type ExtractsHandle = { readonly handleOf: 'extracts' }

type WriteAnswer = (
  engine: EngineHandle,
  index: IndexHandle,
  limit: number,
  out: Uint8Array,
  position: number,
  extracts: ExtractsHandle | null,
  flags: number,
) => number

/** Functions of `native/src/addon.cc`, which documents their arguments and results. */
export interface Addon {
  /** Instruction set of the scan over all pages. */
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
  findBySection(
    engine: EngineHandle,
    index: IndexHandle,
    limit: number,
    ofPage: Uint32Array,
    wanted: number,
    counts: Uint32Array,
  ): number
  openExtracts(source: Uint8Array | number, length: number, pageCount: number): ExtractsHandle
  answer: WriteAnswer
  answerAgain: WriteAnswer
  plan(engine: EngineHandle, index: IndexHandle, described: Float64Array): void
  accumulate(engine: EngineHandle, index: IndexHandle, partition: number, sums: Int32Array): void
  /** Requests large pages for memory that has not been written yet. */
  preferLargePages(bytes: Uint8Array): void
  /** Changes the priority of the calling thread. @returns 0, or a negated system error number when nothing was changed. */
  favourThread(nice: number): number
}
