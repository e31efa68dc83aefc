import { readFileSync } from 'node:fs'
import t from 'tap'
import { accentOf, accentSheet, BACKGROUNDS, checkAccent, contrast } from '../../../src/docs/site/accent.ts'

t.test('contrast is that of WCAG', async (t) => {
  t.equal(contrast('#000000', '#ffffff'), 21)
  t.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
  t.equal(contrast('#fff', '#ffffff'), 1)
})

t.test('the backgrounds are those of the style sheet', async (t) => {
  const sheet = readFileSync(new URL('../../../src/web/static/style/base.css', import.meta.url), 'utf8')
  const { dark, light } = BACKGROUNDS
  t.match(sheet, `--paper: light-dark(${light.paper}, ${dark.paper});`)
  t.match(sheet, `--sunk: light-dark(${light.sunk}, ${dark.sunk});`)
})

t.test('an accent that is hard to read is refused, and the one that is named instead is not', async (t) => {
  for (const [colour, theme] of [
    ['#f59e0b', 'light'],
    ['#fff', 'light'],
    ['#1e3a8a', 'dark'],
    ['#000', 'dark'],
  ] as const) {
    const fault = checkAccent(colour, theme)
    t.match(
      fault,
      new RegExp(`^has a contrast of \\d+\\.\\d to the ${theme} background, and text needs 4.5; #[\\da-f]{6}`),
    )
    const named = /; (#[\da-f]{6}) has it$/.exec(fault ?? '')?.[1] ?? ''
    t.equal(checkAccent(named, theme), null, named)
  }
  t.equal(checkAccent('#12614d', 'light'), null)
  t.equal(checkAccent('#6fd0b0', 'dark'), null)
})

t.test('of one colour, that of the dark theme is made', async (t) => {
  const accent = accentOf('#0A7C5C')
  t.equal(accent.light, '#0a7c5c')
  t.equal(checkAccent(accent.dark, 'dark'), null)
  t.strictSame(accentOf({ light: '#00f', dark: '#fff' }), { light: '#0000ff', dark: '#ffffff' })
})

t.test('the colours of the style sheet can be read on one another', async (t) => {
  for (const colour of ['#0a7c5c', '#b23a07', '#1e3a8a', '#9d174d', '#333']) {
    const accent = accentOf(colour)
    const sheet = accentSheet(accent)
    const pairs = [...sheet.matchAll(/(--[\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)]
    const values = new Map(pairs.map(([, name, light = '', dark = '']) => [name, [light, dark]] as const))
    t.strictSame(values.get('--accent'), [accent.light, accent.dark])
    for (const [at, own] of [accent.light, accent.dark].entries()) {
      t.ok(contrast(own, values.get('--accent-sunk')?.[at] ?? '#fff') >= 4.5, `${own} on its own tint`)
      t.ok(contrast(own, values.get('--on-accent')?.[at] ?? '#fff') >= 4.5, `text on ${own}`)
    }
  }
})
