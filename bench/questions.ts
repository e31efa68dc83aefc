import type { QuestionResult } from './figures.ts'
import type { Need } from './needs.ts'
import { UsageError, type BenchOptions } from './options.ts'

export type Ask = (options: BenchOptions) => Promise<QuestionResult>

export interface Question {
  readonly name: string
  readonly about: string
  /** Minutes on two cores, in full and with `--quick`. */
  readonly minutes: readonly [full: number, quick: number]
  readonly needs: readonly Need[]
  /** Imports only what this question needs. */
  readonly load: () => Promise<Ask>
}

/** All questions, in the order in which they are asked. */
export const QUESTIONS: readonly Question[] = [
  {
    name: 'search',
    about: 'The engine on one thread beside other search libraries: quality, speed, build, memory',
    minutes: [5, 1],
    needs: [],
    load: async () => (await import('./search.ts')).benchSearch,
  },
  {
    name: 'pool',
    about: 'The engine through the pool of search workers, without HTTP',
    minutes: [1, 0.5],
    needs: [],
    load: async () => (await import('./pool.ts')).benchPool,
  },
  {
    name: 'http',
    about: 'Documentation search over HTTP beside the engine alone and uWebSockets.js alone',
    minutes: [4, 1],
    needs: ['wrk', 'build'],
    load: async () => (await import('./http.ts')).benchHttp,
  },
  {
    name: 'large',
    about: 'The engine over up to a million pages',
    minutes: [10, 1],
    needs: [],
    load: async () => (await import('./large.ts')).benchLarge,
  },
  {
    name: 'icons',
    about: "Icon search over HTTP beside Iconify's API server",
    minutes: [3, 0.5],
    needs: ['wrk', 'build'],
    load: async () => (await import('./icons.ts')).benchIcons,
  },
  {
    name: 'mcp',
    about: "An MCP endpoint beside the SDK's server and uWebSockets.js alone",
    minutes: [3, 0.5],
    needs: ['wrk'],
    load: async () => (await import('./mcp.ts')).benchMcp,
  },
  {
    name: 'agents',
    about: 'What credentials of agents cost the icons host',
    minutes: [2, 1],
    needs: ['wrk', 'build'],
    load: async () => (await import('./agents.ts')).benchAgents,
  },
  {
    name: 'account',
    about: "Calls of tools with token, session, bucket and database beside the SDK's server",
    minutes: [4, 1],
    needs: ['wrk', 'redis', 'postgres', 'build'],
    load: async () => (await import('./account.ts')).benchAccount,
  },
  {
    name: 'limits',
    about: 'What counting a request costs, in the process and in Redis',
    minutes: [1, 0.5],
    needs: ['wrk', 'redis'],
    load: async () => (await import('./limits.ts')).benchLimits,
  },
  {
    name: 'tokens',
    about: 'Registrations, exchanges and verifications a second',
    minutes: [1, 0.5],
    needs: ['wrk'],
    load: async () => (await import('./tokens-host.ts')).benchTokens,
  },
  {
    name: 'gate',
    about: "What reading and counting a client's address costs a kept answer",
    minutes: [2, 0.5],
    needs: ['wrk', 'redis'],
    load: async () => (await import('./gate.ts')).benchGate,
  },
]

/** @throws {UsageError} if there is no such question */
export function findQuestions(names: readonly string[]): readonly Question[] {
  if (names.length === 0) return QUESTIONS
  return names.map((name) => {
    const question = QUESTIONS.find((known) => known.name === name)
    if (question === undefined) throw new UsageError(`unknown question: ${name}`)
    return question
  })
}
