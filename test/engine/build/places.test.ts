import t from 'tap'
import { placesIn } from '../../../src/engine/build/places.ts'

t.test('what a text is composed of has the place of its first part', async (t) => {
  for (const [text, places] of [
    ['a b', [0, 1, 2, 3]],
    // Jamo of keyboards, which NFKC composes.
    ['ㄱㅏ 검색', [0, 2, 3, 4, 5]],
    ['\uffa1\uffc2 x', [0, 2, 3, 4]],
    ['e\u0301a', [0, 2, 3]],
    ['ｶﾞa', [0, 2, 3]],
    ['😀a', [0, 0, 2, 3]],
  ] as const) {
    t.strictSame([...placesIn(text, text.normalize('NFKC').length)], places, text)
  }
})
