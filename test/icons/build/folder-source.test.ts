import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import t from 'tap'
import { buildCatalogue, openBuilt } from '../../support/build-catalogue.ts'
import { contentTree, temporaryFolder } from '../../support/content-tree.ts'
import { CIRCLE_SVG, folderSources, SQUARE_LOTTIE, squareLottie } from '../../support/small-icons.ts'

t.test("an operator's files become icons, with what a sidecar says of them", async (t) => {
  const contentDir = await contentTree(t, {
    'icons/sources.json': folderSources({ version: '2.1' }),
    'icons/own/circle.svg': CIRCLE_SVG,
    'icons/own/square.json': SQUARE_LOTTIE,
    'icons/own/both.svg': CIRCLE_SVG,
    'icons/own/both.json': SQUARE_LOTTIE,
    'icons/own/circle.meta.json': JSON.stringify({
      title: 'Our circle',
      tags: ['Ring'],
      aliases: ['round'],
      loop: false,
    }),
    'icons/own/LICENSE.txt': 'ours',
  })
  const dataDir = await temporaryFolder(t)
  const built = await buildCatalogue(contentDir, dataDir)
  t.match(built, { status: 0, stdout: /3 icons in 3 records/ })
  t.match(built.stderr, /^info: the icon catalogue is being built[^\n]*\n$/, 'and no fault')
  const { catalogue } = openBuilt(t, dataDir)
  const [both, circle, square] = catalogue.icons.map(({ records }) => records[0])
  t.match(circle, {
    id: 'own-circle',
    title: 'Our circle',
    tags: ['ring'],
    aliases: ['round'],
    loop: false,
    durationMs: 1000,
    category: 'brand',
    license: { spdx: 'CC0-1.0' },
    source: { package: 'icons/own', version: '2.1' },
  })
  t.strictSame(
    circle?.formats.map(({ ext }) => ext),
    ['svg'],
  )
  t.match(square, {
    id: 'own-square',
    title: 'Square',
    width: 64,
    height: 64,
    frameRate: 30,
    durationMs: 2000,
    loop: true,
  })
  t.strictSame(
    square?.formats.map(({ ext }) => ext),
    ['json', 'lottie', 'png'],
  )
  t.strictSame(
    both?.formats.map(({ ext }) => ext),
    ['svg', 'json', 'lottie', 'png'],
  )
  t.match(both, { width: 64, frameRate: 30 }, 'the Lottie file tells the size')
})

t.test('styles are folders, in the order in which they are preferred', async (t) => {
  const contentDir = await contentTree(t, {
    'icons/sources.json': folderSources({ styles: ['thin', 'bold'] }),
    'icons/own/bold/circle.svg': CIRCLE_SVG,
    'icons/own/thin/circle.svg': CIRCLE_SVG,
    'icons/own/bold/other.svg': CIRCLE_SVG,
  })
  const dataDir = await temporaryFolder(t)
  await buildCatalogue(contentDir, dataDir)
  const { catalogue } = openBuilt(t, dataDir)
  t.strictSame(
    catalogue.icons.map(({ key, records }) => [key, records.map(({ id }) => id)]),
    [
      ['own-circle', ['own-thin-circle', 'own-bold-circle']],
      ['own-other', ['own-bold-other']],
    ],
  )
})

t.test('whatever cannot be used is reported, and everything else is served', async (t) => {
  const contentDir = await contentTree(t, {
    'icons/sources.json': JSON.stringify(clashingSources()),
    'icons/own/good.svg': CIRCLE_SVG,
    'icons/own/script.svg': CIRCLE_SVG.replace('<circle', '<script>alert(1)</script><circle'),
    'icons/own/external.svg': CIRCLE_SVG.replace('<circle', '<image href="https://evil.example/a.png"/><circle'),
    'icons/own/still.svg': CIRCLE_SVG.replace(/<animate[^>]*>/, ''),
    'icons/own/truncated.json': SQUARE_LOTTIE.slice(0, -20),
    'icons/own/huge.json': SQUARE_LOTTIE + ' '.repeat(5 * 1_048_576),
    'icons/own/huge.svg': CIRCLE_SVG + ' '.repeat(1_048_576),
    'icons/own/expression.json': squareLottie({ layers: [{ ty: 4, ks: { o: { a: 0, k: 1, x: 'time' } } }] }),
    'icons/own/picture.json': squareLottie({ assets: [{ id: 'a', u: 'https://evil.example/', p: 'a.png' }] }),
    'icons/own/wrong.json': CIRCLE_SVG,
    'icons/own/wrong.svg': SQUARE_LOTTIE,
    'icons/own/photo.png': 'not an icon',
    'icons/own/Bad_Name.svg': CIRCLE_SVG,
    'icons/own/a..%2f..%2fetc.svg': CIRCLE_SVG,
    'icons/own/odd.meta.json': '{"title": "There is no such icon"}',
    'icons/own/dotted.svg': CIRCLE_SVG,
    'icons/own/dotted.meta.json': '{"category": "unknown"}',
    'icons/own/half.svg': CIRCLE_SVG.replace('<circle', '<script/><circle'),
    'icons/own/half.json': SQUARE_LOTTIE,
    'icons/own/unseen.json': squareLottie({ ip: 100, op: 160 }),
    'icons/own/a-b.svg': CIRCLE_SVG,
    'icons/own-a/b.svg': CIRCLE_SVG,
    'secret/secret.svg': CIRCLE_SVG,
  })
  const own = join(contentDir, 'icons/own')
  writeFileSync(join(own, 'latin.svg'), Buffer.from(CIRCLE_SVG.replace('r="4"', 'r="4" id="\u00e9"'), 'latin1'))
  symlinkSync(join(contentDir, 'secret/secret.svg'), join(own, 'linked.svg'))
  symlinkSync(join(own, 'good.svg'), join(own, 'linked-inside.svg'))
  symlinkSync('loop.svg', join(own, 'loop.svg'))
  mkdirSync(join(own, 'folder.svg'))
  execFileSync('mkfifo', [join(own, 'pipe.svg')])
  const dataDir = await temporaryFolder(t)
  t.match(await buildCatalogue(contentDir, dataDir), { status: 0, stderr: /icons\/own\/script\.svg: / })
  const { catalogue } = openBuilt(t, dataDir)
  t.strictSame(
    catalogue.icons.flatMap(({ records }) =>
      records.map(({ formats, id }) => `${id} ${formats.map(({ ext }) => ext).join()}`),
    ),
    [
      'own-a-b svg',
      'own-dotted svg',
      'own-good svg',
      'own-half json,lottie,png',
      'own-linked-inside svg',
      'own-unseen json,lottie',
    ],
  )
  const reasons = new Map(catalogue.faults.map(({ file, reason }) => [file, reason]))
  for (const [file, reason] of Object.entries(REASONS)) t.match(reasons.get(file) ?? '', reason, file)
  t.equal(reasons.size, Object.keys(REASONS).length)
})

const REASONS: Readonly<Record<string, RegExp>> = {
  'icons/own/a..%2f..%2fetc.svg': /lower-case/,
  'icons/own/Bad_Name.svg': /lower-case/,
  'icons/own/dotted.meta.json': /"unknown" is not in/,
  'icons/own/expression.json': /expression/,
  'icons/own/external.svg': /leads out/,
  'icons/own/folder.svg': /regular file/,
  'icons/own/half.svg': /element script/,
  'icons/own/huge.json': /larger than 5242880 bytes/,
  'icons/own/huge.svg': /larger than 1048576 bytes/,
  'icons/own/latin.svg': /UTF-8/,
  'icons/own/linked.svg': /regular file/,
  'icons/own/loop.svg': /regular file/,
  'icons/own/odd.meta.json': /no icon of this name/,
  'icons/own/photo.png': /neither in \.svg nor in \.json/,
  'icons/own/picture.json': /elsewhere/,
  'icons/own/pipe.svg': /regular file/,
  'icons/own/script.svg': /element script/,
  'icons/own/still.svg': /does not move/,
  'icons/own/truncated.json': /not JSON/,
  'icons/own/unseen.json': /none of its frames shows anything/,
  'icons/own/wrong.json': /not JSON/,
  'icons/own/wrong.svg': /well-formed/,
  'icons/own-a/b.svg': /own-a-b is taken/,
}

/** Two sets in which icons could get the same id. */
function clashingSources(): object {
  const sources = JSON.parse(folderSources()) as { sources: object[] }
  return { ...sources, sources: [...sources.sources, { ...sources.sources[0], id: 'own-a', folder: 'own-a' }] }
}
