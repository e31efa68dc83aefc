import t from 'tap'
import { readColour, readSize, readSpeed, renditionUrl, UNCHANGED } from '../../../src/icons/rendition/rendition.ts'

t.test('values are read in one form, and anything else is none', (t) => {
  for (const [text, colour] of [
    ['#E11D48', '#e11d48'],
    ['e11d48', '#e11d48'],
    [' #0aF ', '#00aaff'],
    ['red', null],
    ['#12345', null],
    ['#e11d48"/><script>', null],
    ['', null],
  ] as const) {
    t.equal(readColour(text), colour, text)
  }
  t.strictSame(['16', '512', '15', '513', '64.5', '-64', '1e2', ''].map(readSize), [
    16,
    512,
    ...Array<null>(6).fill(null),
  ])
  t.strictSame(['0.25', '4', '1.5', '0.2', '4.01', '1.255', '.5', '2e0', 'NaN', ''].map(readSpeed), [
    0.25,
    4,
    1.5,
    ...Array<null>(7).fill(null),
  ])
  t.end()
})

t.test('an address names what is changed, and the version only of what is not', (t) => {
  const url = 'https://icons.example/assets/a.svg?v=0123456789abcdef'
  t.equal(renditionUrl(url, UNCHANGED), url)
  t.equal(
    renditionUrl(url, { colour: '#e11d48', sizePx: 64, speed: 0.5, still: true }),
    'https://icons.example/assets/a.svg?color=e11d48&size=64&speed=0.5&still=1',
  )
  t.end()
})
