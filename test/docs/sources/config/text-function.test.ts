import t from 'tap'
import { readConfigModule } from '../../../../src/docs/sources/config/config-module.ts'

/** What a configuration says of `make`, a member that is a function. */
function made(source: string): unknown {
  const module = readConfigModule('config.ts', (file) => (file === 'config.ts' ? source : null))
  return (module['default'] as { make: unknown }).make
}

function apply(source: string, text: string): string | null {
  const make = made(source)
  return typeof make === 'function' ? (make as (text: string) => string)(text) : null
}

t.test('a chain of methods of a text is followed', (t) => {
  const cases: readonly [string, string, string][] = [
    [`export default { make: (s) => s.toLowerCase() }`, 'A b', 'a b'],
    [`export default { make: (s) => { return s.trim().toUpperCase() } }`, ' a ', 'A'],
    [
      `export default { make: function (s) { return s.normalize('NFKD').replace(/[\\u0300-\\u036F]/g, '') } }`,
      'é',
      'e',
    ],
    [`const r = /(\\s)+/g; export default { make: (s) => s.replace(r, '-') }`, 'a  b c', 'a-b-c'],
    [`export default { make: (s) => encodeURIComponent(String(s).replace(/^-+|-+$/g, '')) }`, '--ä-', '%C3%A4'],
    [`export default { make: (s) => s.replaceAll('a', 'b').replace('b', 'c') }`, 'aa', 'cb'],
  ]
  for (const [source, text, expected] of cases) t.equal(apply(source, text), expected, source)
  t.end()
})

t.test('a function that does more, or whose pattern may take long, is not followed', (t) => {
  const bodies = [
    `other(s)`,
    `s + 'x'`,
    `t.toLowerCase()`,
    `s`,
    `s.constructor('x')`,
    `s.repeat(1e9)`,
    `s.replace(/a/g, (x) => x)`,
    `s.replace(/(a+)+$/, '')`,
    `s.replace(/a*b*/g, '')`,
    `s.replace(/(a)\\1/, '')`,
    `s.replace(/a{2,9}/, '')`,
    `s.replace(/(?=a)/, '')`,
    `s${'.trim()'.repeat(30)}`,
  ]
  for (const body of bodies) {
    t.not(typeof made(`export default { make: (s) => ${body} }`), 'function', body)
  }
  t.end()
})

t.test('a text that grows or is long ends', (t) => {
  const doubled = `s${".replace(/(.)/g, '$1$1')".repeat(20)}`
  t.ok((apply(`export default { make: (s) => ${doubled} }`, 'ab')?.length ?? 0) <= 400)
  t.ok(
    (apply(`export default { make: (s) => s.replace(/-+$/g, '') }`, '-'.repeat(1_000_000) + 'x')?.length ?? 0) <= 400,
  )
  t.end()
})
