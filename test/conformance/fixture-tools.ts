import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { defineTool } from '../../src/mcp/features/tool.ts'
import type { CallContext, CallResult, InputRequired, Tool, ToolOutcome } from '../../src/mcp/features/tool.ts'
import { found } from '../../src/mcp/tool-kit/results.ts'

/** A PNG of one red pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** A WAV file without samples. */
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='
const PAUSE_MS = 50

const none = z.object({})

function text(value: string): CallResult {
  return { content: [{ type: 'text', text: value }] }
}

function tool(name: string, run: (context: CallContext) => ToolOutcome | Promise<ToolOutcome>): Tool {
  return defineTool({ name, description: `Conformance: ${name}`, input: none, run: (_args, context) => run(context) })
}

/** The tools of the conformance suite that need nothing from the client. */
export function plainTools(publish: { readonly tools: () => void; readonly prompts: () => void }): Tool[] {
  return [
    tool('test_simple_text', () => text('This is a simple text response for testing.')),
    tool('test_image_content', () => ({ content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] })),
    tool('test_audio_content', () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] })),
    tool('test_embedded_resource', () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    })),
    tool('test_multiple_content_types', () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    })),
    tool('test_error_handling', () => {
      throw new Error('This tool intentionally returns an error for testing')
    }),
    tool('test_tool_with_logging', async (context) => {
      context.log('info', 'Tool execution started')
      await sleep(PAUSE_MS)
      context.log('info', 'Tool processing data')
      await sleep(PAUSE_MS)
      context.log('info', 'Tool execution completed')
      return text('Logged three messages')
    }),
    tool('test_tool_with_progress', async (context) => {
      context.progress(0, 100)
      await sleep(PAUSE_MS)
      context.progress(50, 100)
      await sleep(PAUSE_MS)
      context.progress(100, 100)
      return text('Reported progress three times')
    }),
    tool('test_logging_tool', (context) => {
      context.log('info', 'Logged by test_logging_tool')
      return text('Logged one message')
    }),
    tool('test_trigger_tool_change', () => {
      publish.tools()
      return text('Published a change of the tools')
    }),
    tool('test_trigger_prompt_change', () => {
      publish.prompts()
      return text('Published a change of the prompts')
    }),
    schemaTool,
    headerTool,
  ]
}

/** Tools for our own tests: a call that ends only when it is cancelled, and the number of such calls on this node. */
export function waitingTools(): Tool[] {
  let waiting = 0
  let cancelled = 0
  return [
    tool('test_wait', async ({ signal }) => {
      waiting++
      if (!signal.aborted) await once(signal, 'abort')
      waiting--
      cancelled++
      return text('Cancelled')
    }),
    tool('test_waiting', () => found({ waiting, cancelled })),
  ]
}

/** A tool whose schema has keywords that a list must pass on unchanged (SEP-1613, SEP-2106). */
const schemaTool: Tool = {
  name: 'json_schema_2020_12_tool',
  description: 'Tool with JSON Schema 2020-12 features',
  // The schema is parsed from text, because an object with a member `then` would be taken for a promise.
  inputSchema: JSON.parse(`{
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
      "address": {
        "$anchor": "addressDef",
        "type": "object",
        "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
      }
    },
    "properties": {
      "name": { "type": "string" },
      "address": { "$ref": "#/$defs/address" },
      "contactMethod": { "type": "string", "enum": ["phone", "email"] },
      "phone": { "type": "string" },
      "email": { "type": "string" }
    },
    "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
    "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
    "then": { "required": ["phone"] },
    "else": { "required": ["email"] },
    "additionalProperties": false
  }`) as Record<string, unknown>,
  parse: (args) => ({ ok: true, value: args }),
  run: (args) => text(JSON.stringify(args)),
}

/** A tool with an argument that clients repeat in a header field (SEP-2243). */
const headerTool: Tool = {
  name: 'test_custom_headers',
  description: 'Tool with an argument that goes into a header field',
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, query: { type: 'string' } },
    required: ['region'],
  },
  parse: (args) =>
    typeof args['region'] === 'string' ? { ok: true, value: args } : { ok: false, detail: 'region: expected string' },
  run: (args) => text(JSON.stringify(args)),
}

type Request = NonNullable<InputRequired['inputRequests']>[string]

export function elicit(message: string, properties: Readonly<Record<string, unknown>>, required: string[]): Request {
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties, required } },
  }
}

function sample(prompt: string, maxTokens = 100): Request {
  const messages = [{ role: 'user', content: { type: 'text', text: prompt } }]
  return { method: 'sampling/createMessage', params: { messages, maxTokens } }
}

const ROOTS: Request = { method: 'roots/list', params: {} }
const NAME = elicit('What is your name?', { name: { type: 'string' } }, ['name'])
const CONFIRM = elicit('Please confirm', { ok: { type: 'boolean' } }, ['ok'])

/** @returns the answer to one of the requests, or null if it has none. A client may send anything. */
export function answerTo(context: CallContext, key: string): Readonly<Record<string, unknown>> | null {
  const answer = context.inputResponses?.[key]
  return answer !== null && typeof answer === 'object' ? (answer as Record<string, unknown>) : null
}

/** A tool that answers when each of its requests has an answer. */
function asking(
  name: string,
  requests: (context: CallContext) => Readonly<Record<string, Request>>,
  state?: string,
): Tool {
  return tool(name, (context) => {
    const inputRequests = requests(context)
    const answers = Object.keys(inputRequests).map((key) => answerTo(context, key))
    const isAnswered =
      answers.every((answer) => answer !== null) && (state === undefined || context.requestState === state)
    if (isAnswered && answers.length > 0)
      return text(`${state === undefined ? '' : 'state-ok '}${JSON.stringify(answers)}`)
    return { resultType: 'input_required', inputRequests, ...(state === undefined ? {} : { requestState: state }) }
  })
}

/** The tools that need something from the client. */
export const ASKING_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'test_sampling',
    description: 'Conformance: test_sampling',
    input: z.object({ prompt: z.string() }),
    run({ prompt }, context) {
      const answer = answerTo(context, 'sample')
      if (answer === null) return { resultType: 'input_required', inputRequests: { sample: sample(prompt) } }
      return text(`LLM response: ${JSON.stringify(answer['content'])}`)
    },
  }),
  defineTool({
    name: 'test_elicitation',
    description: 'Conformance: test_elicitation',
    input: z.object({ message: z.string() }),
    run({ message }, context) {
      const answer = answerTo(context, 'user')
      if (answer !== null) return text(`User response: ${JSON.stringify(answer)}`)
      const properties = {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      }
      return {
        resultType: 'input_required',
        inputRequests: { user: elicit(message, properties, ['username', 'email']) },
      }
    },
  }),
  asking('test_elicitation_sep1034_defaults', () => ({
    values: elicit(
      'Values with defaults',
      {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
      [],
    ),
  })),
  asking('test_elicitation_sep1330_enums', () => ({ choices: elicit('Choices', ENUMS, []) })),
  asking('test_missing_capability', () => ({ sample: sample('Needs sampling') })),
  asking('test_streaming_elicitation', () => ({ user_name: NAME })),
  asking('test_input_required_result_elicitation', () => ({ user_name: NAME })),
  asking('test_input_required_result_sampling', () => ({ capital_question: sample('What is the capital of France?') })),
  asking('test_input_required_result_list_roots', () => ({ client_roots: ROOTS })),
  asking('test_input_required_result_request_state', () => ({ confirm: CONFIRM }), 'asked'),
  asking('test_input_required_result_tampered_state', () => ({ confirm: CONFIRM }), 'asked'),
  asking(
    'test_input_required_result_multiple_inputs',
    () => ({ user_name: NAME, greeting: sample('Generate a greeting', 50), client_roots: ROOTS }),
    'asked',
  ),
  asking('test_input_required_result_capabilities', ({ clientCapabilities }) => ({
    ...(clientCapabilities['sampling'] === undefined ? {} : { sample: sample('Say something') }),
    ...(clientCapabilities['elicitation'] === undefined ? {} : { user_name: NAME }),
  })),
  tool('test_input_required_result_multi_round', (context) => {
    const round = (step: string, request: Request): ToolOutcome => ({
      resultType: 'input_required',
      inputRequests: { [step]: request },
      requestState: step,
    })
    if (context.requestState === 'step2' && answerTo(context, 'step2') !== null) return text('Both steps are done')
    const isFirstDone = context.requestState === 'step1' && answerTo(context, 'step1') !== null
    return isFirstDone || context.requestState === 'step2'
      ? round('step2', elicit('Step 2: What is your favorite color?', { color: { type: 'string' } }, ['color']))
      : round('step1', elicit('Step 1: What is your name?', { name: { type: 'string' } }, ['name']))
  }),
]

const ENUMS = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: {
    type: 'string',
    oneOf: [
      { const: 'value1', title: 'First Option' },
      { const: 'value2', title: 'Second Option' },
      { const: 'value3', title: 'Third Option' },
    ],
  },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: {
    type: 'array',
    items: {
      anyOf: [
        { const: 'value1', title: 'First Choice' },
        { const: 'value2', title: 'Second Choice' },
        { const: 'value3', title: 'Third Choice' },
      ],
    },
  },
}
