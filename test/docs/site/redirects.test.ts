import t from 'tap'
import { checkNewAddress, checkOldAddress, createRedirects, findRedirect } from '../../../src/docs/site/redirects.ts'

const REDIRECTS = createRedirects(
  {
    '/guides/old': '/guides/new',
    '/zh/only': '/zh/here#part',
    '/gone/': 'https://example.com/a b',
    '/en/spaced%20name': '/en/指南/start',
    '/guide': '/en/guide',
    '/part': '/en/part#one',
  },
  'en',
)

t.test('old addresses lead to new ones in the same locale', async (t) => {
  for (const [path, location] of [
    ['/guides/old', '/en/guides/new'],
    ['/guides/old/', '/en/guides/new'],
    ['/ko/guides/old', '/ko/guides/new'],
    ['/zh/guides/old.md', '/zh/guides/new.md'],
    ['/zh/only', '/zh/here#part'],
    ['/en/only', null],
    ['/gone', 'https://example.com/a%20b'],
    ['/ko/gone', 'https://example.com/a%20b'],
    ['/en/spaced%20name', '/en/%E6%8C%87%E5%8D%97/start'],
    ['/guide', '/en/guide'],
    ['/en/guide', null],
    ['/zh/guide', '/en/guide'],
    ['/part', '/en/part#one'],
    ['/en/part', null],
    ['/guides', null],
    ['/%ff', null],
    ['/', null],
    [`/${'/'.repeat(5000)}`, null],
  ] as const) {
    t.equal(findRedirect(REDIRECTS, path), location, path.slice(0, 40))
  }
  t.equal(findRedirect(createRedirects({}, 'en'), '/guides/old'), null)
  t.equal(findRedirect(createRedirects({ '/a': '/b' }, 'ko'), '/a'), '/ko/b')
})

t.test('no value can add a line to the header, or leave the host unseen', async (t) => {
  for (const to of [
    '//evil.example',
    '/a\r\nSet-Cookie: x',
    '/%0d%0aX: y',
    'javascript:alert(1)',
    '',
    'a',
    '/a/../b',
    '\\\\evil',
    `/${'a'.repeat(3000)}`,
  ]) {
    t.type(checkNewAddress(to), 'string', JSON.stringify(to).slice(0, 40))
  }
  for (const from of ['/', '//a', 'a', '/a?b', '/a#b', '/a/..', '/%ff', '/%00', '///']) {
    t.type(checkOldAddress(from), 'string', from)
  }
  t.equal(checkOldAddress('/en/guides/alt/'), null)
  t.equal(checkNewAddress('https://example.com/a?b#c'), null)
  const location = findRedirect(createRedirects({ '/a': 'https://example.com/\r\nX: y' }, 'en'), '/a')
  t.notMatch(location, /[\r\n]/)
})
