import { once } from 'node:events'
import { connect } from 'node:net'
import { runningProcesses } from '../../generation/run-file.ts'
import { reasonOf } from '../../shared/reason.ts'
import { CONTROL_VERSION, readMessage, type ControlAnswer } from './control-message.ts'
import { findSocketFault, socketPath } from './socket-path.ts'

/** No running process carried out what a command asked for. The message says why. */
export class NotCarriedOut extends Error {
  override readonly name = 'NotCarriedOut'
}

/**
 * Asks the processes that run on `dataDir` to carry out an operation, until one does.
 *
 * @throws {NotCarriedOut}
 */
export async function askService(dataDir: string, operation: string, input: unknown): Promise<unknown> {
  const reasons: string[] = []
  for (const { pid } of runningProcesses(dataDir)) {
    const answer = await ask(socketPath(dataDir, pid), { version: CONTROL_VERSION, operation, input })
    if (answer.outcome === 'done') return answer.result
    if (answer.outcome !== 'elsewhere') reasons.push(`process ${pid}: ${answer.reason}`)
  }
  throw new NotCarriedOut(
    reasons.length === 0
      ? 'No running process of this machine answers for it: stop what uses it, and run this again.'
      : reasons.join('\n'),
  )
}

/** Asks every process that runs on `dataDir` to carry out an operation. Resolves to what each has answered, by its id. */
export async function askAll(dataDir: string, operation: string, input: unknown): Promise<Map<number, ControlAnswer>> {
  const answers = new Map<number, ControlAnswer>()
  for (const { pid } of runningProcesses(dataDir))
    answers.set(pid, await ask(socketPath(dataDir, pid), { version: CONTROL_VERSION, operation, input }))
  return answers
}

async function ask(path: string, request: unknown): Promise<ControlAnswer> {
  const fault = findSocketFault(path)
  if (fault !== null) return { outcome: 'refused', reason: fault }
  const socket = connect(path)
  let sent = false
  try {
    await once(socket, 'connect')
    socket.write(`${JSON.stringify(request)}\n`)
    sent = true
    return JSON.parse(await readMessage(socket)) as ControlAnswer
  } catch (error) {
    return { outcome: 'failed', reason: explain(error, sent) }
  } finally {
    socket.destroy()
  }
}

function explain(error: unknown, sent: boolean): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES') return 'only the user of the service may give it commands: run this as that user or as root'
  if (sent)
    return `it ended before its answer (${reasonOf(error)}); look whether anything was done before you repeat this`
  return `it does not listen to commands (${code ?? reasonOf(error)})`
}
