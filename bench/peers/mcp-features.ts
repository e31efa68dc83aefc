import { z } from 'zod'

/** The features of every MCP server under measurement: twelve tools, two of which are called. */

export const SERVER_INFO = { name: 'bench', version: '1.0.0' }

/** Time of a real look-up in memory. */
const WORK_US = 10

export interface BenchTool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodObject
  readonly run: (args: Readonly<Record<string, unknown>>) => { content: { type: 'text'; text: string }[] }
}

const says = (text: string): { content: { type: 'text'; text: string }[] } => ({ content: [{ type: 'text', text }] })

/** Keeps the thread busy for `WORK_US`. The result depends on the work, so that it cannot be optimized away. */
function work(): string {
  const until = performance.now() + WORK_US / 1000
  let turns = 0
  while (performance.now() < until) turns++
  return turns > 0 ? 'worked' : 'had no time'
}

const query = z.object({
  query: z.string().min(1).max(200).describe('Words to look for'),
  limit: z.int().min(1).max(50).default(10).describe('Most results to return'),
})

export const BENCH_TOOLS: readonly BenchTool[] = [
  { name: 'trivial', description: 'Answers at once.', input: query, run: () => says('done') },
  { name: 'work', description: 'Works for a moment.', input: query, run: () => says(work()) },
  ...Array.from({ length: 10 }, (_, n) => ({
    name: `tool_${n}`,
    description: `A tool like any other, of which there are twelve so that the list has some length: number ${n}.`,
    input: query.extend({ category: z.enum(['weather', 'actions', 'places']).optional() }),
    run: () => says(`tool ${n}`),
  })),
]
