/**
 * Entry of an engine process (see `engine-process.ts`). It builds one index, then answers requests until it is
 * disconnected.
 */
import type { SearchDocument } from '../src/engine/index/document.ts'
import { readPart } from './corpus.ts'
import { createEngine } from './engines.ts'
import type { BuildReport, EngineJob, EngineRequest, EngineRound, QualityReport } from './engine-process.ts'
import { measureQuality } from './quality.ts'
import { spreadOfEvenWork, timeRound } from './timing.ts'

const job = JSON.parse(process.argv[2]!) as EngineJob
const part = await readPart(job.corpus, job.family, job.locale)
const documents = repeat(part.documents, job.copies)
const engine = await createEngine(job.engine)

const before = memoryBytes()
const start = performance.now()
engine.build(documents, job.locale)
const buildMs = performance.now() - start
const indexBytes = engine.indexBytes?.() ?? memoryBytes() - before

process.on('message', (request: EngineRequest) => {
  process.send!(request.ask === 'quality' ? judge() : time(request))
})
process.send!({ documents: documents.length, buildMs, indexBytes } satisfies BuildReport)

function judge(): QualityReport {
  const passStart = performance.now()
  const quality = measureQuality(part.queries, (query) => engine.search(query))
  return { ...quality, passMs: performance.now() - passStart }
}

function time(request: Extract<EngineRequest, { ask: 'round' }>): EngineRound {
  const run = request.mode === 'answer' && engine.answer !== undefined ? engine.answer : engine.search
  globalThis.gc!()
  const round = timeRound(request.queries, run, request.minimumMs)
  const isControlled = request.mode === 'answer' && round.typical !== null
  return { ...round, evenSpread: isControlled ? spreadOfEvenWork(round.p50Ms) : null }
}

/** Turso keeps its data outside the JavaScript heap, so that only the size of the process shows it. */
function memoryBytes(): number {
  globalThis.gc!()
  const { heapUsed, external, rss } = process.memoryUsage()
  return job.engine === 'turso' ? rss : heapUsed + external
}

function repeat(originals: readonly SearchDocument[], copies: number): SearchDocument[] {
  return Array.from({ length: copies }, (_, copy) =>
    copy === 0 ? originals : originals.map((document) => ({ ...document, path: `${document.path}-${copy}` })),
  ).flat()
}
