import type { QuestionResult } from './figures.ts'
import type { BenchOptions } from './options.ts'
import type { QuestionName } from './questions.ts'

export type Ask = (options: BenchOptions) => Promise<QuestionResult>

/**
 * Imports what measures a question, and only what that question needs. It stands apart from the list of questions, which is
 * read without the packages of the bench.
 */
export const LOAD_QUESTION: Readonly<Record<QuestionName, () => Promise<Ask>>> = {
  search: async () => (await import('./search.ts')).benchSearch,
  pool: async () => (await import('./pool.ts')).benchPool,
  http: async () => (await import('./http.ts')).benchHttp,
  large: async () => (await import('./large.ts')).benchLarge,
  icons: async () => (await import('./icons.ts')).benchIcons,
  mcp: async () => (await import('./mcp.ts')).benchMcp,
  agents: async () => (await import('./agents.ts')).benchAgents,
  account: async () => (await import('./account.ts')).benchAccount,
  limits: async () => (await import('./limits.ts')).benchLimits,
  tokens: async () => (await import('./tokens-host.ts')).benchTokens,
  gate: async () => (await import('./gate.ts')).benchGate,
}
