import { textOf, writeEvents, type Dialect, type Json, type Reply, type ToolShown } from './dialect.ts'

const USAGE = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
}

/** Responses of OpenAI. */
export const RESPONSES: Dialect = {
  path: /\/responses$/,
  tools: ({ tools = [] }) => tools.flatMap((tool: any) => shown(tool)),
  result({ input }, callId) {
    const found = input.find(({ call_id: id, type }: any) => type === 'function_call_output' && id === callId)
    return found === undefined ? undefined : textOf(found.output)
  },
  reply(response, { model, stream }, reply) {
    const item = itemOf(reply)
    const whole = {
      id: 'resp_1',
      object: 'response',
      created_at: 0,
      model,
      status: 'completed',
      output: [item],
      usage: USAGE,
    }
    if (stream !== true) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(whole))
      return
    }
    writeEvents(response, [
      { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ])
  },
}

/** Tools may stand in a namespace, which is a list of its own. */
function shown(tool: any): ToolShown[] {
  if (tool.type === 'namespace') {
    return tool.tools.map((inner: any) => ({ name: inner.name, namespace: tool.name, told: JSON.stringify(inner) }))
  }
  return tool.name === undefined ? [] : [{ name: tool.name, told: JSON.stringify(tool) }]
}

function itemOf({ call, text }: Reply): Json {
  if (call === undefined) {
    const content = [{ type: 'output_text', text, annotations: [] }]
    return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }
  }
  const { args, id, name, namespace } = call
  return {
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    arguments: JSON.stringify(args),
    status: 'completed',
  }
}
