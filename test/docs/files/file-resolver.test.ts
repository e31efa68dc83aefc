import t from 'tap'
import { createFileResolver } from '../../../src/docs/files/file-resolver.ts'

const FILES = [
  'docs/en/guides/a.png',
  'docs/en/guides/my image.png',
  'docs/en/guides/100%.png',
  'docs/en/logo.png',
  'public/img/x.png',
  'static/img/x.png',
  'static/img/y.png',
  'src/assets/z.png',
]

const resolver = createFileResolver({
  files: new Map(FILES.map((file) => [file, { file, realPath: `/${file}`, sizeBytes: 1, modified: '' }])),
  publicFolders: () => ['public', 'static'],
  aliases: new Map([
    ['@site/', ''],
    ['~/assets', 'src/assets'],
  ]),
  instead: (path) => (path.startsWith('docs/ko/') ? path.replace('docs/ko/', 'docs/en/') : null),
})

function find(source: string, fromFile = 'docs/en/guides/start.md'): string | null {
  const found = resolver.find(source, fromFile)
  return found !== null && 'file' in found ? found.file : null
}

t.test('an address is looked for beside the page, in public folders and behind aliases', (t) => {
  t.equal(find('a.png'), 'docs/en/guides/a.png')
  t.equal(find('./a.png?raw=1#gh-light-mode-only'), 'docs/en/guides/a.png')
  t.equal(find('../logo.png'), 'docs/en/logo.png')
  t.equal(find('my%20image.png'), 'docs/en/guides/my image.png')
  t.equal(find('100%.png'), 'docs/en/guides/100%.png')
  t.equal(find('/img/x.png'), 'public/img/x.png', 'the first public folder wins')
  t.equal(find('/img/y.png'), 'static/img/y.png')
  t.equal(find('/docs/img/y.png'), 'static/img/y.png', 'a base path of the site')
  t.equal(find('@site/static/img/y.png'), 'static/img/y.png')
  t.equal(find('~/assets/z.png'), 'src/assets/z.png')
  t.equal(find('a.png', 'docs/ko/guides/start.md'), 'docs/en/guides/a.png', 'the file of the English page')
  t.end()
})

t.test('an address that leads out of the content, or to no file, finds nothing', (t) => {
  const none = [
    '../../../etc/passwd.png',
    '../../../../../../logo.png',
    '/../logo.png',
    '%2e%2e/%2e%2e/%2e%2e/%2e%2e/logo.png',
    'a.png\0.txt',
    '..\\logo.png',
    'A.PNG',
    'guides',
    '',
    '#a.png',
    'x'.repeat(100_000),
  ]
  for (const source of none) t.equal(find(source), null, source.slice(0, 60))
  t.end()
})
