import { figure, loadFigures, ratio, valuesOf, type Figure } from './figures.ts'
import { NAMES, type HttpResult } from './http-report.ts'

const OVER_ENGINE = 'distinct queries ÷ engine alone'
const OVER_RAW = 'distinct queries ÷ uWebSockets.js alone'
const CACHED_OVER_RAW = 'one cached query ÷ uWebSockets.js alone'

export function httpFigures({ paced, pacedPart, rounds, startsMs }: HttpResult): Figure[] {
  const engine = rounds.map((round) => round.engine.queriesPerSecond)
  const rates = (of: 'distinct' | 'cached' | 'raw'): number[] => rounds.map((round) => round[of].requestsPerSecond)
  const summary = { inSummary: true } as const
  const at = `at ${pacedPart * 100} % of the most`
  return [
    ratio(OVER_ENGINE, rates('distinct'), engine, summary),
    ratio(OVER_RAW, rates('distinct'), rates('raw'), summary),
    ratio(CACHED_OVER_RAW, rates('cached'), rates('raw'), summary),
    figure(`p99 ${at}`, 'ms', 'lower', valuesOf(paced, 'p99Ms'), summary),
    figure(
      `uWebSockets.js alone, p99 ${at}`,
      'ms',
      'lower',
      paced.map(({ raw }) => raw.p99Ms),
      { peer: true },
    ),
    figure(`p50 ${at}`, 'ms', 'lower', valuesOf(paced, 'p50Ms')),
    figure('start to the first answer, index built', 'ms', 'lower', startsMs, summary),
    figure(
      'memory of the process under load',
      'MiB',
      'lower',
      rounds.map(({ residentBytes }) => residentBytes / 2 ** 20),
      summary,
    ),
    figure(NAMES.engine, '/s', 'higher', engine),
    ...loadFigures(
      NAMES.distinct,
      rounds.map(({ distinct }) => distinct),
      { judgedBy: OVER_RAW },
    ),
    ...loadFigures(
      NAMES.cached,
      rounds.map(({ cached }) => cached),
      { judgedBy: CACHED_OVER_RAW },
    ),
    ...loadFigures(
      NAMES.raw,
      rounds.map(({ raw }) => raw),
      { peer: true },
    ),
  ]
}
