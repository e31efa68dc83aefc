import sharp from 'sharp'
import t from 'tap'
import { createCardPainter } from '../../../../src/hosts/docs/cards/draw-card.ts'
import { drawLogo } from '../../../../src/hosts/docs/cards/draw-logo.ts'
import { systemFonts } from '../../../../src/hosts/docs/cards/fonts.ts'
import { NO_SITE } from '../../../../src/docs/served/served-site.ts'
import { ignoreInstalledFonts } from '../../../../src/shared/images/load-sharp.ts'
import { cardHash, cardPath, pageCard, parseCardPath, type CardLogo, type PageCard } from '../../../../src/web/page-card.ts' // prettier-ignore
import { page } from '../pages/page-fixture.ts'

// Chinese and Korean are in another file, since the library forgets no font.
ignoreInstalledFonts()
const painter = await createCardPainter([])

const CARD: PageCard = {
  locale: 'en',
  title: 'Start here',
  description: 'What it is',
  above: ['Guides', '2.x'],
  siteName: 'Widgets',
  logo: null,
  replacesName: false,
  accent: '#b23a07',
}
const INK = '#14171a'
const MUTED = '#565d63'
const logoOf = (inside: string): CardLogo => ({
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="52" height="52">${inside}</svg>`),
  width: 52,
  height: 52,
})

async function paint(members: Partial<PageCard> = {}, logo: CardLogo | null = null) {
  const { complete, png } = await painter.paint({ card: { ...CARD, ...members }, logo, fontFiles: [] })
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const colour = (x: number, y: number): string => {
    const at = (y * info.width + x) * info.channels
    return `#${data.toString('hex', at, at + 3)}`
  }
  /** The rows of the picture, below the logo, that have pixels of a colour, as groups. */
  const rowsOf = (wanted: string): (readonly [number, number])[] => {
    const groups: [number, number][] = []
    for (let y = 140; y < info.height - 12; y++) {
      if (!Array.from({ length: 1000 }, (_, x) => colour(80 + x, y)).includes(wanted)) continue
      const last = groups.at(-1)
      if (last !== undefined && last[1] >= y - 1) last[1] = y
      else groups.push([y, y])
    }
    return groups
  }
  return { png, colour, complete, rowsOf, size: [info.width, info.height] }
}

t.test('a picture has the size that other sites ask for, the accent and the logo', async (t) => {
  const { colour, complete, size } = await paint({}, logoOf('<rect width="52" height="52" fill="#0000ff"/>'))
  t.strictSame(size, [1200, 630])
  t.ok(complete)
  t.equal(colour(600, 628), '#b23a07')
  t.equal(colour(106, 106), '#0000ff')
  t.equal(colour(600, 300), '#fdfdfb')
})

t.test('texts are written as texts, whatever they hold', async (t) => {
  const written = await paint({ title: `</span><b>& "' &lt; <span size="1">` })
  t.ok(written.complete)
  t.ok(written.rowsOf(INK).length > 0)
  t.ok((await paint({ title: '\u202eright\u2066 to\u0000 left\ud800\ufeff' })).complete)
})

t.test('a title with a letter that no font has makes room for the name, and never for boxes', async (t) => {
  const named = await paint({ title: '配置' })
  t.equal(named.complete, false)
  for (const title of ['สวัสดี', '안녕하세요', 'Title مرحبا', '٣ ways', 'ქართული', '🚀', '\u{20000}']) {
    const drawn = await paint({ title })
    t.equal(drawn.complete, false, title)
    t.ok(Buffer.from(drawn.png).equals(named.png), `nothing of ${title} is drawn`)
  }
  const described = await paint({ description: '描述' })
  t.equal(described.complete, false)
  t.ok(described.rowsOf(INK).length > 0)
  t.strictSame(described.rowsOf(MUTED), [])
})

t.test('symbols and marks that no font has are left out', async (t) => {
  const plain = await paint({ title: 'Launch day 1 café' })
  const adorned = await paint({ title: ' Launch 🚀 day 👨‍👩‍👧 ❤️\n 1️⃣ cafe\u0301 ' })
  t.ok(adorned.complete)
  t.ok(Buffer.from(adorned.png).equals(plain.png))
})

t.test('a name that the logo shows is written where there is no logo', async (t) => {
  const logo = logoOf('<circle r="9"/>')
  const isNamed = ({ colour }: Awaited<ReturnType<typeof paint>>): boolean =>
    Array.from({ length: 200 }, (_, x) => colour(150 + x, 110)).includes(INK)
  t.notOk(isNamed(await paint({ replacesName: true }, logo)))
  t.ok(isNamed(await paint({ replacesName: true })))
})

t.test('a logo loads nothing from elsewhere', async (t) => {
  const file = new URL('logo-elsewhere.png', `file://${t.testdir()}/`)
  await sharp({ create: { width: 9, height: 9, channels: 3, background: '#ff0000' } }).toFile(file.pathname)
  const { colour } = await paint({}, logoOf(`<image href="${file.href}" width="52" height="52"/>`))
  t.equal(colour(106, 106), '#fdfdfb')
})

t.test('a logo that takes for ever is given up', async (t) => {
  const paths = `<path stroke="#000" d="${'M0 0L52 52L0 52L52 0'.repeat(2000)}"/>`
  const groups = Array.from({ length: 8 }, (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(4)}</g>`) // prettier-ignore
  t.equal(await drawLogo(logoOf(`<defs><g id="a0">${paths}</g>${groups.join('')}</defs><use href="#a8"/>`), 500), null)
})

t.test('a picture is drawn without a logo that is none', async (t) => {
  const { colour, complete } = await paint({}, { bytes: Buffer.from('no image'), width: 52, height: 52 })
  t.equal(complete, false)
  t.equal(colour(84, 106), CARD.accent, 'the mark is there')
})

t.test('a long title is smaller, on lines of nearly the same width, and shorter', async (t) => {
  const lines = async (title: string) => {
    const { rowsOf } = await paint({ title, description: null, above: [] })
    return rowsOf(INK).map(([first, last]) => last - first)
  }
  t.equal((await lines('Start')).length, 1)
  t.equal((await lines('Configure the server for production')).length, 2)
  const long = await lines('HHHH '.repeat(80))
  t.equal(long.length, 3)
  t.ok(Math.max(...long) < Math.max(...(await lines('HHHH'))), 'its letters are smaller')
  const { colour } = await paint({ title: 'HHHH HHHH HHHH HHHH HHHH', description: null })
  t.notOk(Array.from({ length: 100 }, (_, y) => colour(900, 450 + y)).includes(INK), 'not one short word by itself')
})

t.test('the address of a picture changes with what the picture shows', async (t) => {
  const start = page({ path: 'guides/start & go', section: 'guides', title: 'Start' })
  const card = pageCard(start, NO_SITE)
  if (card === null) throw new Error('there is a picture')
  t.strictSame(parseCardPath(cardPath(card, start.path)), { hash: cardHash(card), locale: 'en', path: start.path })
  t.match(card, { above: ['Guides'], siteName: 'Signpost' })
  t.strictSame(pageCard(page({ path: 'guides', section: 'guides' }), NO_SITE)?.above, [], 'the page of the section')
  const { look } = NO_SITE
  const others = [
    pageCard({ ...start, title: 'Other' }, NO_SITE),
    pageCard({ ...start, description: null }, NO_SITE),
    pageCard(start, { ...NO_SITE, names: new Map([['en', 'Widgets']]) }),
    pageCard(start, { ...NO_SITE, look: { ...look, accent: { light: '#b23a07', dark: '#ffffff' } } }),
  ]
  t.equal(new Set([card, ...others].map((each) => each && cardHash(each))).size, 5)
  t.equal(pageCard(start, { ...NO_SITE, look: { ...look, cards: false } }), null)
  t.equal((pageCard({ ...start, title: 'a'.repeat(10_000) }, NO_SITE)?.title ?? '').length, 400)
})

t.test('pictures in Chinese and Korean are written with the fonts that are named', async (t) => {
  const files = systemFonts()
  if (files.length === 0) return t.pass('Noto Sans CJK is not installed')
  const eastern = await createCardPainter(files)
  for (const [locale, title] of [
    ['zh', '如何配置服务器，以及「部署」'],
    ['ko', '서버를 설치하고 검색하기'],
    ['en', 'Learn 配置 and 설치'],
  ] as const) {
    const drawn = await eastern.paint({ card: { ...CARD, locale, title }, logo: null, fontFiles: [] })
    t.ok(drawn.complete, title)
  }
  const none = await eastern.paint({ card: { ...CARD, locale: 'zh', title: '配置 สวัสดี' }, logo: null, fontFiles: [] })
  t.equal(none.complete, false)
})

t.test('a file that is no font is named once', async (t) => {
  const folder = t.testdir({ 'broken.ttf': 'no font' })
  const other = await createCardPainter([`${folder}/broken.ttf`, `${folder}/none.ttf`, folder])
  const { faults } = await other.paint({ card: CARD, logo: null, fontFiles: [] })
  t.match(faults, [/broken\.ttf: it is no TrueType/, /none\.ttf: it cannot be read/, /: it is no regular file/])
  t.strictSame((await other.paint({ card: CARD, logo: null, fontFiles: [] })).faults, [])
})
