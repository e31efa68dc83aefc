import { parseXml, XmlElement } from '@rgrove/parse-xml'
import t from 'tap'
import { parseClockValue } from '../../../../src/icons/build/svg/clock-value.ts'
import { smilTiming, type Timing } from '../../../../src/icons/build/svg/smil-timing.ts'

function timing(...animations: readonly string[]): Timing | null {
  const { root } = parseXml(`<svg>${animations.map((attributes) => `<animate ${attributes}/>`).join('')}</svg>`)
  return smilTiming((root?.children ?? []).filter((child) => child instanceof XmlElement))
}

t.test('clock values are read in all their forms', (t) => {
  const values = { '0.5s': 500, '250ms': 250, '2': 2000, '.4s': 400, '1min': 60_000, '2h': 7_200_000, '01:30': 90_000 }
  for (const [text, ms] of Object.entries(values)) t.equal(parseClockValue(text), ms, text)
  t.equal(parseClockValue('1:00:01.5'), 3_601_500)
  for (const text of ['', 'indefinite', '1x', '-1s', 'a.end']) t.equal(parseClockValue(text), null, text)
  t.end()
})

t.test('the last to end decides how long all of it lasts', (t) => {
  t.strictSame(timing('dur="0.4s"', 'begin="0.4s" dur="0.6s"'), { durationMs: 1000, loop: false })
  t.strictSame(timing('dur="1s" repeatCount="2.5"'), { durationMs: 2500, loop: false })
  t.strictSame(timing('dur="1s" repeatDur="4s"'), { durationMs: 4000, loop: false })
  t.strictSame(timing('dur="1s" repeatCount="9" repeatDur="4s"'), { durationMs: 4000, loop: false })
  t.end()
})

t.test('what repeats for ever counts once, and is a loop', (t) => {
  t.strictSame(timing('dur="3s" repeatCount="indefinite"'), { durationMs: 3000, loop: true })
  t.strictSame(timing('dur="1s"', 'begin="1s" dur="2s" repeatCount="indefinite"'), { durationMs: 3000, loop: true })
  t.end()
})

t.test('beginnings that follow one another are added up, in any order', (t) => {
  const chain = ['id="c" begin="b.end" dur="1s"', 'id="b" begin="a.end+0.5s" dur="1s"', 'id="a" dur="1s"']
  t.strictSame(timing(...chain), { durationMs: 3500, loop: false })
  t.strictSame(timing(...chain.toReversed()), { durationMs: 3500, loop: false })
  t.strictSame(timing('id="a" dur="1s"', 'begin="a.begin+.25s" dur="1s"'), { durationMs: 1250, loop: false })
  t.end()
})

t.test('a circle of beginnings is a loop of one turn', (t) => {
  t.strictSame(timing('id="a" begin="0;b.end" dur="1s"', 'id="b" begin="a.end" dur="2s"'), {
    durationMs: 3000,
    loop: true,
  })
  t.strictSame(timing('id="a" begin="0;a.end+1s" dur="1s"'), { durationMs: 1000, loop: true })
  t.end()
})

t.test('what cannot be known is not told', (t) => {
  t.match(timing('begin="click" dur="1s"'), { durationMs: null })
  t.match(timing('begin="nobody.end" dur="1s"'), { durationMs: null })
  t.match(timing('repeatCount="2"'), { durationMs: null })
  t.match(timing('id="a" begin="b.end" dur="1s"', 'id="b" begin="a.end" dur="1s"'), { durationMs: null })
  t.equal(timing(), null)
  t.end()
})
