import { textOf, writeEvents, type Dialect } from './dialect.ts'

/** `generateContent` of Gemini. Calls have no ids in it that all its clients keep, so the last result of a name counts. */
export const GEMINI: Dialect = {
  path: /:(streamG|g)enerateContent/,
  tools: ({ tools = [] }) =>
    tools
      .flatMap(({ functionDeclarations = [] }: any) => functionDeclarations)
      .map((tool: any) => ({ name: tool.name, told: JSON.stringify(tool) })),
  result({ contents }) {
    const results = contents.flatMap(({ parts }: any) => parts).filter(({ functionResponse: got }: any) => got)
    const last = results.at(-1)
    if (last === undefined) return undefined
    const { error, output } = last.functionResponse.response
    return textOf(output ?? error ?? last.functionResponse.response)
  },
  reply(response, _body, { call, text }) {
    const part = call === undefined ? { text } : { functionCall: { id: call.id, name: call.name, args: call.args } }
    const candidate = { index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
    const whole = { candidates: [candidate], usageMetadata, modelVersion: 'played' }
    if (response.req.url?.includes(':streamG') === true) writeEvents(response, [whole])
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(whole))
  },
}
