// Entry of a collecting thread: collects shards of an index for the builder, which ends it.
import { serialize } from 'node:v8'
import { workerData } from 'node:worker_threads'
import { hashOf } from '../docs/kept/hash-of.ts'
import { createShardCollector } from '../engine/build/shard.ts'
import type { SearchDocument } from '../engine/index/document.ts'
import {
  claimShard,
  type CollectedShare,
  type CollectingInput,
  type CollectingRequest,
} from '../generation/collecting-thread.ts'

const { answers, claims, port, shares } = workerData as CollectingInput
const count = new Int32Array(answers)
const collect = createShardCollector()

port.on('message', ({ share, text }: CollectingRequest) => {
  // Shards come in the order in which they are claimed.
  if (claimShard(claims, shares, true) === null) return port.close()
  let bytes: Uint8Array | null = null
  try {
    bytes = serialize(collect(JSON.parse(text) as SearchDocument[]))
  } catch {
    // The builder meets the same fault when it collects the shard itself.
  }
  port.postMessage(
    { share, key: hashOf(text), bytes } satisfies CollectedShare,
    bytes === null ? [] : [bytes.buffer as ArrayBuffer],
  )
  Atomics.add(count, 0, 1)
  Atomics.notify(count, 0)
})
