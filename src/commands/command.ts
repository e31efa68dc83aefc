import { ConfigError } from '../config/config.ts'
import { DataFolderError } from '../process/data-folder.ts'

const FAILED = 1
const GIVEN_WRONGLY = 2

/** An expected failure of a command, with a message for the operator. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
}

/** A command with unknown arguments; the message is its usage. */
export class WrongUsage extends CommandError {
  override readonly name = 'WrongUsage'
}

/**
 * Runs a command of an operator. Refusals go to standard error, with exit status 1, or 2 for wrong arguments. Faults of
 * the program are thrown.
 *
 * @param explain Returns the message to print for errors other than `CommandError`, `ConfigError` and
 * `DataFolderError`, or null for a fault of the program.
 */
export async function runCommand(
  work: () => Promise<void>,
  explain: (error: unknown) => string | null = () => null,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isExpected = error instanceof CommandError || error instanceof ConfigError || error instanceof DataFolderError
    const message = isExpected ? error.message : explain(error)
    if (message === null) throw error
    process.stderr.write(message.endsWith('\n') ? message : `${message}\n`)
    process.exitCode = error instanceof WrongUsage ? GIVEN_WRONGLY : FAILED
  }
}
