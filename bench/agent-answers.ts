import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { countTokens, decode, encode } from 'gpt-tokenizer/encoding/o200k_base'
import { readContent } from '../src/docs/read-content.ts'
import { makeQuestions, plainOf, type AnswerQuestion } from './answer-questions.ts'
import { startService } from './load/service.ts'
import { nextMessage } from './next-message.ts'

const USAGE = `usage: npm run ts bench/agent-answers.ts -- --tree <content> [--count <number>] [--show failed|all]

Asks search_docs of the built service, and page search with page fetch of a server made with the SDK over MiniSearch, the same
questions about a tree, over HTTP. Prints the share of answers that hold the answering sentence within each budget of tokens
(o200k). --count is the number of questions of each kind and locale; --show prints questions.`

const BUDGETS = [1_000, 2_000, 4_000]
const FIELDS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2025-11-25',
}

/** Calls a tool, and returns its text and the number of tokens of the whole result. */
async function call(origin: string, name: string, args: object): Promise<{ text: string; tokens: number }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
  const response = await fetch(`${origin}/mcp`, { method: 'POST', headers: FIELDS, body })
  const raw = await response.text()
  const json = response.headers.get('content-type')?.startsWith('text/event-stream')
    ? /^data: (.*)$/m.exec(raw)![1]!
    : raw
  const { result } = JSON.parse(json) as { result?: { content: { text: string }[]; structuredContent?: object } }
  if (result === undefined) throw new Error(raw)
  const text = result.content.map((part) => part.text).join('\n')
  const structured = result.structuredContent === undefined ? '' : JSON.stringify(result.structuredContent)
  return { text, tokens: countTokens(text) + countTokens(structured) }
}

async function askOwn(
  origin: string,
  { locale, question }: AnswerQuestion,
  budget: number,
): Promise<{ text: string; tokens: number }> {
  const answer = await call(origin, 'search_docs', { query: question, locale, max_tokens: budget })
  if (answer.tokens > budget) throw new Error(`${answer.tokens} tokens of ${budget}: ${question}`)
  return answer
}

/** The answer of the search, and then pages in its order, until the budget is spent. */
async function askPeer(origin: string, { locale, question }: AnswerQuestion, budget: number): Promise<string> {
  const found = await call(origin, 'search', { query: question, locale })
  const pages = JSON.parse(found.text) as readonly { path: string }[]
  const parts = [found.text]
  let left = budget - found.tokens
  for (const { path } of pages) {
    if (left <= 0) break
    const { text, tokens } = await call(origin, 'fetch', { path, locale })
    parts.push(tokens <= left ? text : decode(encode(text).slice(0, left)))
    left -= tokens
  }
  return parts.join('\n')
}

const { values } = parseArgs({
  options: { tree: { type: 'string' }, count: { type: 'string' }, show: { type: 'string' } },
})
if (values.tree === undefined) {
  console.error(USAGE)
  process.exit(1)
}
const content = await readContent(values.tree)
const questions = [...content.locales].flatMap(([locale, { pages }]) =>
  makeQuestions(locale, pages, Number(values.count ?? 50)),
)
const own = await startService({ host: 'docs', contentDir: values.tree })
const peer = fork(fileURLToPath(new URL('peers/page-search-child.ts', import.meta.url)), [values.tree])
const peerOrigin = `http://127.0.0.1:${String(await nextMessage(peer))}`
/** Mean tokens of the answers of `search_docs`, by budget. */
const spent = new Map<number, number>()
const hits = new Map<string, { own: number; peer: number; all: number }>()
const count = (key: string, ownHolds: boolean, peerHolds: boolean): void => {
  const row = hits.get(key) ?? { own: 0, peer: 0, all: 0 }
  hits.set(key, { own: row.own + Number(ownHolds), peer: row.peer + Number(peerHolds), all: row.all + 1 })
}
try {
  for (const question of questions) {
    const sentence = plainOf(question.sentence)
    for (const budget of BUDGETS) {
      const answer = await askOwn(own.origin, question, budget)
      const ownHolds = plainOf(answer.text).includes(sentence)
      spent.set(budget, (spent.get(budget) ?? 0) + answer.tokens / questions.length)
      const peerHolds = plainOf(await askPeer(peerOrigin, question, budget)).includes(sentence)
      for (const kind of [question.kind, 'all']) {
        for (const locale of [question.locale, 'all']) count(`${budget} ${kind} ${locale}`, ownHolds, peerHolds)
      }
      if (budget === 2_000 && (values.show === 'all' || (values.show === 'failed' && !ownHolds))) {
        console.log(
          JSON.stringify({
            ...question,
            ownHolds,
            peerHolds,
            ...(values.show === 'all' ? {} : { answer: answer.text }),
          }),
        )
      }
    }
  }
} finally {
  await own.stop()
  peer.disconnect()
  await once(peer, 'exit')
}
for (const [budget, tokens] of spent) console.log(`${budget}: search_docs takes ${tokens.toFixed(0)} tokens`)
for (const [key, { all, own: ours, peer: theirs }] of [...hits].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  const ratio = theirs === 0 ? '–' : (ours / theirs).toFixed(1)
  console.log(
    `${key}: search_docs ${(ours / all).toFixed(3)}, pages ${(theirs / all).toFixed(3)}, ratio ${ratio} (${all})`,
  )
}
