import t from 'tap'
import { readConfigModule } from '../../../../src/docs/sources/config/config-module.ts'
import { UNKNOWN } from '../../../../src/docs/sources/config/config-values.ts'
import { membersUnknown } from '../../../../src/docs/sources/config/unknown-members.ts'

function read(files: Record<string, string>, path = 'site/config.ts'): Record<string, unknown> {
  return { ...readConfigModule(path, (file) => files[file] ?? null) }
}

function value(source: string): unknown {
  return read({ 'site/config.ts': source })['default']
}

t.test('a configuration is read as it is written', async (t) => {
  t.same(value(`export default { a: 'x', b: [1, -2, true, null], 'c-d': \`y\${1 + 1}\`, e: { f: undefined } }`), {
    a: 'x',
    b: [1, -2, true, null],
    'c-d': 'y2',
    e: { f: undefined },
  })
  t.same(value(`const config: Config = { title: 'A' }; export default config satisfies Config`), { title: 'A' })
  t.same(value(`module.exports = { title: 'A', ...{ tagline: 'B' } }`), { title: 'A', tagline: 'B' })
  t.same(value(`export default defineConfig({ title: 'A' })`), { title: 'A' })
  t.same(value(`export default withMermaid(defineConfig({ title: 'A' }))`), { title: 'A' })
  t.same(value(`export default async function createConfig() { const t = 'A'; return { title: t } }`), { title: 'A' })
})

t.test('names, imports and functions are followed', async (t) => {
  const files = {
    'site/config.ts': `
      import nav, { languages as all } from './shared/nav'
      import versions from './versions.json'
      import { thing } from 'a-package'
      const { zh } = { zh: { label: '中文' } }
      function sidebar(base: string) { return [{ text: 'One', link: base + '/one' }] }
      export const extra = all[0]
      export default { nav, zh, all, latest: versions[0], sidebar: sidebar('/guide'), thing, count: all.length }`,
    'site/shared/nav.ts': `export const languages = ['en', 'ko']; export default [{ text: 'Home', link: '/' }]`,
    'site/versions.json': '["2.0", "1.0"]',
  }
  t.same(read(files), {
    default: {
      nav: [{ text: 'Home', link: '/' }],
      zh: { label: '中文' },
      all: ['en', 'ko'],
      latest: '2.0',
      sidebar: [{ text: 'One', link: '/guide/one' }],
      thing: UNKNOWN,
      count: 2,
    },
    extra: 'en',
  })
  t.same(read({ 'site/config.ts': `export default require('./a.js')`, 'site/a.js': 'module.exports = { a: 1 }' }), { default: { a: 1 } }) // prettier-ignore
  t.same(read({ 'site/config.ts': `export { default } from './a.mjs'`, 'site/a.mts': 'export default { a: 1 }' }), { default: { a: 1 } }) // prettier-ignore
})

t.test('what depends on the environment is as in a build for production', async (t) => {
  t.same(
    value(`export default { a: process.env.NODE_ENV === 'production' ? '/x/' : '/', b: process.env.BASE ?? '/y/', c: !process.env.CI }`),
    { a: '/x/', b: '/y/', c: true },
  ) // prettier-ignore
})

t.test('what only running would tell is unknown, and nothing is run', async (t) => {
  t.same(value(`export default { a: Math.random(), b: fetch('https://example.com'), c: [new Date()], d: 'known' }`), {
    a: UNKNOWN,
    b: UNKNOWN,
    c: [UNKNOWN],
    d: 'known',
  })
  t.equal(value(`process.exit(1); export default globalThis.broken`), UNKNOWN)
})

t.test('parameters have defaults and parts, and lists are mapped', async (t) => {
  const links = `function links(base = '', { end = '!', of: name } = {}) { return [base + 'a' + end, name] }`
  t.same(value(`${links}; export default [links('/v1/', { of: 1 }), links(undefined, { end: '?' }), links()]`), [
    ['/v1/a!', 1],
    ['a?', undefined],
    ['a!', undefined],
  ])
  t.same(value(`const { a = 1, b: { c } } = { b: { c: 2 } }; export default [a, c]`), [1, 2])
  t.equal(value(`export default (({ mode }) => mode)`), UNKNOWN)
  t.same(
    value(`const all = ['a', 'b']; export default all.map((name, at) => ({ text: name, link: \`/x/\${name}\`, at }))`),
    [
      { text: 'a', link: '/x/a', at: 0 },
      { text: 'b', link: '/x/b', at: 1 },
    ],
  )
  t.same(value(`export default [[1, 2], [3]].flatMap((list) => list)`), [1, 2, 3])
  t.equal(value(`export default unknown.map((name) => name)`), UNKNOWN)
})

t.test('a configuration that is none, or without end, gives nothing and ends', async (t) => {
  t.same(read({}), {})
  t.same(read({ 'site/config.ts': 'export default {' }), {})
  t.same(read({ 'site/config.ts': '\u0000\u0001 <<<<' }), {})
  t.equal(value('const a = b; const b = a; export default a'), UNKNOWN)
  t.equal(value('function f() { return f() } export default f()'), UNKNOWN)
  t.equal(value('function f() { return [f(), f(), f(), f()] } export default f().length'), 4)
  t.same(
    read({ 'site/config.ts': `export * from './config'; export default import('./config')` })['default'],
    undefined,
  )
  t.equal(value(`export default ${'['.repeat(5000)}${']'.repeat(5000)}`) !== null, true)
  t.same(value(`export default { __proto__: { polluted: true }, constructor: 1 }`), { constructor: 1 })
  t.equal(({} as Record<string, unknown>)['polluted'], undefined)
})

t.test('declarations, parameters and statements of functions that are called count, and so do spreads', async (t) => {
  const calls = `export default [${'f(),'.repeat(30_000)}]`
  for (const [what, body] of Object.entries({
    declarations: `() { var ${'a,'.repeat(200_000)}b; return 1 }`,
    patterns: `() { var { ${'a,'.repeat(200_000)}b } = {}; return 1 }`,
    statements: `() { ${';'.repeat(400_000)} return 1 }`,
    parts: `({ ${'a,'.repeat(200_000)}b }) { return 1 }`,
    parameters: `(${Array.from({ length: 100_000 }, (_, at) => `a${at}`).join(',')}) { return 1 }`,
  })) {
    const called = value(`function f${body} ${calls}`) as unknown[]
    t.equal(called.length, 30_000, what)
    t.equal(called.at(-1), UNKNOWN, what)
  }
})

t.test('lists that are mapped within one another end', (t) => {
  const list = `const list = [${'1,'.repeat(10_000)}]`
  t.ok(Array.isArray(value(`${list}; export default list.map(() => list.map(() => list.map(() => list)))`)))
  t.equal((value(`${list}; export default list.flatMap(() => list)`) as unknown[]).length, 10_000)
  t.end()
})

t.test('a spread for which there is no room is told as one of a program is, and is not looked at', (t) => {
  const members = Array.from({ length: 50_000 }, (_, at) => `a${at}: 1`).join(',')
  const full = `const list = [${'1,'.repeat(50_000)}]; const full = [${'...list,'.repeat(81)}]`
  const spread = value(
    `${full}; const a = { ${members} }; export default [full, { ${'...a,'.repeat(50_000)} b: 2 }]`,
  ) as [unknown, object]
  t.same(spread[1], { b: 2 })
  t.match(membersUnknown(spread[1]).get('...'), { file: 'site/config.ts', line: 1 })
  t.end()
})
