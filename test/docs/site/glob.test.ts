import t from 'tap'
import { checkGlob, compileGlobs } from '../../../src/docs/site/glob.ts'

t.test('globs match paths as people expect', async (t) => {
  for (const [glob, matching, others] of [
    ['*.md', ['a.md', '.md'], ['a.mdx', 'b/a.md', 'md']],
    ['**/*.md', ['a.md', 'b/a.md', 'b/c/a.md'], ['a.mdx', 'b/a.md/x']],
    ['guides/**', ['guides/a', 'guides/a/b', 'guides'], ['guide/a', 'x/guides/a']],
    ['**/internal/**/*.{md,mdx}', ['internal/a.md', 'a/internal/b/c.mdx'], ['internal.md', 'a/internal/b.txt']],
    ['a?c', ['abc', 'a中c'], ['ac', 'abbc', 'a/c']],
    ['a*b*c', ['abc', 'axbxbc', 'abcbc'], ['abcd', 'acb']],
    ['{en,zh}/{a,b}*', ['en/a1', 'zh/b'], ['ko/a', 'en/c']],
    ['a.c', ['a.c'], ['abc']],
  ] as const) {
    const matches = compileGlobs([glob])
    t.equal(checkGlob(glob), null, glob)
    for (const path of matching) t.ok(matches(path), `${glob} matches ${path}`)
    for (const path of others) t.notOk(matches(path), `${glob} does not match ${path}`)
  }
  t.notOk(compileGlobs([])('a'))
  t.ok(compileGlobs(['a', 'b'])('b'))
})

t.test('globs that would be read in another way elsewhere are refused', async (t) => {
  for (const glob of [
    '',
    '/a',
    '!a',
    'a[bc]',
    '@(a|b)',
    'a\\b',
    '{a',
    'a}',
    '{a,{b,c}}',
    'a/../b',
    './a',
    'a//b',
    'a/',
  ]) {
    t.type(checkGlob(glob), 'string', glob)
  }
  t.type(checkGlob('{a,b}'.repeat(7)), 'string', 'too many alternatives')
  t.type(checkGlob('a'.repeat(501)), 'string', 'too long')
})

t.test('a glob that makes others backtrack for ever is matched', async (t) => {
  t.notOk(compileGlobs([`${'*a'.repeat(200)}b`])('a'.repeat(4000)))
  t.notOk(compileGlobs([`${'**/a/'.repeat(90)}b`])('a/'.repeat(2000)))
})
