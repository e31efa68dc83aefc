// The entry of the thread of the embedded database.
import { parentPort, workerData } from 'node:worker_threads'
import { copyFolder } from './copy-folder.ts'
import { EngineDead, openEngine, type Engine } from './engine.ts'
import type { EngineCommand, EngineEvent, EngineInput } from './messages.ts'
import { prepareOnce } from './statements.ts'
import { createTurns } from './turns.ts'
import { reasonOf } from '../../shared/reason.ts'

const MAINTENANCE_INTERVAL_MS = 60_000
/** Silence limit in a transaction, shorter than the time limit of waiting clients. */
const SILENCE_LIMIT_MS = 3000

function post(event: EngineEvent): void {
  parentPort?.postMessage(event)
}

function serve(engine: Engine, { folder, silenceLimitMs = SILENCE_LIMIT_MS }: EngineInput): void {
  const turns = createTurns(
    prepareOnce((bytes) => engine.execute(bytes)),
    { silenceLimitMs },
  )
  const maintain = async (): Promise<void> => {
    for (let due = true; due;) {
      await turns.between(async () => void (due = await engine.maintain()))
      // Waiting requests run between the pieces.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const maintenance = setInterval(() => {
    maintain().catch((cause: unknown) => {
      // The error ends this thread.
      if (cause instanceof EngineDead) throw cause
      post({ type: 'fault', message: 'maintenance of the embedded database failed', cause })
    })
  }, MAINTENANCE_INTERVAL_MS)
  parentPort?.on('message', (command: EngineCommand) => {
    if (command.type === 'connect') turns.serve(command.port)
    else if (command.type === 'ping') post({ type: 'pong' })
    else if (command.type === 'copy') {
      const copied = (reason: string | null): void => post({ type: 'copied', folder: command.folder, reason })
      turns
        .between(() => copyFolder(folder, command.folder))
        .then(
          () => copied(null),
          (error: unknown) => copied(reasonOf(error)),
        )
    } else {
      clearInterval(maintenance)
      void turns.close().then(async () => {
        await engine.close()
        parentPort?.close()
      })
    }
  })
}

try {
  const input = workerData as EngineInput
  serve(await openEngine(input.folder, { onReadOnly: (reason) => post({ type: 'read-only', reason }) }), input)
  post({ type: 'ready' })
} catch (error) {
  post({ type: 'refused', reason: reasonOf(error) })
  parentPort?.close()
}
