import { runningProcesses, type RunState } from '../generation/run-file.ts'

/**
 * Sends SIGHUP to every process of this machine that runs on `dataDir`, so that it reads its keys again, prints the
 * result, and returns those that were signalled. A process that cannot be signalled makes the command fail in the end,
 * after the others have been signalled.
 */
export function signalProcesses(dataDir: string): readonly RunState[] {
  const onNewer = (fault: string): void => {
    process.stderr.write(`${fault}\n`)
    process.exitCode = 1
  }
  return runningProcesses(dataDir, onNewer).filter(({ pid, url }) => {
    try {
      process.kill(pid, 'SIGHUP')
      process.stdout.write(`Process ${pid} at ${url} was signalled\n`)
      return true
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      // A process that has ended since it was listed reads no keys any more.
      if (code === 'ESRCH') return false
      process.stderr.write(`Process ${pid} at ${url} could not be signalled (${code}): send it SIGHUP or end it\n`)
      process.exitCode = 1
      return false
    }
  })
}
