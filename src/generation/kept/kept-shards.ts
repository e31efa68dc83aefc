import { availableParallelism } from 'node:os'
import { deserialize, serialize } from 'node:v8'
import { hashOf } from '../../docs/kept/hash-of.ts'
import type { Readings } from '../../docs/kept/readings.ts'
import { inOrder } from '../../engine/build/build.ts'
import { createShardCollector, shardsOf, type CollectShard, type Shard } from '../../engine/build/shard.ts'
import type { SearchDocument } from '../../engine/index/document.ts'
import { claimShard, startCollecting, type CollectedBytes } from './collecting-thread.ts'

/** Pages of an index from which on another thread collects some of them. */
const HELPED_PAGES = 1000

/** Collects the shards of indexes, and takes those that an earlier build has kept of the same pages. */
export interface KeptShards {
  /** Makes what collects the shards of one index, in their order. */
  of(pages: readonly SearchDocument[]): CollectShard
}

export function keptShards(readings: Readings | undefined): KeptShards {
  const collect = createShardCollector(true)
  // A shard depends on its own pages alone.
  const kept = readings?.open('shards', '')
  if (kept === undefined) return { of: () => collect }
  return {
    of(pages) {
      const isHelped = kept.count === 0 && pages.length >= HELPED_PAGES && availableParallelism() > 1
      const collectedFor = isHelped ? collectBeside(pages) : () => null
      return (shard) => {
        const helped = collectedFor()
        const key = helped?.key ?? hashOf(textOf(shard))
        const known = helped === null ? kept.get(key) : null
        if (known !== null && kept.keep(key) && kept.keep(key + DRAFTS)) return shardOf(key, shard, known)
        const collected = helped === null ? collect(shard) : null
        const { drafts, words } = helped ?? bytesOf(collected as Shard)
        kept.put(key, words)
        const isKept = kept.put(key + DRAFTS, drafts)
        return shardOf(key, shard, collected ?? words, isKept ? null : drafts)
      }
    },
  }

  /** @param drafts those that could not be kept, or null */
  function shardOf(
    key: string,
    pages: readonly SearchDocument[],
    words: Words | Uint8Array,
    drafts: Uint8Array | null = null,
  ): Shard {
    return {
      ...(words instanceof Uint8Array ? (deserialize(words) as Words) : words),
      drafts() {
        const bytes = drafts ?? kept?.get(key + DRAFTS) ?? null
        return bytes === null ? collect(pages).drafts() : (deserialize(bytes) as Uint8Array[])
      },
    }
  }
}

type Words = Omit<Shard, 'drafts'>

/** What follows the key of a shard in that of its drafts. */
const DRAFTS = ' drafts'

/** A shard as it is kept. The drafts of its pages are large, and asked for when the index is finished. */
export function bytesOf({ drafts, ...words }: Shard): Omit<CollectedBytes, 'key'> {
  return { words: serialize(words), drafts: serialize(drafts()) }
}

/**
 * Lets another thread collect shards from the last one on. What it returns waits for the next shard, in their order; null: this
 * thread has to collect it.
 */
function collectBeside(pages: readonly SearchDocument[]): () => CollectedBytes | null {
  const shards = shardsOf(inOrder(pages))
  const claims = new SharedArrayBuffer(4)
  const thread = startCollecting(claims, shards.length)
  for (let share = shards.length - 1; share >= shards.length >> 1; share--)
    thread.send(share, textOf(shards[share] ?? []))
  let next = 0
  return () => {
    const share = next++
    const isOwn = claimShard(claims, shards.length, false) !== null
    const found = isOwn ? null : thread.wait(share).found
    if (next === shards.length) thread.end()
    return found
  }
}

/** All of pages on which their shard depends. */
function textOf(pages: readonly SearchDocument[]): string {
  return JSON.stringify(
    pages.map(({ description, path, sections, title }) => {
      const texts = sections.map(({ anchor, heading, level, text }) => ({ heading, text, anchor, level }))
      return { path, title, description, sections: texts }
    }),
  )
}
