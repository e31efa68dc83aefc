import type { Locale } from '../../shared/locale.ts'
import { assembleIndex } from './assemble.ts'
import { createShardCollector, createShardJoiner, endsShard, type CollectShard, type Shard } from './shard.ts'
import { numberTerms } from './dictionary-build.ts'
import { createLabelCollector } from './labels.ts'
import type { SearchDocument, SynonymTable } from '../index/document.ts'
import { MAX_PARTITIONS, PARTITION_PAGES } from '../index/layout.ts'
import { buildPartition, type Partition } from './partition.ts'
import { IMPACT, type ImpactWeights } from '../index/scoring.ts'
import { createTermStatistics } from './term-statistics.ts'
import type { PageHead } from '../index/display.ts'
import { createVocabulary } from './vocabulary.ts'

export interface IndexOptions {
  readonly locale: Locale
  /** Origin with which the `url` and `markdownUrl` of results begin, without a trailing slash. */
  readonly synonyms?: SynonymTable
  /** Weights of the fields; the default suits documentation. */
  readonly impact?: ImpactWeights
  /** Whether the best pages are ranked again by their labels, which is the default; an index of icons has none. */
  readonly isReranked?: boolean
  /** Pages of a partition, from 1 to PARTITION_PAGES, which is the default. Tests use smaller partitions. */
  readonly partitionPages?: number
}

export interface BuildOptions extends IndexOptions {
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Builds the index of one locale from pages that are added one at a time. Memory use per page is about the size of the page's share
 * of the index.
 */
export interface IndexBuilder {
  /**
   * Adds a page. Pages must be added in order of path, compared by code unit, because that order breaks ties in the ranking.
   *
   * @throws {RangeError} when a page is out of order, or when there are too many pages.
   */
  add(document: SearchDocument): void
  /**
   * Returns the index: immutable, in one SharedArrayBuffer that every thread maps without a copy (arrays: `layout.ts`). The builder
   * cannot be used afterwards.
   *
   * @param onStep Called repeatedly during this long operation.
   * @throws {RangeError} when the index would be larger than 4 GiB.
   */
  finish(onStep?: () => void): SharedArrayBuffer
}

/**
 * @param log takes what extracts are made of (`extracts.ts`); null: there will be no extracts
 * @param collect collects a shard of pages
 */
export function createIndexBuilder(
  options: IndexOptions,
  log: LoggedShard[] | null = null,
  collect: CollectShard = createShardCollector(log !== null),
): IndexBuilder {
  const partitionPages = options.partitionPages ?? PARTITION_PAGES
  if (!Number.isInteger(partitionPages) || partitionPages < 1 || partitionPages > PARTITION_PAGES)
    throw new RangeError(`a partition cannot have ${partitionPages} pages`)
  const vocabulary = createVocabulary()
  const joiner = createShardJoiner(vocabulary)
  const labels = createLabelCollector(options.isReranked ?? true)
  const statistics = createTermStatistics()
  const partitions: Partition[] = []
  let heads: PageHead[] = []
  let shard: SearchDocument[] = []
  let lastPath = ''

  return {
    add(document) {
      const { description, path, section, siteAddress = null, title, version } = document
      if (path < lastPath) throw new RangeError(`page ${path} comes behind ${lastPath}`)
      lastPath = path
      if (heads.length === partitionPages) closePartition()
      shard.push(document)
      if (endsShard(path, shard.length)) closeShard()
      labels.add(document)
      heads.push({ path, title, description, section, siteAddress, ...(version === undefined ? {} : { version }) })
    },
    finish(onStep = () => {}) {
      closePartition()
      const order = numberTerms(vocabulary.termTexts.length, statistics)
      log?.forEach((shard) => (shard.numbers = shard.numbers.map((term) => order.newNumber[term]!)))
      return assembleIndex(partitions, vocabulary, statistics, order, {
        locale: options.locale,
        synonyms: options.synonyms ?? [],
        impact: options.impact ?? IMPACT,
        partitionPages,
        labelCounts: labels,
        onStep,
      })
    },
  }

  function closeShard(): void {
    if (shard.length === 0) return
    const collected = collect(shard)
    const numbers = joiner.add(collected)
    log?.push({ drafts: collected.drafts, pageCount: shard.length, numbers })
    shard = []
  }

  function closePartition(): void {
    closeShard()
    if (partitions.length === MAX_PARTITIONS)
      throw new RangeError(`an index has at most ${MAX_PARTITIONS * partitionPages} pages`)
    partitions.push(buildPartition(joiner.take(), heads, labels.take(), vocabulary.termTexts.length, statistics))
    heads = []
  }
}

/** What the extracts of the pages of a shard are made of. */
export interface LoggedShard extends Pick<Shard, 'drafts'> {
  readonly pageCount: number
  /** Numbers of its terms: in the vocabulary of the index, and those of the index itself once that is finished. */
  numbers: Uint32Array
}

/** Builds the index of pages given in any order. Throws the same errors as `IndexBuilder`. */
export function buildIndex(documents: readonly SearchDocument[], options: BuildOptions): SharedArrayBuffer {
  return addAll(inOrder(documents), createIndexBuilder(options), options)
}

/** Adds pages in order, and returns the index. */
export function addAll(
  pages: readonly SearchDocument[],
  builder: IndexBuilder,
  options: Pick<BuildOptions, 'onProgress'>,
): SharedArrayBuffer {
  pages.forEach((page, i) => {
    builder.add(page)
    if ((i & 255) === 255) options.onProgress?.(i + 1, pages.length)
  })
  const onStep = (): void => options.onProgress?.(pages.length, pages.length)
  onStep()
  return builder.finish(onStep)
}

/** Pages in the order in which an index numbers them. */
export function inOrder(documents: readonly SearchDocument[]): SearchDocument[] {
  return documents.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}
