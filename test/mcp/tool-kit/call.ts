import type { CallContext, CallResult, Tool, ToolOutcome } from '../../../src/mcp/features/tool.ts'
import { faultsBySchema } from '../../support/json-schema.ts'

export interface Called {
  readonly text: string
  readonly isError: boolean
  readonly structured: Readonly<Record<string, unknown>> | undefined
  /** Where the record is not as the tool's output schema says, or there is one without the other. */
  readonly faults: readonly string[]
}

/**
 * Calls one of the tools as the dispatcher does: arguments are parsed, and what comes back is read as JSON.
 * @param context What of the call matters; by default a call of the older generation by nobody.
 */
export async function call(
  tools: readonly Tool[],
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  context: Partial<CallContext> = {},
): Promise<Called> {
  const tool = tools.find((known) => known.name === name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  const parsed = tool.parse(args)
  if (!parsed.ok) return { text: parsed.detail, isError: true, structured: undefined, faults: [] }
  const outcome = await tool.run(parsed.value, {
    subject: null,
    principal: undefined,
    modern: false,
    signal: new AbortController().signal,
    clientCapabilities: {},
    progress() {},
    log() {},
    inputResponses: undefined,
    requestState: undefined,
    ...context,
  })
  const result = read(outcome)
  if (result.isError) return { ...result, faults: [] }
  const { outputSchema } = tool
  if (outputSchema === undefined) return { ...result, faults: result.structured === undefined ? [] : ['no schema'] }
  return { ...result, faults: faultsBySchema(result.structured, outputSchema, outputSchema) }
}

function read(outcome: ToolOutcome): Omit<Called, 'faults'> {
  if ('structuredJson' in outcome) {
    return {
      text: outcome.structuredJson,
      isError: false,
      structured: JSON.parse(outcome.structuredJson) as Called['structured'],
    }
  }
  const { content, isError = false } = outcome as CallResult
  return { text: content.map((block) => (block as { text: string }).text).join('\n'), isError, structured: undefined }
}
