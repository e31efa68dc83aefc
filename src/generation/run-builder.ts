import { Worker } from 'node:worker_threads'
import type { BuilderInput, BuilderMessage } from './builder-messages.ts'

export type BuildOutcome = Extract<BuilderMessage, { readonly type: 'done' | 'failed' }>

/**
 * Runs one build in its own thread. It always resolves: a thread that dies has failed.
 *
 * @param onMessage Receives progress, log lines and faults.
 */
export function runBuilder(input: BuilderInput, onMessage: (message: BuilderMessage) => void): Promise<BuildOutcome> {
  return new Promise((resolve) => {
    const file = import.meta.url.endsWith('.ts') ? '../threads/builder.ts' : '../threads/builder.js'
    // The descriptors of the thread must outlive it: they are the files of the generation.
    const worker = new Worker(new URL(file, import.meta.url), { workerData: input, trackUnmanagedFds: false })
    worker.on('message', (message: BuilderMessage) => {
      if (message.type === 'done' || message.type === 'failed') resolve(message)
      else onMessage(message)
    })
    // Messages after an answer or an error have no effect.
    worker.on('error', (error) => resolve({ type: 'failed', reason: error.stack ?? error.message }))
    worker.on('exit', () => resolve({ type: 'failed', reason: 'the builder thread ended without an answer' }))
  })
}
