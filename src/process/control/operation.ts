import type { z } from 'zod'
import type { Database } from '../../store/postgres/database.ts'

/** The database of the process that carries out an operation. */
export interface Controlled {
  readonly database: Database
  /** Writes a copy of the embedded database to a folder, as it is between two statements; null with PostgreSQL. */
  readonly copyTo: ((folder: string) => Promise<void>) | null
  readonly dataDir: string
}

/** What a command does in the database: by itself, or through the running process that has the embedded one. */
export interface Operation<Input, Output> {
  readonly name: string
  readonly input: z.ZodType<Input>
  readonly output: z.ZodType<Output>
  run(on: Controlled, input: Input): Promise<Output>
}

/** Carries out an operation that came as JSON. Throws if its input is not as it should be. */
export function runParsed<Input, Output>(
  operation: Operation<Input, Output>,
  on: Controlled,
  input: unknown,
): Promise<Output> {
  return operation.run(on, operation.input.parse(input))
}
