import { textOf, writeEvents, type Dialect } from './dialect.ts'

/** Chat completions, which OpenAI had first and most servers of models speak. */
export const CHAT_COMPLETIONS: Dialect = {
  path: /\/chat\/completions$/,
  tools: ({ tools = [] }) =>
    tools.map(({ function: described }: any) => ({ name: described.name, told: JSON.stringify(described) })),
  result({ messages }, callId) {
    const found = messages.find(({ role, tool_call_id: id }: any) => role === 'tool' && id === callId)
    return found === undefined ? undefined : textOf(found.content)
  },
  reply(response, { model }, { call, text }) {
    const delta =
      call === undefined
        ? { role: 'assistant', content: text }
        : {
            role: 'assistant',
            tool_calls: [
              {
                index: 0,
                id: call.id,
                type: 'function',
                function: { name: call.name, arguments: JSON.stringify(call.args) },
              },
            ],
          }
    const chunk = { id: 'chat_1', object: 'chat.completion.chunk', created: 0, model }
    const reason = call === undefined ? 'stop' : 'tool_calls'
    writeEvents(
      response,
      [
        { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
        {
          ...chunk,
          choices: [{ index: 0, delta: {}, finish_reason: reason }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        },
      ],
      'data: [DONE]\n\n',
    )
  },
}
