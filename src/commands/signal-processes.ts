import { runningProcesses, type RunState } from '../generation/run-file.ts'

/**
 * Sends SIGHUP to every process of this machine that runs on `dataDir`, so that it reads its keys again, and prints the
 * result. A process that cannot be signalled makes the command fail in the end, after the others have been signalled.
 */
export function signalProcesses(dataDir: string): readonly RunState[] {
  const processes = runningProcesses(dataDir)
  for (const { pid, url } of processes) {
    try {
      process.kill(pid, 'SIGHUP')
      process.stdout.write(`Process ${pid} at ${url} was signalled\n`)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      process.stderr.write(`Process ${pid} at ${url} could not be signalled (${code}): send it SIGHUP or end it\n`)
      process.exitCode = 1
    }
  }
  return processes
}
