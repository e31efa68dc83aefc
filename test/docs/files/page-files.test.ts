import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { Content } from '../../../src/docs/content.ts'
import { createPlacedFiles } from '../../../src/docs/files/placed-files.ts'
import { KEEPS_NOTHING } from '../../../src/docs/files/file-keeper.ts'
import { FILE_LIMIT_BYTES, fileHash } from '../../../src/docs/files/serve-file.ts'
import { readBlockLines } from '../../../src/docs/model/block-lines.ts'
import type { Image, Link } from '../../../src/docs/model/page-model.ts'
import { forEachInline } from '../../../src/docs/model/visit-inline.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import { contentTree } from '../../support/content-tree.ts'
import { png } from './sample-images.ts'

const PICTURE = png(640, 480)
const ADDRESS = `/files/${fileHash(PICTURE)}`
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><script>alert(1)</script><path d="M0 0"/></svg>'

function parts(content: Content, locale: 'en' | 'ko' = 'en'): { images: Image[]; links: Link[] } {
  const images: Image[] = []
  const links: Link[] = []
  for (const { blockLines } of content.locales.get(locale)?.pages ?? []) {
    forEachInline(readBlockLines(blockLines), (part) => {
      if (part.kind === 'image') images.push(part)
      if (part.kind === 'link') links.push(part)
    })
  }
  return { images, links }
}

function faults(content: Content): string[] {
  return content.faults.map(({ code, file, line }) => `${file}:${line} ${code}`)
}

t.test('images and links lead to files by the hash of their bytes, and images have their size', async (t) => {
  const content = await readContent(
    await contentTree(t, {
      'docs/en/guides/start.md':
        '# Start\n\n![Beside](a.png "Title")\n\n![Public](/img/b.png) [a table](data/table.csv) [page](other.md)\n\n<img src="a.png" alt="Half" width="320">\n',
      'docs/en/guides/other.md': '# Other',
      'docs/en/guides/a.png': PICTURE,
      'docs/en/guides/data/table.csv': 'a,b\n',
      'docs/ko/guides/start.md': '# 시작\n\n![옆](a.png)\n',
      'public/img/b.png': PICTURE,
    }),
  )
  t.same(faults(content), [])
  const { images, links } = parts(content)
  t.same(images, [
    { kind: 'image', source: `${ADDRESS}/a.png`, alt: 'Beside', title: 'Title', width: 640, height: 480 },
    { kind: 'image', source: `${ADDRESS}/b.png`, alt: 'Public', title: null, width: 640, height: 480 },
    { kind: 'image', source: `${ADDRESS}/a.png`, alt: 'Half', title: null, width: 320, height: 240 },
  ])
  t.same(
    links.map(({ target }) => target),
    [`/files/${fileHash(Buffer.from('a,b\n'))}/table.csv`, '/en/guides/other'],
  )
  t.equal(parts(content, 'ko').images[0]?.source, `${ADDRESS}/a.png`, 'a translation shows the English file')
  t.same(new Set(content.files.keys()), new Set([`${ADDRESS}/a.png`, `${ADDRESS}/b.png`, links[0]?.target]))
  const page = content.locales.get('en')?.pages.find(({ path }) => path === 'guides/start')
  t.match(page?.sections[0]?.text, 'Beside', 'texts of images are searched')
  t.match(page?.markdown, '![Beside](a.png "Title")', 'Markdown stays as its author wrote it')
})

t.test('a drawing is served without what could run, and has the hash of what is served', async (t) => {
  const content = await readContent(
    await contentTree(t, { 'docs/en/index.md': '# Home\n\n![Drawing](a.svg)\n', 'docs/en/a.svg': SVG }),
  )
  const served = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><path d="M0 0"/></svg>'
  t.match(parts(content).images, [{ source: `/files/${fileHash(Buffer.from(served))}/a.svg`, width: 30, height: 10 }])
})

t.test('what cannot be shown is a fault with its line, and its text stays', async (t) => {
  const folder = await contentTree(t, {
    'docs/en/index.md': [
      '# Home',
      '![Missing](none.png)',
      '![Hidden](.secret/a.png)',
      '![Type](a.tiff)',
      '![Large](large.png)',
      '![Broken](broken.svg)',
      '![Outside](outside.png)',
      '[Nothing](none.pdf)',
      '![Elsewhere](https://example.com/a.png) ![Up](../../../etc/a.png) ![Up again](../../../etc/a.png)',
      '',
    ].join('\n\n'),
    'docs/en/.secret/a.png': PICTURE,
    'docs/en/a.tiff': 'x',
    'docs/en/broken.svg': '<html/>',
  })
  await writeFile(join(folder, 'docs/en/large.png'), Buffer.alloc(FILE_LIMIT_BYTES + 1))
  const secret = await contentTree(t, { 'a.png': PICTURE })
  await symlink(join(secret, 'a.png'), join(folder, 'docs/en/outside.png'))
  const content = await readContent(folder)
  t.same(faults(content).sort(), [
    'docs/en/index.md:11 bad_file',
    'docs/en/index.md:13 symlink_outside',
    'docs/en/index.md:15 dead_link',
    'docs/en/index.md:17 missing_image',
    'docs/en/index.md:3 missing_image',
    'docs/en/index.md:5 bad_file',
    'docs/en/index.md:7 bad_file',
    'docs/en/index.md:9 too_large',
  ])
  t.equal(content.files.size, 0)
  for (const alt of ['Missing', 'Hidden', 'Type', 'Large', 'Broken', 'Outside', 'Elsewhere']) {
    t.match(content.locales.get('en')?.pages[0]?.sections[0]?.text, alt)
  }
})

t.test('a page with many faults reports the first ones', async (t) => {
  const images = Array.from({ length: 5000 }, (_, n) => `![x](${n}.png)`).join(' ')
  const content = await readContent(await contentTree(t, { 'docs/en/index.md': `# Home\n\n${images}\n` }))
  t.equal(content.faults.length, 20)
})

t.test('the number and the bytes of all files are bounded', async (t) => {
  const folder = await contentTree(t, { 'a.txt': 'aaaa', 'b.txt': 'bbbb', 'c.txt': 'cccc' })
  const file = (name: string) => ({ file: name, realPath: join(folder, name), sizeBytes: 4, modified: '' })
  const few = createPlacedFiles(KEEPS_NOTHING, { count: 1, totalBytes: 100 })
  t.match(few.place(file('a.txt')), { address: /a\.txt$/ })
  t.match(few.place(file('b.txt')), { refusal: { code: 'too_many' } })
  t.match(few.place(file('a.txt')), { address: /a\.txt$/ }, 'one that is there already is no further one')
  const small = createPlacedFiles(KEEPS_NOTHING, { count: 9, totalBytes: 8 })
  for (const name of ['a.txt', 'b.txt']) small.place(file(name))
  t.match(small.place(file('c.txt')), { refusal: { code: 'too_many' } })
})

t.test('images of a built site are found by their addresses, with their other sizes', async (t) => {
  const page = (body: string): string =>
    `<!doctype html><html lang="en"><head><title>Page</title></head><body><main><h1>Page</h1>${body}</main></body></html>`
  const content = await readContent(
    await contentTree(t, {
      'index.html': page('<p>Text of the home page.</p><img src="/docs/_images/a.png" alt="From the root">'),
      'guide/start.html': page(
        '<p>Text of a page.</p><img src="../_images/a.png" srcset="../_images/a.png 1x, ../_images/b.png 2x" alt="Two" width="20"><p><a href="../_downloads/x.zip">Get it</a></p>',
      ),
      '_images/a.png': PICTURE,
      '_images/b.png': png(1280, 960),
      '_downloads/x.zip': 'PK',
    }),
  )
  t.same(faults(content), [])
  const { images, links } = parts(content)
  const large = `/files/${fileHash(png(1280, 960))}/b.png`
  t.match(images, [
    { source: `${ADDRESS}/a.png`, alt: 'From the root', width: 640, height: 480 },
    {
      source: large,
      alt: 'Two',
      width: 20,
      height: 15,
      candidates: [
        { source: `${ADDRESS}/a.png`, descriptor: '1x' },
        { source: large, descriptor: '2x' },
      ],
    },
  ])
  t.match(links, [{ target: /^\/files\/[0-9a-f]{32}\/x\.zip$/ }])
})
