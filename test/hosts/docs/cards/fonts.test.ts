import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import { readFaces, unpackFont } from '../../../../src/hosts/docs/cards/font-file.ts'
import { chooseFaces, openFonts } from '../../../../src/hosts/docs/cards/font-shelf.ts'
import type { Locale } from '../../../../src/shared/locale.ts'
import { contentTree } from '../../../support/content-tree.ts'
import { tinyFont } from '../../../support/tiny-font.ts'

const LIMIT = 1_048_576
const WOFF = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource/geist-sans/files/geist-sans-latin-600-normal.woff'),
)
const code = (character: string): number => character.codePointAt(0) ?? 0

t.test('a packed font says which characters it has, how wide they are, its family and its weight', async (t) => {
  const [face] = readFaces(unpackFont(WOFF, LIMIT))
  t.match(face, { family: 'Geist', weight: 600 })
  t.equal(face?.advance(code('A')), 0.719)
  t.ok((face?.advance(code('i')) ?? 1) < (face?.advance(code('m')) ?? 0))
  for (const none of ['配', '한', 'م', '😀', '\u0000']) t.equal(face?.advance(code(none)), null, none)
})

t.test('a collection has a face for each of its fonts', async (t) => {
  const faces = readFaces(
    tinyFont({ family: 'One', widths: { a: 300, 配: 1000 } }, { family: 'Two', weight: 700, widths: { 'b': 500, '😀': 900 } }), // prettier-ignore
  )
  t.match(faces, [
    { family: 'One', weight: 400 },
    { family: 'Two', weight: 700 },
  ])
  t.strictSame(['a', 'b', '配', '😀'].map((each) => faces[0]?.advance(code(each))), [0.3, null, 1, null]) // prettier-ignore
  t.strictSame(['a', 'b', '配', '😀'].map((each) => faces[1]?.advance(code(each))), [null, 0.5, null, 0.9]) // prettier-ignore
})

t.test('a damaged font is refused, wherever it ends and however much it claims to be', async (t) => {
  const font = tinyFont({ family: 'One', widths: { a: 300 } })
  for (let end = 0; end < font.length; end += 7) {
    try {
      readFaces(font.subarray(0, end))[0]?.advance(code('a'))
    } catch (error) {
      t.ok(error instanceof RangeError, String(error))
    }
  }
  t.throws(() => readFaces(Buffer.alloc(0)), RangeError)
  const claims = Buffer.from(WOFF)
  claims.writeUInt32BE(0x7fffffff, 44 + 12)
  t.throws(() => unpackFont(claims, LIMIT), /larger than 1048576 bytes/)
})

t.test('letters have the forms of the reader, the next weight, and the first font that has them', async (t) => {
  const han = { 配: 1000, a: 500 }
  const fonts = (weight: number) =>
    ['Noto Sans Mono CJK SC', 'Noto Sans CJK JP', 'Noto Sans CJK KR', 'Noto Sans CJK SC'].map((family) => ({ family, weight, widths: han })) // prettier-ignore
  const folder = await contentTree(t, {
    'NotoSansCJK-Regular.ttc': tinyFont(...fonts(400)),
    'NotoSansCJK-Bold.ttc': tinyFont(...fonts(700)),
    'own.otf': tinyFont({ family: 'Own', widths: { م: 700 } }),
    'broken.ttf': 'no font',
  })
  const own = ['own.otf', 'broken.ttf', 'none.ttf'].map((name) => `${folder}/${name}`)
  const shelf = openFonts(own, [folder])
  t.match(shelf.faults, [/broken\.ttf: /, /none\.ttf: it cannot be read/])
  t.equal(shelf.faults.length, 2)
  const faceOf = (locale: Locale, weight: number, character: string): string | null => {
    const face = chooseFaces(shelf, locale, weight)(code(character))
    return face === null ? null : `${face.family} ${face.weight}`
  }
  t.equal(faceOf('zh', 600, '配'), 'Noto Sans CJK SC 700')
  t.equal(faceOf('en', 500, '配'), 'Noto Sans CJK SC 400')
  t.equal(faceOf('ko', 600, '配'), 'Noto Sans CJK KR 700')
  t.equal(faceOf('zh', 600, 'a'), 'Geist 600')
  t.equal(faceOf('en', 500, 'م'), 'Own 400')
  t.equal(faceOf('en', 500, '，'), null, 'marks of Chinese are not taken from the font for Latin')
  t.equal(faceOf('ko', 600, '😀'), null)
})
