import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'

/** Memory for what the thread has just made. */
const YOUNG_LIMIT_MIB = 24

/** What a collecting thread is started with. */
export interface CollectingInput {
  readonly claims: SharedArrayBuffer
  readonly shares: number
  /** Counts the answers. */
  readonly answers: SharedArrayBuffer
  readonly port: MessagePort
}

/** Pages of a shard as JSON. They come from the last shard on. */
export interface CollectingRequest {
  readonly share: number
  readonly text: string
}

export interface CollectedShare {
  readonly share: number
  /** Null: the thread has failed. */
  readonly found: CollectedBytes | null
}

/** A shard as it is kept. */
export interface CollectedBytes {
  readonly key: string
  readonly words: Uint8Array
  readonly drafts: Uint8Array
}

export interface CollectingThread {
  send(share: number, text: string): void
  /** Waits for a share that the thread has claimed. The thread that waits does nothing else meanwhile. */
  wait(share: number): CollectedShare
  end(): void
}

/** Starts a thread that collects shards of an index as it claims them. */
export function startCollecting(claims: SharedArrayBuffer, shares: number): CollectingThread {
  const answers = new SharedArrayBuffer(4)
  const count = new Int32Array(answers)
  const { port1, port2 } = new MessageChannel()
  const file = import.meta.url.endsWith('.ts') ? '../../threads/collector.ts' : '../../threads/collector.js'
  const workerData: CollectingInput = { claims, shares, answers, port: port2 }
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData,
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_LIMIT_MIB },
  })
  worker.unref()
  const collected = new Map<number, CollectedShare>()
  return {
    send: (share, text) => port1.postMessage({ share, text } satisfies CollectingRequest),
    wait(share) {
      for (;;) {
        const known = collected.get(share)
        collected.delete(share)
        if (known !== undefined) return known
        const before = Atomics.load(count, 0)
        const received = receiveMessageOnPort(port1)?.message as CollectedShare | undefined
        if (received === undefined) Atomics.wait(count, 0, before)
        else collected.set(received.share, received)
      }
    },
    end() {
      port1.close()
      void worker.terminate()
    },
  }
}

/**
 * Claims a shard: the builder from the first one on, the thread from the last one on; null: all are claimed.
 * @param claims one number of 32 bits: the count of those from the front, and above 16 bits that of those from the end
 */
export function claimShard(claims: SharedArrayBuffer, shards: number, fromEnd: boolean): number | null {
  const state = new Int32Array(claims)
  for (;;) {
    const before = Atomics.load(state, 0)
    const [front, end] = [before & 0xffff, before >>> 16]
    if (front + end >= shards) return null
    const after = fromEnd ? before + 0x10000 : before + 1
    if (Atomics.compareExchange(state, 0, before, after) === before) return fromEnd ? shards - end - 1 : front
  }
}
