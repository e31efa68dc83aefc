import { textOf, writeEvents, type Dialect } from './dialect.ts'

const USAGE = { input_tokens: 1, output_tokens: 1 }

/** Messages of Anthropic. */
export const ANTHROPIC: Dialect = {
  path: /^\/v1\/messages(\?|$)/,
  tools: ({ tools = [] }) => tools.map((tool: any) => ({ name: tool.name, told: JSON.stringify(tool) })),
  result({ messages }, callId) {
    const parts = messages.flatMap(({ content }: any) => (Array.isArray(content) ? content : []))
    const found = parts.find(({ tool_use_id: id, type }: any) => type === 'tool_result' && id === callId)
    return found === undefined ? undefined : textOf(found.content)
  },
  reply(response, { model, stream }, { call, text }) {
    const block =
      call === undefined ? { type: 'text', text: '' } : { type: 'tool_use', id: call.id, name: call.name, input: {} }
    const delta =
      call === undefined
        ? { type: 'text_delta', text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }
    const stopReason = call === undefined ? 'end_turn' : 'tool_use'
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_sequence: null, usage: USAGE }
    if (stream !== true) {
      const whole = call === undefined ? { ...block, text } : { ...block, input: call.args }
      const body = { ...message, content: [whole], stop_reason: stopReason }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    writeEvents(response, [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ])
  },
}
