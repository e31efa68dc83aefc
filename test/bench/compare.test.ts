import t from 'tap'
import { compareRuns, spreadOf } from '../../bench/compare.ts'
import { formatComparison } from '../../bench/compare-report.ts'
import { figure, type Figure } from '../../bench/figures.ts'
import type { AnsweredQuestion, SavedRun } from '../../bench/saved-run.ts'

const MACHINE = { cpu: 'A', cores: 2, memoryGiB: 24, node: 'v20', commit: 'abc', date: '2026-01-01' }

function run(figures: readonly Figure[], more: Partial<AnsweredQuestion> = {}): SavedRun {
  const answer = { name: 'q', state: 'answered', machine: MACHINE, quick: false, seconds: 1 } as const
  return { version: 1, questions: [{ ...answer, report: '', charts: [], figures, ...more }] }
}

/** A figure with three rounds that differ by about two percent. */
function rate(middle: number, more: Partial<Figure> = {}): Figure {
  return { ...figure('rate', '/s', 'higher', [middle * 0.98, middle, middle * 1.02]), ...more }
}

const namesOf = (changes: readonly { readonly name: string }[]): string[] => changes.map(({ name }) => name)

t.test('what differs by no more than the rounds differ among themselves is the same', async (t) => {
  const comparison = compareRuns(run([rate(1000)]), run([rate(950)]))
  t.same([comparison.slower, comparison.faster, comparison.same], [[], [], 1])
})

t.test('a rate that falls by much more than its rounds differ has become slower', async (t) => {
  const { faster, same, slower } = compareRuns(run([rate(1000)]), run([rate(700)]))
  t.same(namesOf(slower), ['rate'])
  t.same([faster.length, same], [0, 0])
  t.equal(slower[0]?.before, 1000)
  t.equal(slower[0]?.after, 700)
})

t.test('a rate that rises by as much has become faster', async (t) => {
  const { faster, slower } = compareRuns(run([rate(700)]), run([rate(1000)]))
  t.same([namesOf(faster), slower.length], [['rate'], 0])
})

t.test('of a time the larger is the slower', async (t) => {
  const time = (ms: number): Figure => figure('time', 'ms', 'lower', [ms * 0.98, ms, ms * 1.02])
  t.same(namesOf(compareRuns(run([time(10)]), run([time(15)])).slower), ['time'])
  t.same(namesOf(compareRuns(run([time(15)]), run([time(10)])).faster), ['time'])
})

t.test('the noise of either run counts', async (t) => {
  const noisy = figure('rate', '/s', 'higher', [500, 700, 1000])
  t.same(compareRuns(run([rate(1000)]), run([noisy])).slower, [])
  t.same(compareRuns(run([noisy]), run([rate(500)])).slower, [])
})

t.test('rounds that agree by chance are taken to be as noisy as the others of the question usually are', async (t) => {
  const others = ['a', 'b', 'c'].map((name) => figure(name, '/s', 'higher', [80, 100, 120]))
  const lucky = (value: number): Figure => figure('lucky', '/s', 'higher', [value, value, value])
  t.same(compareRuns(run([lucky(1000), ...others]), run([lucky(800), ...others])).slower, [])
  t.same(namesOf(compareRuns(run([lucky(1000)]), run([lucky(800)])).slower), ['lucky'])
})

t.test('a figure that was measured once is judged by the usual noise of its question', async (t) => {
  const once = (value: number): Figure => figure('build', 's', 'lower', [value])
  t.same(compareRuns(run([once(10), rate(1000)]), run([once(10.5), rate(1000)])).slower, [])
  t.same(namesOf(compareRuns(run([once(10), rate(1000)]), run([once(20), rate(1000)])).slower), ['build'])
})

t.test('a change of less than three percent counts for nothing, however steady the rounds are', async (t) => {
  const steady = (value: number): Figure => figure('rate', '/s', 'higher', [value, value, value])
  t.same(compareRuns(run([steady(1000)]), run([steady(980)])).slower, [])
  t.same(namesOf(compareRuns(run([steady(1000)]), run([steady(960)])).slower), ['rate'])
})

t.test('a figure with a ratio to a peer of the same run is judged by the ratio', async (t) => {
  const ratioOf = (value: number): Figure => figure('ratio', '×', 'higher', [value, value, value])
  const before = run([rate(1000, { judgedBy: 'ratio' }), ratioOf(2)])
  const slowMachine = compareRuns(before, run([rate(500, { judgedBy: 'ratio' }), ratioOf(2)]))
  t.same([slowMachine.slower, slowMachine.unjudged], [[], 1])
  const slowCode = compareRuns(before, run([rate(1000, { judgedBy: 'ratio' }), ratioOf(1)]))
  t.same(namesOf(slowCode.slower), ['ratio'])
  const withoutRatio = compareRuns(before, run([rate(500, { judgedBy: 'ratio' })]))
  t.same(namesOf(withoutRatio.slower), ['rate'])
})

t.test('a peer that becomes slower is no fault', async (t) => {
  const { slower, unjudged } = compareRuns(run([rate(1000, { peer: true })]), run([rate(100, { peer: true })]))
  t.same([slower, unjudged], [[], 1])
})

t.test('an exact figure counts from the third decimal on', async (t) => {
  const quality = (value: number): Figure => figure('MRR', '', 'higher', [value], { exact: true })
  t.same(namesOf(compareRuns(run([quality(0.822)]), run([quality(0.821)])).slower), ['MRR'])
  t.same(compareRuns(run([quality(0.8221)]), run([quality(0.8219)])).slower, [])
})

t.test('figures that only one run has are named and are no fault', async (t) => {
  const gone = figure('gone', '/s', 'higher', [1])
  const fresh = figure('new', '/s', 'higher', [1])
  const { added, missing, slower } = compareRuns(run([rate(1000), gone]), run([rate(1000), fresh]))
  t.same([missing, added, slower], [['q: gone'], ['q: new'], []])
})

t.test('a question without an answer in one of the runs is a warning', async (t) => {
  const leftOut: SavedRun = { version: 1, questions: [{ name: 'q', state: 'left out', reason: 'no wrk' }] }
  const { slower, warnings } = compareRuns(run([rate(1000)]), leftOut)
  t.same([slower, warnings], [[], ['q: this run has no answer']])
  t.same(compareRuns(leftOut, run([rate(1000)])).warnings, ['q: the saved run has no answer'])
})

t.test('only the questions that are named are compared', async (t) => {
  const two = run([rate(1000)])
  const other = { ...run([rate(1000)], { name: 'other' }).questions[0]! }
  const saved: SavedRun = { version: 1, questions: [...two.questions, other] }
  const fresh = run([rate(100)])
  t.same(compareRuns(saved, fresh, ['other']).warnings, ['other: this run has no answer'])
  t.equal(compareRuns(saved, fresh, ['q']).slower.length, 1)
})

t.test('on another machine there is a warning, and only ratios and exact figures are judged', async (t) => {
  const figures = (speed: number): Figure[] => [
    rate(1000 * speed),
    figure('ratio', '×', 'higher', [2 * speed, 2 * speed]),
    figure('MRR', '', 'higher', [0.8 * speed], { exact: true }),
  ]
  const { slower, unjudged, warnings } = compareRuns(
    run(figures(1)),
    run(figures(0.5), { machine: { ...MACHINE, cpu: 'B' } }),
  )
  t.same(namesOf(slower).toSorted(), ['MRR', 'ratio'])
  t.equal(unjudged, 1)
  t.same(warnings, ['another machine (A, now B): only ratios are judged'])
})

t.test('another commit or day is no other machine', async (t) => {
  const later = { ...MACHINE, commit: 'def', date: '2027-01-01' }
  t.same(compareRuns(run([rate(1000)]), run([rate(1000)], { machine: later })).warnings, [])
})

t.test('a quick run beside a full one is a warning', async (t) => {
  const { warnings } = compareRuns(run([rate(1000)]), run([rate(1000)], { quick: true }))
  t.same(warnings, ['q: one run is quick, the other is not'])
})

t.test('a figure of zero, which has no ratio to another, is not judged', async (t) => {
  const cost = (value: number): Figure => figure('cost', 'µs', 'lower', [value, value])
  t.equal(compareRuns(run([cost(0)]), run([cost(3)])).unjudged, 1)
})

t.test('the spread of normally distributed rounds comes out near their standard deviation', async (t) => {
  // Quantiles of the normal distribution with mean 100 and standard deviation 5.
  const rounds = [91.8, 94.8, 96.6, 98.1, 99.4, 100.6, 101.9, 103.4, 105.2, 108.2]
  const spread = spreadOf(rounds)
  t.ok(spread !== null && spread > 0.04 && spread < 0.065, String(spread))
  t.equal(spreadOf([7]), null)
})

t.test('the comparison is told with both values, the change and the noise', async (t) => {
  const text = formatComparison(compareRuns(run([rate(1000)]), run([rate(500)])))
  t.match(text, /^Slower:/m)
  t.match(text, /^\| q: rate +\| 1,000\/s \| +500\/s \| +-50 % \| ±\d+ % \|$/m)
  t.match(text, /^1 slower, 0 faster, 0 the same within the noise; 0 not judged/m)
})

t.test('figures whose rounds hold no number are refused', async (t) => {
  t.throws(() => figure('rate', '/s', 'higher', []), /no number/)
  t.throws(() => figure('rate', '/s', 'higher', [1, Number.NaN]), /no number/)
})
