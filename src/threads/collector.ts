// Entry of a collecting thread: collects shards of an index for the builder, which ends it.
import { workerData } from 'node:worker_threads'
import { hashOf } from '../docs/kept/hash-of.ts'
import { createShardCollector } from '../engine/build/shard.ts'
import type { SearchDocument } from '../engine/index/document.ts'
import {
  claimShard,
  type CollectedBytes,
  type CollectedShare,
  type CollectingInput,
  type CollectingRequest,
} from '../generation/kept/collecting-thread.ts'
import { bytesOf } from '../generation/kept/kept-shards.ts'

const { answers, claims, port, shares } = workerData as CollectingInput
const count = new Int32Array(answers)
const collect = createShardCollector(true)

port.on('message', ({ share, text }: CollectingRequest) => {
  // Shards come in the order in which they are claimed.
  if (claimShard(claims, shares, true) === null) return port.close()
  let found: CollectedBytes | null = null
  try {
    found = { key: hashOf(text), ...bytesOf(collect(JSON.parse(text) as SearchDocument[])) }
  } catch {
    // The builder meets the same fault when it collects the shard itself.
  }
  const buffers = found === null ? [] : [found.words, found.drafts].map(({ buffer }) => buffer as ArrayBuffer)
  port.postMessage({ share, found } satisfies CollectedShare, buffers)
  Atomics.add(count, 0, 1)
  Atomics.notify(count, 0)
})
