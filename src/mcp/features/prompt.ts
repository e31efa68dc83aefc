import type { CallContext, InputRequired } from './tool.ts'

export interface PromptArgument {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly required?: boolean
}

export interface PromptResult {
  readonly description?: string
  readonly messages: readonly unknown[]
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** One entry of `prompts/list`. */
export interface Prompt {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly arguments?: readonly PromptArgument[]
  /** Renders the prompt. `args` has every required argument. */
  readonly get: (
    args: Readonly<Record<string, string>>,
    context: CallContext,
  ) => PromptResult | InputRequired | Promise<PromptResult | InputRequired>
}

/** Proposes values for an argument of a prompt or of a resource template. */
export type Complete = (
  reference: CompletionReference,
  argument: { readonly name: string; readonly value: string },
  /** Values of arguments that are already known. */
  given: Readonly<Record<string, string>>,
) => readonly string[] | Promise<readonly string[]>

export type CompletionReference =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string }
