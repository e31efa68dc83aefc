import type { Need } from './needs.ts'
import { UsageError } from './options.ts'

export type QuestionName =
  | 'search'
  | 'pool'
  | 'http'
  | 'large'
  | 'icons'
  | 'mcp'
  | 'agents'
  | 'account'
  | 'limits'
  | 'tokens'
  | 'gate'

export interface Question {
  readonly name: QuestionName
  readonly about: string
  /** Minutes on two cores, in full and with `--quick`. */
  readonly minutes: readonly [full: number, quick: number]
  readonly needs: readonly Need[]
}

/** All questions, in the order in which they are asked. */
export const QUESTIONS: readonly Question[] = [
  {
    name: 'search',
    about: 'The engine on one thread beside other search libraries: quality, speed, build, memory',
    minutes: [5, 1],
    needs: ['packages'],
  },
  {
    name: 'pool',
    about: 'The engine through the pool of search workers, without HTTP',
    minutes: [1, 0.5],
    needs: [],
  },
  {
    name: 'http',
    about: 'Documentation search over HTTP beside the engine alone and uWebSockets.js alone',
    minutes: [4, 1],
    needs: ['packages', 'wrk', 'build'],
  },
  {
    name: 'large',
    about: 'The engine over up to a million pages',
    minutes: [10, 1],
    needs: [],
  },
  {
    name: 'icons',
    about: "Icon search over HTTP beside Iconify's API server",
    minutes: [3, 0.5],
    needs: ['packages', 'wrk', 'build'],
  },
  {
    name: 'mcp',
    about: "An MCP endpoint beside the SDK's server and uWebSockets.js alone",
    minutes: [3, 0.5],
    needs: ['wrk'],
  },
  {
    name: 'agents',
    about: 'What credentials of agents cost the icons host',
    minutes: [2, 1],
    needs: ['wrk', 'build'],
  },
  {
    name: 'account',
    about: "Calls of tools with token, session, bucket and database beside the SDK's server",
    minutes: [4, 1],
    needs: ['wrk', 'redis', 'postgres', 'build'],
  },
  {
    name: 'limits',
    about: 'What counting a request costs, in the process and in Redis',
    minutes: [1, 0.5],
    needs: ['wrk', 'redis'],
  },
  {
    name: 'tokens',
    about: 'Registrations, exchanges and verifications a second',
    minutes: [1, 0.5],
    needs: ['wrk'],
  },
  {
    name: 'gate',
    about: "What reading and counting a client's address costs a kept answer",
    minutes: [2, 0.5],
    needs: ['wrk', 'redis'],
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
