import t from 'tap'
import { removeTricks } from '../../src/shared/stranger-text.ts'

t.test('what cannot be seen, turns the direction or breaks the line is taken out of a text of strangers', async (t) => {
  const tricks = ['\0', '\u200b', '\u202e', '\u2028', '\u2800', '\u3164', '\ue000', '\ud800', '\u0378', '\u{e0041}']
  for (const trick of tricks) {
    t.equal(removeTricks(`Fro${trick}g`, ''), 'Frog')
    t.equal(removeTricks(`Fro${trick}${trick}g`, ' '), 'Fro g')
  }
})

t.test('letters of every script stay, with the marks that they need and no more', async (t) => {
  for (const text of ['Đặng Bích', '개구리', '青蛙', 'ضفدع', '🐸 & co.']) t.equal(removeTricks(text, ''), text)
  t.equal(removeTricks(`a${'\u0301'.repeat(9)}b`, ''), `a${'\u0301'.repeat(4)}b`)
  t.equal(removeTricks('  Frog \u00a0 pond ', ''), 'Frog pond')
})
