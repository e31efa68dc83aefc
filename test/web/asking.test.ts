import t from 'tap'

interface Question {
  readonly signal: AbortSignal
  readonly resolve: (answer: string) => void
  readonly reject: (error: Error) => void
}

const MODULE = new URL('../../src/web/static/search/asking.js', import.meta.url)

const { createAsking } = (await import(MODULE.href)) as {
  readonly createAsking: (onAnswer: (answer: string | null, isLatest: boolean) => void) => {
    stop(): void
    ask(question: (signal: AbortSignal) => Promise<string>): Promise<void>
  }
}

/** Asks as many questions, each of which the test answers, and collects what is shown. */
function begin(count: number) {
  const shown: (readonly [answer: string | null, isLatest: boolean])[] = []
  const asking = createAsking((...answer) => shown.push(answer))
  const questions: Question[] = []
  const asked = Array.from({ length: count }, () =>
    asking.ask((signal) => new Promise((resolve, reject) => questions.push({ signal, resolve, reject }))),
  )
  const aborted = (): boolean[] => questions.map(({ signal }) => signal.aborted)
  return { asking, shown, questions, aborted, settled: () => Promise.all(asked) }
}

t.test('answers are shown in the order of their questions, and one that comes late is not', async (t) => {
  const { aborted, questions, settled, shown } = begin(3)
  questions[1]?.resolve('b')
  await Promise.resolve().then(() => {})
  questions[0]?.resolve('a')
  questions[2]?.resolve('c')
  await settled()
  t.strictSame(shown, [
    ['b', false],
    ['c', true],
  ])
  t.strictSame(aborted(), [true, false, false])
})

t.test('one question too many ends the oldest', async (t) => {
  const { aborted, questions, settled, shown } = begin(5)
  t.strictSame(aborted(), [true, true, false, false, false])
  for (const { resolve } of questions) resolve('x')
  await settled()
  t.equal(shown.length, 3)
})

t.test('a fault is told of the latest question alone', async (t) => {
  const { questions, settled, shown } = begin(2)
  questions[0]?.reject(new Error('gone'))
  questions[1]?.reject(new Error('gone'))
  await settled()
  t.strictSame(shown, [[null, true]])
})

t.test('nothing is shown after a stop', async (t) => {
  const { asking, questions, settled, shown } = begin(2)
  asking.stop()
  for (const { resolve } of questions) resolve('x')
  await settled()
  t.strictSame(shown, [])
})
