/**
 * Entry of the processes of `large.ts`. It builds an index into a file, or loads an index and answers until it is
 * disconnected.
 */
import { writeFile, readShared, type FileRecord } from '../src/generation/disk/checked-files.ts'
import { createIndexBuilder } from '../src/engine/build/build.ts'
import { createByteWriter } from '../src/engine/index/byte-writer.ts'
import { chooseKernel, type SearchKernel } from '../src/engine/native/kernels.ts'
import { normaliseQuery } from '../src/shared/normalise-query.ts'
import { openIndex } from '../src/engine/index/open.ts'
import { readPart } from './corpus.ts'
import type { KnownItem } from './corpus-part.ts'
import { createLargeCorpus } from './large-corpus.ts'
import { RESULT_LIMIT } from './peers/peer.ts'
import { measureQuality, type Quality } from './quality.ts'
import { timeRound, type Round } from './timing.ts'

export type LargeJob = BuildJob | SearchJob

export interface BuildJob {
  readonly step: 'build'
  readonly corpus: string
  readonly family: string
  readonly pages: number
  readonly queries: number
  /** Path of the index file. */
  readonly file: string
}

export interface Built {
  readonly pages: number
  /** Time of the build, without the generation of the pages. */
  readonly buildSeconds: number
  /** Processor time of all threads of the process, including the generation of the pages. */
  readonly processorSeconds: number
  readonly generateSeconds: number
  readonly writeSeconds: number
  /** Largest size of the build process, including the base corpus and the templates of the pages. */
  readonly peakBytes: number
  readonly indexBytes: number
  readonly termCount: number
  readonly postingCount: number
  readonly record: FileRecord
  readonly queries: readonly KnownItem[]
}

export interface SearchJob {
  readonly step: 'search'
  readonly file: string
  readonly record: FileRecord
}

export interface Loaded {
  /** Time to read and check the file, to open the index and to give the first answer. */
  readonly loadSeconds: number
  /** Resident memory of the whole process, with the kernel that the service uses. */
  readonly residentBytes: number
  /** The kernel that the service uses, and the kernel in JavaScript if that is a different one. */
  readonly kernels: readonly KernelName[]
}

export type KernelName = SearchKernel['name']

export type LargeRequest =
  | { readonly ask: 'quality'; readonly items: readonly KnownItem[] }
  | {
      readonly ask: 'round'
      readonly kernel: KernelName
      readonly queries: readonly string[]
      readonly minimumMs: number
    }

const LOCALE = 'en'
const SITE_URL = 'http://localhost:4000'

const job = JSON.parse(process.argv[2]!) as LargeJob
if (job.step === 'build') await build(job)
else search(job)

async function build({ corpus, family, file, pages, queries }: BuildJob): Promise<void> {
  const { documents } = await readPart(corpus, family, LOCALE)
  const large = createLargeCorpus(documents)
  const builder = createIndexBuilder({ locale: LOCALE })
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  let generateMs = 0
  let before = start
  for (const page of large.pages(pages)) {
    generateMs += performance.now() - before
    builder.add(page)
    before = performance.now()
  }
  const index = builder.finish()
  const done = performance.now()
  const cpu = process.cpuUsage(cpuBefore)
  const record = writeFile(file, [new Uint8Array(index)])
  const { postingPages, termCount } = openIndex(index)
  const report: Built = {
    pages,
    buildSeconds: (done - start - generateMs) / 1000,
    processorSeconds: (cpu.user + cpu.system) / 1e6,
    generateSeconds: generateMs / 1000,
    writeSeconds: (performance.now() - done) / 1000,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    indexBytes: index.byteLength,
    termCount,
    postingCount: postingPages.length,
    record,
    queries: large.queries(queries, pages),
  }
  process.send!(report, () => process.disconnect())
}

function search({ file, record }: SearchJob): void {
  const start = performance.now()
  const index = openIndex(readShared(file, record), null, SITE_URL)
  const indexes = new Map([[LOCALE, index]] as const)
  const kernel = chooseKernel('auto')
  const searchers = new Map([[kernel.name, kernel.createSearcher(indexes)]])
  const out = createByteWriter()
  // The first answer creates data that all later answers use.
  answer(kernel.name, 'the first answer')
  const loadSeconds = (performance.now() - start) / 1000
  globalThis.gc!()
  const residentBytes = process.memoryUsage.rss()
  if (kernel.name !== 'javascript') searchers.set('javascript', chooseKernel('javascript').createSearcher(indexes))
  process.on('message', (request: LargeRequest) => {
    process.send!(request.ask === 'quality' ? judge(request.items) : time(request))
  })
  process.send!({ loadSeconds, residentBytes, kernels: [...searchers.keys()] } satisfies Loaded)

  function answer(name: KernelName, query: string): void {
    out.length = 0
    const asked = { query: normaliseQuery(query), locale: LOCALE, limit: RESULT_LIMIT } as const
    searchers.get(name)!.writeAnswer(asked, out)
  }

  function judge(items: readonly KnownItem[]): Quality {
    const searcher = searchers.get(kernel.name)!
    return measureQuality(items, (query) => {
      const { hits } = searcher.search({ query: normaliseQuery(query), locale: LOCALE, limit: RESULT_LIMIT })
      return hits.map(({ path }) => path)
    }).overall
  }

  function time(request: Extract<LargeRequest, { ask: 'round' }>): Round {
    globalThis.gc!()
    return timeRound(request.queries, (query) => answer(request.kernel, query), request.minimumMs)
  }
}
