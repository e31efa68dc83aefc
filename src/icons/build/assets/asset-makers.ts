import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { AssetRequest, MadeAssets } from './make-assets.ts'
import type { Result } from '../../../shared/result.ts'

/** Maximum number of threads. More gain little, because reading and packing then take the time. */
const THREAD_LIMIT = 8

/** Time limit of one icon. None needs a hundredth of it; a file that takes longer is given up, and its thread ended. */
const REQUEST_LIMIT_MS = 20_000

/** Memory limit of a thread that makes assets. A file that needs more is given up. */
const MEMORY_LIMIT_MIB = 512

/**
 * Makes the assets of all requests in threads, and returns them in the order of the requests. A request whose thread
 * dies, or hangs twice, yields no assets and a fault of its file.
 */
export async function makeAllAssets(
  requests: readonly AssetRequest[],
  onProgress: (done: number, total: number) => void,
  limitMs = REQUEST_LIMIT_MS,
): Promise<MadeAssets[]> {
  const made: MadeAssets[] = []
  let next = 0
  let done = 0
  let broken = false
  const threads = Math.min(THREAD_LIMIT, availableParallelism(), Math.ceil(requests.length / 32))
  await Promise.all(Array.from({ length: threads }, work))
  return made

  async function work(): Promise<void> {
    let maker: AssetMaker | null = null
    try {
      while (next < requests.length && !broken) {
        const index = next++
        const request = requests[index]
        if (request === undefined) break
        maker ??= await startMaker(limitMs)
        let answer = await maker.make(request)
        // The first time the whole process may have stood still, and the catalogue would lack the icon until its sources change.
        if (!answer.ok && answer.code === 'late') {
          await maker.end()
          maker = await startMaker(limitMs)
          answer = await maker.make(request)
        }
        if (answer.ok) made[index] = answer.value
        else {
          await maker.end()
          maker = null
          const file = (request.svg ?? request.lottie)?.file ?? request.id
          made[index] = { facts: null, assets: [], faults: [{ file, reason: answer.detail }] }
        }
        onProgress(++done, requests.length)
      }
    } catch (error) {
      broken = true
      throw error
    } finally {
      await maker?.end()
    }
  }
}

type Answer = Result<MadeAssets>

interface AssetMaker {
  make(request: AssetRequest): Promise<Answer>
  end(): Promise<void>
}

/** Rejects when no thread can be started, which is not the fault of any file. */
async function startMaker(limitMs: number): Promise<AssetMaker> {
  const file = import.meta.url.endsWith('.ts') ? './make-assets-worker.ts' : './make-assets-worker.js'
  const worker = new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MIB },
  })
  await once(worker, 'message')
  let settle: ((answer: Answer) => void) | null = null
  const answer = (value: Answer): void => settle?.(value)
  const fail = (code: 'died' | 'late', detail: string): void => answer({ ok: false, code, detail })
  worker.on('message', answer)
  worker.on('error', (error) => fail('died', `it cannot be converted: ${error.message}`))
  worker.on('exit', () => fail('died', 'it cannot be converted: its thread ended'))
  return {
    make: (request) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => fail('late', 'it takes too long to convert'), limitMs)
        settle = (value) => {
          settle = null
          clearTimeout(timer)
          resolve(value)
        }
        worker.postMessage(request)
      }),
    async end() {
      await worker.terminate()
    },
  }
}
