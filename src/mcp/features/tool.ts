import { z } from 'zod'

export interface ToolAnnotations {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** A tool as the dispatcher holds it: schemas as JSON Schema, made once. */
export interface Tool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema?: Readonly<Record<string, unknown>>
  readonly annotations?: ToolAnnotations
  readonly _meta?: Readonly<Record<string, unknown>>
  /** The arguments as `run` takes them, or what is wrong with them for the model to mend. */
  readonly parse: (args: Readonly<Record<string, unknown>>) => ParsedArguments
  readonly run: (args: unknown, context: CallContext) => ToolOutcome | Promise<ToolOutcome>
}

export type ParsedArguments =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly detail: string }

/** What a running call may do beside answering. Both protocol generations have it; where one lacks something, nothing happens. */
export interface CallContext {
  /** Whom a valid token names; null for the anonymous. */
  readonly subject: string | null
  /** What else the gate of the endpoint says of it (`Admitted.principal`). */
  readonly principal: unknown
  /** Whether the call is of revision 2026-07-28: then an `InputRequired` ends it, and a retry brings the answers. */
  readonly modern: boolean
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal
  /** What the client can be asked for. A tool that asks for something else fails. */
  readonly clientCapabilities: ClientCapabilities
  progress(progress: number, total?: number, message?: string): void
  log(level: LogLevel, data: unknown, logger?: string): void
  /** Answers to the `inputRequests` of an earlier `InputRequired`, by their keys. */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined
  /** What the earlier `InputRequired` carried in `requestState`, verified. */
  readonly requestState: unknown
}

/** The part of the protocol's client capabilities that `InputRequired` depends on. */
export interface ClientCapabilities {
  readonly elicitation?: { readonly form?: object; readonly url?: object }
  readonly sampling?: { readonly tools?: object }
  readonly roots?: object
}

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

export type ToolOutcome = CallResult | FoundResult | InputRequired

export interface CallResult {
  readonly content: readonly unknown[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly isError?: boolean
  readonly _meta?: Readonly<Record<string, unknown>>
}

/**
 * What a tool has found, in two forms: lines that a model reads, and everything as data. `Results` writes it as the revision of the client
 * has it, so that each client gets everything.
 */
export interface FoundResult {
  readonly text: string
  /** JSON already, such as a search answer that came as bytes. */
  readonly structuredJson: string
}

/**
 * The call needs something of the client first (revision 2026-07-28, multi round-trip requests): the dispatcher asks for it, in
 * the older generation by server-to-client requests, and calls `run` again with the answers.
 */
export interface InputRequired {
  readonly resultType: 'input_required'
  /** `elicitation/create`, `sampling/createMessage` or `roots/list`, by keys of the tool's own. */
  readonly inputRequests?: Readonly<
    Record<string, { readonly method: string; readonly params?: Readonly<Record<string, unknown>> }>
  >
  /** Any JSON. The dispatcher signs it, since it travels through the client. */
  readonly requestState?: unknown
}

/** A tool whose arguments and structured result are zod schemas. */
export function defineTool<Input extends z.ZodObject>(definition: {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly input: Input
  readonly output?: z.ZodObject
  readonly annotations?: ToolAnnotations
  readonly run: (args: z.output<Input>, context: CallContext) => ToolOutcome | Promise<ToolOutcome>
}): Tool {
  const { input, output, run, ...rest } = definition
  return {
    ...rest,
    inputSchema: toSchema(input, 'input'),
    ...(output === undefined ? {} : { outputSchema: toSchema(output, 'output') }),
    parse(args) {
      const parsed = input.safeParse(args)
      return parsed.success
        ? { ok: true, value: parsed.data }
        : {
            ok: false,
            detail: describeIssues(parsed.error.issues),
          }
    },
    run: (args, context) => run(args as z.output<Input>, context),
  }
}

const ISSUE_LIMIT = 8
const ISSUE_LIMIT_CHARACTERS = 200

/** Issues may quote what the client sent, which may be long. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .slice(0, ISSUE_LIMIT)
    .map(({ message, path }) => `${path.join('.')}: ${message}`.slice(0, ISSUE_LIMIT_CHARACTERS))
    .join('; ')
}

/** That an integer is a safe one goes without saying, and every list would say it. */
function dropSafeBounds({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function toSchema(schema: z.ZodObject, io: 'input' | 'output'): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, override: dropSafeBounds })
  return rest
}
