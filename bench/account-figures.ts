import { ERAS, type Era } from './account-calls.ts'
import { STEPS } from './account-flow.ts'
import {
  CONTESTANTS,
  ERA_TITLES,
  STEP_TITLES,
  TITLES,
  type AccountResult,
  type CallMeasure,
  type ContestantName,
} from './account-report.ts'
import type { Chart } from './chart.ts'
import { figure, loadFigures, ratio, valuesOf, type Figure } from './figures.ts'
import { latencyPoints, median } from './timing.ts'

export function accountFigures(result: AccountResult): Figure[] {
  const { paced, steps } = result
  return [
    ...ERAS.flatMap((era) => callFigures(result, era)),
    ...CONTESTANTS.map((name) => {
      const more = name === 'sdk' ? ({ peer: true } as const) : ({ inSummary: true } as const)
      return figure(`${TITLES[name]}, at half of the most, p99`, 'ms', 'lower', [paced[name].p99Ms], more)
    }),
    ...STEPS.flatMap((step) =>
      (['shared', 'embedded'] as const).flatMap((name) => {
        const title = `${STEP_TITLES[step]}, ${TITLES[name]}`
        const rates = steps[name].map((flow) => flow[step].perSecond)
        const cpu = steps[name].map((flow) => flow[step].cpuUs)
        return [figure(`${title}, a second`, '/s', 'higher', rates), figure(`${title}, CPU`, 'µs', 'lower', cpu)]
      }),
    ),
  ]
}

function callFigures(result: AccountResult, era: Era): Figure[] {
  const sdk = valuesOf(roundsOf(result, era, 'sdk'), 'requestsPerSecond')
  return CONTESTANTS.flatMap((name) => {
    const title = `${TITLES[name]}, ${ERA_TITLES[era]}`
    const rounds = roundsOf(result, era, name)
    const cpu = valuesOf(rounds, 'cpuUs')
    if (name === 'sdk') return loadFigures(title, rounds, { peer: true })
    const judge = `${title} ÷ SDK`
    return [
      ratio(judge, valuesOf(rounds, 'requestsPerSecond'), sdk, { inSummary: true }),
      ...loadFigures(title, rounds, { judgedBy: judge }),
      figure(`${title}, CPU`, 'µs', 'lower', cpu),
    ]
  })
}

function roundsOf({ calls }: AccountResult, era: Era, name: ContestantName): CallMeasure[] {
  return calls.map((round) => round[era][name])
}

export function accountCharts(result: AccountResult): Chart[] {
  return [
    {
      kind: 'bars',
      title: 'Calls of a tool a second',
      unit: '/s',
      scale: 'linear',
      groups: ERAS.map((era) => ({
        label: ERA_TITLES[era],
        bars: CONTESTANTS.map((name) => ({
          series: TITLES[name],
          value: median(roundsOf(result, era, name).map((round) => round.requestsPerSecond)),
        })),
      })),
    },
    {
      kind: 'lines',
      title: 'Latency of a call at half of the most',
      note: `${ERA_TITLES.legacy}.`,
      x: { label: 'percentile', scale: 'percentile' },
      y: { label: 'ms', scale: 'log' },
      series: CONTESTANTS.map((name) => ({ name: TITLES[name], points: latencyPoints([result.paced[name]]) })),
    },
  ]
}
