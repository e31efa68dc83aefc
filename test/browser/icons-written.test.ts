import t from 'tap'
import { readSvg } from '../../src/icons/build/svg/read-svg.ts'
import { ownSvgSources } from '../support/own-svg-sources.ts'
import { NO_BROWSER, openIn } from './browser-fixture.ts'

const EVERY = 100

/**
 * Draws each file in its own shadow tree, because many have the same ids. With `html`, files become part of a page, not
 * documents.
 */
const DRAW = `globalThis.draw = (files, html) => {
  document.body.replaceChildren()
  for (const text of files) {
    const place = document.createElement('div')
    place.setAttribute('style', 'display:inline-block;width:72px;height:72px;color:teal')
    document.body.append(place)
    const shadow = place.attachShadow({ mode: 'open' })
    if (html) shadow.innerHTML = text
    else shadow.append(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement)
    const svg = shadow.firstElementChild
    svg.setAttribute('width', '72')
    svg.setAttribute('height', '72')
    svg.pauseAnimations()
    svg.setCurrentTime(0.45)
  }
}`

t.test('icons written anew look as their authors drew them, pixel by pixel', { skip: NO_BROWSER }, async (t) => {
  const sample = [...ownSvgSources().values()].filter((_, at) => at % EVERY === 0)
  const anew = sample.map((text) => readSvg({ bytes: Buffer.from(text), text }).text)
  const site = await openIn(t, 'about:')
  const page = await site.open(t, 'blank', { viewport: { width: 720, height: 640 } })
  await page.evaluate(DRAW)
  const picture = async (files: readonly string[], html: boolean): Promise<Buffer> => {
    await page.evaluate(`draw(${JSON.stringify(files)}, ${html})`)
    return page.screenshot()
  }
  const original = await picture(sample, false)
  t.equal(sample.length, 50)
  t.ok(original.equals(await picture(anew, false)), 'as a document')
  t.ok(original.equals(await picture(anew, true)), 'within a page of HTML')
  t.notOk(original.equals(await picture([...anew.slice(1), anew[0] ?? ''], true)), 'another order would be seen')
})
