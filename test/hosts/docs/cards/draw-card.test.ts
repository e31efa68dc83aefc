import { inflateSync } from 'node:zlib'
import t from 'tap'
import { drawCard } from '../../../../src/hosts/docs/cards/card-svg.ts'
import { createCardPainter } from '../../../../src/hosts/docs/cards/draw-card.ts'
import { openFonts } from '../../../../src/hosts/docs/cards/font-shelf.ts'
import { NO_SITE } from '../../../../src/docs/served/served-site.ts'
import { cardHash, cardPath, pageCard, parseCardPath, type PageCard } from '../../../../src/web/page-card.ts'
import { page } from '../pages/page-fixture.ts'

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
const svgUrl = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
const logoOf = (inside: string) => ({
  url: svgUrl(`<svg xmlns="http://www.w3.org/2000/svg" width="52" height="52">${inside}</svg>`),
  width: 52,
  height: 52,
})

/** Without fonts of the system, so that pictures are the same everywhere. */
const shelf = openFonts([], [])
const painter = await createCardPainter(() => shelf)

function paint(members: Partial<PageCard> = {}, logo: Parameters<typeof drawCard>[2] = null) {
  const { complete, png } = painter.paint({ card: { ...CARD, ...members }, logo, fontFiles: [] })
  const bytes = Buffer.from(png)
  const rows = inflateSync(bytes.subarray(41, 41 + bytes.readUInt32BE(33)))
  const width = bytes.readUInt32BE(16)
  const colour = (x: number, y: number): string => {
    const at = y * (width * 4 + 1) + 1 + x * 4
    return `#${rows.toString('hex', at, at + 3)}`
  }
  return { bytes, colour, complete, size: [width, bytes.readUInt32BE(20)] }
}

t.test('a picture has the size that other sites ask for, the accent and the logo', async (t) => {
  const { colour, complete, size } = paint({}, logoOf('<rect width="52" height="52" fill="#0000ff"/>'))
  t.strictSame(size, [1200, 630])
  t.ok(complete)
  t.equal(colour(600, 628), '#b23a07')
  t.equal(colour(106, 106), '#0000ff')
  t.equal(colour(600, 300), '#fdfdfb')
})

t.test('texts are written as texts, whatever they hold', async (t) => {
  const title = `</text><image href="http://127.0.0.1/x.png"/> & "'`
  const { svg } = drawCard({ ...CARD, title, siteName: '<b>' }, shelf, null)
  t.notMatch(svg, '<image')
  t.notMatch(svg, '<b>')
  t.match(svg, '&lt;/text&gt;')
  t.not(paint({ title }).bytes.equals(paint().bytes), true)
})

t.test('a title that no font has makes room for the name, and never for boxes', async (t) => {
  const chinese = paint({ title: '配置' })
  t.equal(chinese.complete, false)
  t.ok(chinese.bytes.equals(paint({ title: 'สวัสดี' }).bytes), 'nothing of either is drawn')
  t.match(drawCard({ ...CARD, title: '配置' }, shelf, null).svg, /font-size="92"[^>]*>Widgets</)
  const described = drawCard({ ...CARD, description: '描述' }, shelf, null)
  t.match(described, { complete: false, svg: /Start here/ })
})

t.test('a name that the logo shows is written where there is no logo', async (t) => {
  const logo = logoOf('<circle r="9"/>')
  t.notMatch(drawCard({ ...CARD, replacesName: true }, shelf, logo).svg, 'Widgets')
  t.match(drawCard({ ...CARD, replacesName: true }, shelf, null).svg, 'Widgets')
})

t.test('a logo loads nothing from elsewhere', async (t) => {
  const { colour } = paint({}, logoOf('<image href="file:///etc/hostname" width="52" height="52"/>'))
  t.equal(colour(106, 106), '#fdfdfb')
})

t.test('a long title is smaller and shorter', async (t) => {
  const sizes = ['Start', 'Configure the server for production', 'word '.repeat(40)].map(
    (title) => /font-size="(\d+)"[^>]*fill="#14171a">(?:Start|Conf|word)/.exec(drawCard({ ...CARD, title }, shelf, null).svg)?.[1], // prettier-ignore
  )
  t.strictSame(sizes, ['92', '80', '56'])
  t.match(drawCard({ ...CARD, title: 'word '.repeat(40) }, shelf, null).svg, 'word…')
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
