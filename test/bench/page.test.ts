import t from 'tap'
import type { BarChart, LineChart } from '../../bench/chart.ts'
import { figure } from '../../bench/figures.ts'
import { drawBarChart } from '../../bench/html/bar-chart.ts'
import { drawLineChart } from '../../bench/html/line-chart.ts'
import { formatPage } from '../../bench/html/page.ts'
import { createScale, shorten } from '../../bench/html/scale.ts'
import type { SavedRun } from '../../bench/saved-run.ts'

const MACHINE = { cpu: '<cpu>', cores: 2, memoryGiB: 24, node: 'v20', commit: 'abc', date: '2026-01-01' }
const LATENCY: LineChart = {
  kind: 'lines',
  title: 'Latency',
  x: { label: 'percentile', scale: 'percentile' },
  y: { label: 'ms', scale: 'log' },
  series: [
    {
      name: 'a & b',
      points: [
        [0.5, 1],
        [0.99, 10],
        [0.999, 30],
      ],
    },
    { name: 'none', points: [] },
  ],
}
const RATES: BarChart = {
  kind: 'bars',
  title: 'Rates',
  unit: '/s',
  scale: 'linear',
  groups: [{ label: 'en', bars: [10, 40].map((value, place) => ({ series: `s${place}`, value })) }],
}
const RUN: SavedRun = {
  version: 1,
  questions: [
    {
      name: 'search',
      state: 'answered',
      machine: MACHINE,
      quick: true,
      seconds: 3,
      report: '# Search\n\n`npm run bench -- search`\n\n## Speed\n\n| a | b |\n| - | -: |\n| <b> | 2 |',
      figures: [figure('ratio', '×', 'higher', [2, 3, 4], { inSummary: true })],
      charts: [LATENCY, RATES],
    },
    { name: 'http', state: 'left out', reason: 'wrk is missing' },
  ],
}

t.test('the page needs nothing but itself', async (t) => {
  const page = formatPage(RUN)
  t.notMatch(page, /<script|<link|<img|<iframe|@import|url\(|https?:/)
  for (const [, target = ''] of page.matchAll(/href="([^"]*)"/g)) {
    t.ok(target.startsWith('#') && page.includes(`id="${target.slice(1)}"`), target)
  }
})

t.test('what is measured is text in the page, never markup', async (t) => {
  const page = formatPage(RUN)
  t.notMatch(page, /<cpu>|<td[^>]*><b>/)
  t.match(page, '&lt;cpu&gt;')
  t.match(page, 'a &amp; b, p99: 10 ms')
})

t.test('a question that was left out is in the contents and says why', async (t) => {
  const page = formatPage(RUN)
  t.match(page, /<a href="#http">[^<]*<\/a> \(left out\)/)
  t.match(page, 'left out: wrk is missing.')
})

t.test('a chart has no number that is none', async (t) => {
  const one: LineChart = { ...LATENCY, series: [{ name: 'one', points: [[0.5, 1]] }] }
  const connections: LineChart = { ...LATENCY, x: { label: 'connections', scale: 'log' } }
  const zero: BarChart = { ...RATES, groups: [{ label: '', bars: [{ series: '', value: 0 }] }] }
  const charts = [
    drawLineChart(LATENCY),
    drawLineChart(one),
    drawLineChart(connections),
    ...([1, 2] as const).flatMap((baseline) =>
      [RATES, zero].map((chart) => drawBarChart({ ...chart, scale: 'log', baseline })),
    ),
    drawBarChart({ ...RATES, scale: 'log' }),
    drawBarChart(zero),
    drawBarChart({ ...zero, scale: 'log' }),
    drawBarChart({ ...RATES, groups: [] }),
  ]
  for (const chart of charts) t.notMatch(chart, /NaN|Infinity|undefined/)
})

t.test('on a scale of percentiles each further nine is equally far', async (t) => {
  const { place, ticks } = createScale('percentile', [0.9, 0.99, 0.999])
  t.ok(Math.abs(place(0.99) - 0.5) < 1e-9)
  t.same(
    ticks.map(({ label }) => label),
    ['90', '99', '99.9'],
  )
})

t.test('a log scale encloses its values between round numbers', async (t) => {
  const { place, ticks } = createScale('log', [3, 70])
  t.same(
    ticks.map(({ value }) => value),
    [2, 5, 10, 20, 50, 100],
  )
  t.ok(place(3) > 0 && place(70) < 1)
})

t.test('a log scale over one power of ten has two ends', async (t) => {
  const { place, ticks } = createScale('log', [10, 10])
  t.same(
    ticks.map(({ value }) => value),
    [10, 20],
  )
  t.equal(place(10), 0)
})

t.test('a linear scale begins at zero', async (t) => {
  const { place, ticks } = createScale('linear', [30, 90])
  t.equal(place(0), 0)
  t.equal(ticks[0]?.value, 0)
  t.ok(ticks.at(-1)!.value >= 90)
})

t.test('few values across have a tick each', async (t) => {
  const { ticks } = createScale('log', [1, 4, 16, 64, 256], true)
  t.same(
    ticks.map(({ label }) => label),
    ['1', '4', '16', '64', '256'],
  )
})

t.test('numbers on an axis are short', async (t) => {
  t.same([0.05, 12.34, 1500, 14_592, 2e6].map(shorten), ['0.05', '12.3', '1.5k', '14.6k', '2M'])
})
