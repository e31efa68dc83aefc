import { deserialize, serialize } from 'node:v8'
import { hashOf } from '../docs/kept/hash-of.ts'
import type { Readings } from '../docs/kept/readings.ts'
import { createShardCollector, type CollectShard, type Shard } from '../engine/build/shard.ts'

/** Collects shards of an index, and takes those that an earlier build has kept of the same pages. */
export function keptShards(readings: Readings | undefined): CollectShard {
  const collect = createShardCollector()
  if (readings === undefined) return collect
  // A shard depends on its own pages alone.
  const kept = readings.open('shards', '')
  return (pages) => {
    const texts = pages.map(({ description, path, sections, title }) => {
      return [path, title, description, sections.map(({ heading, text }) => [heading, text])]
    })
    const key = hashOf(JSON.stringify(texts))
    const known = kept.get(key)
    if (known !== null) {
      kept.put(key, known)
      return deserialize(known) as Shard
    }
    const shard = collect(pages)
    kept.put(key, serialize(shard))
    return shard
  }
}
