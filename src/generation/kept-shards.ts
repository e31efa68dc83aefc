import { availableParallelism } from 'node:os'
import { deserialize, serialize } from 'node:v8'
import { hashOf } from '../docs/kept/hash-of.ts'
import type { KeptReadings, Readings } from '../docs/kept/readings.ts'
import { inOrder } from '../engine/build/build.ts'
import { createShardCollector, shardsOf, type CollectShard, type Shard } from '../engine/build/shard.ts'
import type { SearchDocument } from '../engine/index/document.ts'
import { claimShard, startCollecting } from './collecting-thread.ts'

/** Pages of an index from which on another thread collects some of them. */
const HELPED_PAGES = 1000

/** Collects the shards of indexes, and takes those that an earlier build has kept of the same pages. */
export interface KeptShards {
  /** Makes what collects the shards of one index, in their order. */
  of(pages: readonly SearchDocument[]): CollectShard
}

export function keptShards(readings: Readings | undefined): KeptShards {
  const collect = createShardCollector()
  // A shard depends on its own pages alone.
  const kept = readings?.open('shards', '')
  if (kept === undefined) return { of: () => collect }
  return {
    of(pages) {
      const isHelped = kept.count === 0 && pages.length >= HELPED_PAGES && availableParallelism() > 1
      const helped = isHelped ? collectBeside(pages, kept) : null
      return (shard) => {
        const known = helped?.(shard) ?? null
        if (known !== null) return known
        const key = hashOf(textOf(shard))
        const bytes = kept.get(key)
        if (bytes !== null) {
          kept.put(key, bytes)
          return deserialize(bytes) as Shard
        }
        const collected = collect(shard)
        kept.put(key, serialize(collected))
        return collected
      }
    },
  }
}

/** Lets another thread collect shards from the last one on. What it returns waits for one of them; null: it is not one. */
function collectBeside(
  pages: readonly SearchDocument[],
  kept: KeptReadings,
): (shard: readonly SearchDocument[]) => Shard | null {
  const shards = shardsOf(inOrder(pages))
  const claims = new SharedArrayBuffer(4)
  const thread = startCollecting(claims, shards.length)
  for (let share = shards.length - 1; share >= shards.length >> 1; share--)
    thread.send(share, textOf(shards[share] ?? []))
  let next = 0
  return () => {
    const share = next++
    const isOwn = claimShard(claims, shards.length, false) !== null
    const { bytes, key } = isOwn ? { bytes: null, key: '' } : thread.wait(share)
    if (next === shards.length) thread.end()
    if (bytes === null) return null
    kept.put(key, bytes)
    return deserialize(bytes) as Shard
  }
}

/** All of pages on which their shard depends. */
function textOf(pages: readonly SearchDocument[]): string {
  return JSON.stringify(
    pages.map(({ description, path, sections, title }) => {
      const texts = sections.map(({ heading, text }) => ({ heading, text }))
      return { path, title, description, sections: texts }
    }),
  )
}
