import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Chart } from '../../bench/chart.ts'
import { figure } from '../../bench/figures.ts'
import { mergeRuns, readRun, writeRun, type SavedQuestion, type SavedRun } from '../../bench/saved-run.ts'
import { formatSummary } from '../../bench/summary.ts'

const MACHINE = { cpu: 'A', cores: 2, memoryGiB: 24, node: 'v20', commit: 'abc', date: '2026-01-01' }
const CHARTS: readonly Chart[] = [
  {
    kind: 'lines',
    title: 'Lines',
    x: { label: 'percentile', scale: 'percentile' },
    y: { label: 'ms', scale: 'log' },
    series: [{ name: 'one', points: [[0.5, 1]] }],
  },
  { kind: 'bars', title: 'Bars', note: 'A note.', unit: '×', scale: 'log', baseline: 1, groups: [] },
]

function answer(name: string, value: number, commit = 'abc'): SavedQuestion {
  const figures = [figure('rate', '/s', 'higher', [value, value], { inSummary: true })]
  const machine = { ...MACHINE, commit }
  return { name, state: 'answered', machine, quick: false, seconds: 3, report: '# Title', figures, charts: CHARTS }
}

const run = (...questions: readonly SavedQuestion[]): SavedRun => ({ version: 1, questions })
const leftOut = (name: string): SavedQuestion => ({ name, state: 'left out', reason: 'no wrk' })

t.test('a run is read as it was written', async (t) => {
  const file = join(mkdtempSync(join(tmpdir(), 'signpost-run-')), 'results/run.json')
  const written = run(answer('search', 1234.5), leftOut('http'))
  writeRun(file, written)
  t.same(readRun(file), written)
})

t.test('a file of another form is refused', async (t) => {
  const file = join(mkdtempSync(join(tmpdir(), 'signpost-run-')), 'run.json')
  for (const text of ['{}', '{"version":2,"questions":[]}', '{"version":1,"questions":[{"name":"a"}]}']) {
    writeFileSync(file, text)
    t.throws(() => readRun(file), /is not a saved run/, text)
  }
})

t.test('a new answer takes the place of the older one, and others stay, in the order of the questions', async (t) => {
  const merged = mergeRuns(run(answer('http', 1), answer('mcp', 1)), run(answer('http', 2), answer('search', 2)), [
    'search',
    'http',
    'mcp',
  ])
  t.same(merged, run(answer('search', 2), answer('http', 2), answer('mcp', 1)))
})

t.test('a question without an answer does not take the place of an older answer', async (t) => {
  const merged = mergeRuns(run(answer('http', 1)), run(leftOut('http'), leftOut('mcp')), ['http', 'mcp'])
  t.same(merged, run(answer('http', 1), leftOut('mcp')))
})

t.test('the summary has the chosen figures, the machine, and what was left out', async (t) => {
  const text = formatSummary(run(answer('search', 1234), leftOut('http')))
  t.match(text, /^\| search: rate \| 1,234\/s \| 1,234\/s to 1,234\/s \|$/m)
  t.match(text, /^A, 2 cores, 24 GiB; Node v20; commit abc; 2026-01-01\.$/m)
  t.match(text, /^Without an answer: http \(left out: no wrk\)\.$/m)
})

t.test('the summary says of which commit each question is where they differ', async (t) => {
  const text = formatSummary(run(answer('search', 1), answer('http', 1, 'def')))
  t.match(text, /^search: A, .*commit abc/m)
  t.match(text, /^http: A, .*commit def/m)
})
