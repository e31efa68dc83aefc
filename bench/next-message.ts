import type { ChildProcess } from 'node:child_process'

/** @returns the next message of a child process. Rejects if the process ends instead. */
export function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      child.off('exit', onExit)
      resolve(message)
    }
    const onExit = (code: number | null): void => {
      child.off('message', onMessage)
      reject(new Error(`a process of the bench ended with code ${code}`))
    }
    child.once('message', onMessage)
    child.once('exit', onExit)
  })
}
