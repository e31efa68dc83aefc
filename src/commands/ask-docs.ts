// Asks the documentation host of this machine: the one that runs, or one that is started for the question.
import { availableParallelism } from 'node:os'
import { loadConfig } from '../config/config.ts'
import { runningProcesses } from '../generation/run-file.ts'
import { secureDataFolder } from '../process/data-folder.ts'
import { Service } from '../process/service.ts'
import { createLog } from '../shared/log.ts'
import { boundHost } from '../shared/loopback.ts'
import { reasonOf } from '../shared/reason.ts'
import { CommandError, type Given } from './command.ts'

/** Longest wait for the answer of a service that runs. */
const ANSWER_LIMIT_MS = 15_000

/**
 * Resolves to the answer of the API.
 *
 * @param question Path of the API with its parameters.
 * @param content Content to read where no service runs; undefined for that of the settings.
 * @throws {CommandError} with the words of the API if it refuses.
 */
export async function askDocs(question: string, env: Given['env'], content: string | undefined): Promise<string> {
  const origin = findRunning(env)
  return origin === null
    ? askIndex(question, content === undefined ? env : { ...env, CONTENT_DIR: content })
    : ask(origin, question)
}

/** Address of a service of this machine that has the same `DATA_DIR`, or null. */
function findRunning(env: Given['env']): string | null {
  const { dataDir } = loadConfig(env, availableParallelism())
  for (const { listens = '', readyAtMs } of runningProcesses(dataDir)) {
    const [bind = ''] = listens.split(' ')
    const port = Number(/ docs:(\d+)/.exec(listens)?.[1] ?? 0)
    if (port === 0 || readyAtMs === undefined) continue
    return `http://${boundHost(bind)}:${port}`
  }
  return null
}

/** Asks the index in `DATA_DIR`, which is built first where the content has changed. */
async function askIndex(question: string, env: Given['env']): Promise<string> {
  const { docs } = loadConfig(env, availableParallelism())
  const own = {
    HOSTS: 'docs',
    DOCS_PORT: '0',
    DOCS_URL: docs.url,
    METRICS_PORT: '0',
    LISTENERS: '1',
    SEARCH_THREADS: '1',
  }
  const config = loadConfig(
    { ...env, ...own, PROBE_PORT: '', SEARCH_ANALYTICS: 'off', WATCH: '0', LOG_LEVEL: 'silent', BIND: '127.0.0.1' },
    1,
  )
  secureDataFolder(config)
  const failed = (cause: string): never => {
    throw new CommandError(`The index could not be asked: ${cause}`)
  }
  const service = new Service({
    config,
    log: createLog({ level: 'silent' }),
    managed: false,
    app: null,
    instance: 'command',
    onBroken: failed,
    onReplaced: () => undefined,
  })
  try {
    const ports = await service.start().catch((error: unknown) => failed(reasonOf(error)))
    return await ask(`http://127.0.0.1:${ports.docs}`, question)
  } finally {
    await service.stop()
  }
}

async function ask(origin: string, question: string): Promise<string> {
  let response: Response
  try {
    response = await fetch(origin + question, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
  } catch (error) {
    throw new CommandError(`${origin} does not answer: ${reasonOf(error)}`)
  }
  const body = await response.text()
  if (response.ok) return body
  const { detail = body } = JSON.parse(body) as { detail?: string }
  throw new CommandError(detail)
}
