import { createHash } from 'node:crypto'
import { brotliDecompressSync, crc32, gunzipSync, inflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import t from 'tap'
import type { CatalogueAsset } from '../../src/icons/catalogue.ts'
import { ICON_ID } from '../../src/icons/icon-record.ts'
import { openOwnCatalogue } from '../support/own-catalogue.ts'

const { catalogue } = openOwnCatalogue(t)
const { categories, faults, icons, sets } = catalogue
const records = icons.flatMap((icon) => icon.records)
const byId = new Map(records.map((record) => [record.id, record]))

async function* assetsOf(ext: string): AsyncGenerator<CatalogueAsset> {
  for await (const asset of catalogue.assets()) if (asset.ext === ext) yield asset
}

/** @returns the ids of assets of a kind for which `isGood` is false */
async function badOnes(ext: string, isGood: (asset: CatalogueAsset) => boolean): Promise<string[]> {
  const bad: string[] = []
  for await (const asset of assetsOf(ext)) if (!isGood(asset)) bad.push(asset.id)
  return bad
}

function text(asset: CatalogueAsset): string {
  return Buffer.from(asset.bytes).toString('utf8')
}

t.test('the sets that come with the service give 4,968 records of 3,627 icons, without a fault', (t) => {
  t.strictSame(faults, [])
  t.equal(records.length, 4968)
  t.equal(icons.length, 3627)
  t.strictSame(
    sets.map(({ id, icons, records, styles }) => [id, icons, records, styles.length]),
    [
      ['meteocons', 447, 1788, 4],
      ['line-md', 1216, 1216, 0],
      ['svg-spinners', 46, 46, 0],
      ['eos-icons', 10, 10, 0],
      ['lucide', 1908, 1908, 0],
    ],
  )
  t.end()
})

t.test('every id has the form of an id and is there once', (t) => {
  t.equal(byId.size, records.length)
  t.strictSame(
    [...byId.keys()].filter((id) => !ICON_ID.test(id)),
    [],
  )
  t.end()
})

t.test('icons are in the order of their keys, and their records know the other styles', (t) => {
  t.strictSame(
    icons.map(({ key }) => key),
    icons.map(({ key }) => key).toSorted(),
  )
  t.equal(byId.get('meteocons-fill-rain'), icons.find(({ key }) => key === 'meteocons-rain')?.records[0])
  t.strictSame(byId.get('meteocons-line-rain')?.variants, [
    'meteocons-fill-rain',
    'meteocons-flat-rain',
    'meteocons-monochrome-rain',
  ])
  t.strictSame(byId.get('line-md-trash')?.variants, [])
  t.end()
})

t.test('every record is of a category that is listed, and the numbers of the categories add up', (t) => {
  const known = new Set(categories.map(({ id }) => id))
  t.ok(known.size >= 14)
  t.strictSame(
    records.filter(({ category }) => !known.has(category)),
    [],
  )
  t.equal(
    categories.reduce((sum, category) => sum + category.icons, 0),
    icons.length,
  )
  t.equal(byId.get('svg-spinners-180-ring')?.category, 'loading')
  t.equal(byId.get('line-md-loading-loop')?.category, 'loading')
  t.end()
})

t.test('every record tells its licence, author and source', (t) => {
  const untold = records.filter(
    ({ author, license, source }) =>
      !(
        license.spdx === (source.package === 'lucide-static' ? 'ISC' : 'MIT') &&
        author.name !== '' &&
        /^\d+\.\d+/.test(source.version)
      ),
  )
  t.strictSame(untold, [])
  t.end()
})

t.test('size, time and frame rate are those of the file', (t) => {
  t.match(byId.get('meteocons-fill-rain'), { width: 128, height: 128, frameRate: 60, durationMs: 6000, loop: true })
  t.match(byId.get('line-md-trash'), { width: 24, height: 24, frameRate: null, durationMs: 1000, loop: false })
  t.match(byId.get('svg-spinners-180-ring'), { durationMs: 750, loop: true })
  t.match(byId.get('lucide-camera'), { width: 24, height: 24, frameRate: 60, durationMs: 2000, loop: false })
  t.match(byId.get('lucide-loader'), { durationMs: 2000, loop: true })
  t.match(byId.get('svg-spinners-3-dots-move'), { loop: true })
  t.strictSame(
    records.filter(({ durationMs }) => durationMs === null).map(({ id }) => id),
    [],
  )
  t.end()
})

t.test('tags and words in other languages find what is called otherwise', (t) => {
  const words = (id: string): readonly string[] => {
    const record = byId.get(id)
    return record === undefined
      ? []
      : [...record.tags, ...record.aliases, ...record.localised.zh, ...record.localised.ko]
  }
  for (const word of ['delete', 'bin', 'rubbish', '删除', '삭제']) t.ok(words('line-md-trash').includes(word), word)
  t.notOk(words('line-md-trash').includes('binoculars'), 'a tag that is denied')
  for (const word of ['gear', 'settings']) t.ok(words('line-md-cog-filled-loop').includes(word), word)
  for (const word of ['spinner', 'loading', '加载', '로딩']) t.ok(words('svg-spinners-180-ring').includes(word), word)
  t.ok(words('line-md-sunny').includes('sunny-outline'), 'an alias of the set')
  t.end()
})

t.test(
  'every asset that a record names is there, with its length and hash, and its codings are of the same bytes',
  async (t) => {
    const expected = records.flatMap(({ formats, id }) => formats.map((format) => ({ id, ...format })))
    let position = 0
    const bad: string[] = []
    for await (const { br, bytes, ext, gzip, id, mediaType, sha256 } of catalogue.assets()) {
      const named = expected[position++]
      const hash = createHash('sha256').update(bytes).digest('hex')
      const same = named?.id === id && named.ext === ext && named.mediaType === mediaType
      const whole = named?.bytes === bytes.length && named.sha256 === sha256 && sha256 === hash
      const coded =
        ext === 'svg' || ext === 'json'
          ? br && gzip && brotliDecompressSync(br).equals(bytes) && gunzipSync(gzip).equals(bytes)
          : br === undefined && gzip === undefined
      if (!same || !whole || !coded) bad.push(`${id}.${ext}`)
    }
    t.strictSame(bad, [])
    t.equal(position, expected.length)
    t.equal(position, 4968 + 3 * (1788 + 1908))
  },
)

t.test('every SVG stands alone, moves, and neither runs nor loads anything', async (t) => {
  const bad = await badOnes('svg', (asset) => {
    const svg = text(asset)
    const whole = /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/.test(svg) && svg.trimEnd().endsWith('</svg>')
    const moves = /<(?:animate|set)/.test(svg)
    const hostile =
      /<script|<foreignObject|<!|<\?|\son\w+\s*=|href\s*=\s*["'](?!#)|url\(\s*["']?(?!#)|javascript:|@import/i
    return whole && moves && /viewBox="/.test(svg) && !hostile.test(svg)
  })
  t.strictSame(bad, [])
})

t.test('line icons keep the colour of the text around them', async (t) => {
  for await (const asset of assetsOf('svg')) {
    if (asset.id === 'line-md-trash') t.match(text(asset), /"currentColor"/)
  }
})

t.test('every Lottie file is whole in itself, and its .lottie holds the same bytes', async (t) => {
  const lotties = new Map<string, CatalogueAsset>()
  for await (const asset of assetsOf('lottie')) lotties.set(asset.id, asset)
  const bad = await badOnes('json', (asset) => {
    const animation = JSON.parse(text(asset)) as { fr: number; layers: unknown[]; assets: unknown[] }
    const packed = unzipSync(lotties.get(asset.id)?.bytes ?? new Uint8Array())
    const manifest = JSON.parse(Buffer.from(packed['manifest.json'] ?? []).toString()) as object
    const { id } = asset
    return (
      animation.layers.length > 0 &&
      Buffer.from(packed[`a/${id}.json`] ?? []).equals(asset.bytes) &&
      JSON.stringify(manifest) === JSON.stringify({ version: '2', generator: 'signpost', animations: [{ id }] })
    )
  })
  t.strictSame(bad, [])
  t.equal(lotties.size, 1788 + 1908)
})

t.test('every still is a picture of 256 by 256 pixels on which something can be seen', async (t) => {
  const bad = await badOnes('png', ({ bytes }) => {
    const chunks = readPng(Buffer.from(bytes))
    const header = chunks.get('IHDR')
    const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
    let visible = 0
    for (let y = 0; y < 256; y++) {
      for (let x = 0; x < 256; x++) if ((rows[y * 1025 + 1 + x * 4 + 3] ?? 0) > 127) visible += 1
    }
    return header?.readUInt32BE(0) === 256 && header.readUInt32BE(4) === 256 && visible > 256 && visible < 60_000
  })
  t.strictSame(bad, [])
})

/**
 * @returns the data of a PNG by chunk type
 * @throws if a checksum is wrong
 */
function readPng(bytes: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const typed = bytes.subarray(at + 4, at + 8 + length)
    if (crc32(typed) !== bytes.readUInt32BE(at + 8 + length)) throw new Error('a chunk is damaged')
    chunks.set(typed.toString('latin1', 0, 4), typed.subarray(4))
    at += 12 + length
  }
  return chunks
}
