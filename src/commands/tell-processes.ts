import { runningProcesses, type RunState } from '../generation/run-file.ts'

/**
 * Sends SIGHUP to every process of this machine that runs on `dataDir`, so that it reads its keys again, and says so for an
 * operator. One that cannot be told makes the command fail in the end, but the others are told all the same.
 */
export function tellProcesses(dataDir: string): readonly RunState[] {
  const processes = runningProcesses(dataDir)
  for (const { pid, url } of processes) {
    try {
      process.kill(pid, 'SIGHUP')
      process.stdout.write(`Process ${pid} at ${url} was told\n`)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      process.stderr.write(`Process ${pid} at ${url} could not be told (${code}): send it SIGHUP or end it\n`)
      process.exitCode = 1
    }
  }
  return processes
}
