#!/usr/bin/env node
// The program `signpost`. `npm start` and process managers run it as `main.ts`.
import { readBuildInfo } from '../process/build-info.ts'
import { CommandError, WrongUsage } from './command.ts'
import { helpOn } from './help.ts'
import { readArguments } from './read-arguments.ts'

const FAILED = 1
const WRONG_USAGE = 2
/** Errors whose message is for the operator. Their classes are not loaded here, since a help needs none of them. */
const EXPECTED = ['ConfigError', 'DataFolderError']

/** Runs what the arguments ask for. @returns the exit status; undefined when the command has set it. */
async function signpost(args: readonly string[]): Promise<number | void> {
  const call = readArguments(args)
  if (call.kind === 'help') process.stdout.write(await helpOn(call.topic))
  else if (call.kind === 'version') {
    const { revision, version } = readBuildInfo()
    process.stdout.write(`signpost ${version} (${revision})\n`)
  } else {
    // It precedes all that needs installed packages.
    await import('../process/check-install.ts')
    const run = (await call.command.load()) as (given: unknown) => Promise<number | void>
    return run({ ...call.given, env: process.env })
  }
}

// A reader such as `head` may have seen enough. The exit status is then that of the command all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
try {
  const status = await signpost(process.argv.slice(2))
  if (status !== undefined) process.exitCode = status
} catch (error) {
  if (!(error instanceof Error) || !(error instanceof CommandError || EXPECTED.includes(error.name))) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error instanceof WrongUsage ? WRONG_USAGE : FAILED
}
