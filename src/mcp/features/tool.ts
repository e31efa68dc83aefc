import { z } from 'zod'
import { issuesOf } from '../../shared/advice/describe-issues.ts'
import type { RefusalReason } from '../../shared/result.ts'
import { readerOf } from './read-arguments.ts'

export interface ToolAnnotations {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** A tool in the dispatcher's form, with schemas as JSON Schema, created once. */
export interface Tool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema?: Readonly<Record<string, unknown>>
  readonly annotations?: ToolAnnotations
  readonly _meta?: Readonly<Record<string, unknown>>
  /** Name of the toolset that it belongs to. Absent: clients cannot leave it out. */
  readonly toolset?: string
  /** Parses arguments to the form that `run` takes, or describes their fault for the model to correct. */
  readonly parse: (args: Readonly<Record<string, unknown>>) => ParsedArguments
  readonly run: (args: unknown, context: CallContext) => ToolOutcome | Promise<ToolOutcome>
}

export type ParsedArguments =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly detail: string }

/** Functions and data for a running call. All revisions have them. If a revision lacks a function, it does nothing. */
export interface CallContext {
  /** Subject of a valid token; null for anonymous clients. */
  readonly subject: string | null
  /** Further data from the gate of the endpoint (`Admitted.principal`). */
  readonly principal: unknown
  /** Whether the call is of revision 2026-07-28. Then an `InputRequired` ends it, and a retry brings the answers. */
  readonly modern: boolean
  /** Signal that aborts when the client cancels the call or disconnects. */
  readonly signal: AbortSignal
  /** Questions that the client supports. A tool that asks another question fails. */
  readonly clientCapabilities: ClientCapabilities
  progress(progress: number, total?: number, message?: string): void
  log(level: LogLevel, data: unknown, logger?: string): void
  /** Answers to the `inputRequests` of an earlier `InputRequired`, by their keys. */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined
  /** State from the earlier `InputRequired`, verified. */
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

/** Text, or other content, that is the whole of a result: the tool has no output schema. */
export interface CallResult {
  readonly content: readonly unknown[]
  readonly isError?: boolean
  /** Why the service cannot do it now, for metrics. It does not go out. */
  readonly refusal?: RefusalReason
  readonly _meta?: Readonly<Record<string, unknown>>
}

/**
 * A record that a tool with an output schema has found. `Results` writes it twice, as text and as structured content, since
 * hosts show models one of the two.
 */
export interface FoundResult {
  /** The record as JSON text. What it embeds is often JSON already. */
  readonly structuredJson: string
  /** Addresses for programs that follow them. The record has them too, since many hosts show no links. */
  readonly links?: readonly ResourceLink[]
}

/** Something that the client of a result can read by its address. */
export interface ResourceLink {
  readonly type: 'resource_link'
  readonly uri: string
  readonly name: string
  readonly mimeType?: string
  /** Bytes. */
  readonly size?: number
  readonly description?: string
}

/**
 * Questions that the client must answer first (revision 2026-07-28, multi round-trip requests). The dispatcher asks them,
 * in older revisions by server-to-client requests. It then calls `run` again with the answers.
 */
export interface InputRequired {
  readonly resultType: 'input_required'
  /** Requests `elicitation/create`, `sampling/createMessage` or `roots/list`, by keys that the tool chooses. */
  readonly inputRequests?: Readonly<
    Record<string, { readonly method: string; readonly params?: Readonly<Record<string, unknown>> }>
  >
  /** State, in any form that JSON has. The dispatcher signs it, since it travels through the client. */
  readonly requestState?: unknown
}

/**
 * Defines a tool whose arguments, and whose record if its results are one, are zod schemas. Arguments are read as models
 * write them (`readerOf`), and unknown ones are refused.
 */
export function defineTool<Input extends z.ZodObject>(
  definition: Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> & {
    readonly input: Input
    readonly output?: z.ZodObject
    readonly run: (args: z.output<Input>, context: CallContext) => ToolOutcome | Promise<ToolOutcome>
  },
): Tool {
  const { input, output, run, ...rest } = definition
  const closed = input.strict()
  const read = readerOf(closed)
  const describe = issuesOf(closed)
  return {
    ...rest,
    inputSchema: Object.keys(input.shape).length === 0 ? NO_ARGUMENTS : toSchema(input, 'input'),
    ...(output === undefined ? {} : { outputSchema: toSchema(output, 'output') }),
    parse(args) {
      const given = read(args)
      const parsed = closed.safeParse(given)
      return parsed.success
        ? { ok: true, value: parsed.data }
        : { ok: false, detail: describe(parsed.error.issues, given).join('; ') }
    },
    run: (args, context) => run(args as z.output<Input>, context),
  }
}

/** Without properties, OpenAI's strict mode takes only an object that is closed. */
const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false }

interface Overridden {
  readonly jsonSchema: z.core.JSONSchema.BaseSchema
}

/** Drops what every list would repeat: the bounds of safe integers, and that results have no members beside those named. */
function dropRepeated({ jsonSchema }: Overridden): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

/**
 * Drops of an input what models pay for in each conversation and hardly ever need. That is how long a text may be, how small
 * a number, and a default that stands for nothing. Descriptions and faults of the arguments tell the bounds.
 */
function dropUnneeded(overridden: Overridden): void {
  dropRepeated(overridden)
  const { jsonSchema } = overridden
  delete jsonSchema.minLength
  delete jsonSchema.maxLength
  delete jsonSchema.minimum
  if (jsonSchema.default === '' || jsonSchema.default === false || jsonSchema.default === 0) delete jsonSchema.default
}

function toSchema(schema: z.ZodObject, io: 'input' | 'output'): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: io === 'input' ? dropUnneeded : dropRepeated,
  })
  return rest
}
