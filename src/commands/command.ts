/** An option of a command. */
export interface Option {
  readonly type: 'string' | 'boolean'
  /** What stands for the value in the help, such as `<address>`. */
  readonly value?: string
  readonly short?: string
  readonly required?: true
  readonly means: string
}

export type Options = Readonly<Record<string, Option>>

type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name]['type'] extends 'boolean'
    ? boolean
    : O[Name]['required'] extends true
      ? string
      : string | undefined
}

/** What a command was called with. */
export interface Given<V = Readonly<Record<string, string | boolean | undefined>>> {
  readonly options: V
  /** Arguments that are no options. */
  readonly words: readonly string[]
  /** Variables of the environment, and those of `signpost.yaml` that the environment does not set. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Resolves to the exit status; 0 when it resolves to nothing. */
export type Run<V> = (given: Given<V>) => Promise<number | void>

export interface Command {
  /** One word, or a group and a word: `user add`. */
  readonly name: string
  /** One line about what it does. */
  readonly summary: string
  /** What else its help says. */
  readonly more?: string
  /** Arguments that are no options, as the usage shows them, and how many there may be. */
  readonly words?: { readonly shown: string; readonly least: number; readonly most: number }
  readonly options: Options
  readonly examples: readonly string[]
  /** Loads what the command runs, which nothing else does: a help starts nothing. */
  readonly load: () => Promise<Run<never>>
}

/** Defines a command. The types of its options are those of what it runs. */
export function defineCommand<const O extends Options>(
  command: Omit<Command, 'options' | 'load'> & { readonly options: O; readonly load: () => Promise<Run<Values<O>>> },
): Command {
  return command
}

/** An expected failure of a command, with a message for the operator. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
}

/** A command with wrong arguments. */
export class WrongUsage extends CommandError {
  override readonly name = 'WrongUsage'
}
