import t from 'tap'
import { wholePng } from '../docs/files/sample-images.ts'
import { assertAccessible, NO_BROWSER, startSite } from './browser-fixture.ts'

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100">
<style>.box { fill: #cde; stroke: #345 }</style>
<rect class="box" x="10" y="10" width="120" height="60"/>
<foreignObject x="10" y="25" width="120" height="30"><div xmlns="http://www.w3.org/1999/xhtml" style="text-align:center">Label</div></foreignObject>
<script>alert(1)</script></svg>`

const PAGE = `---
title: Pictures
---

![A wide picture](wide.png)

${'Some text between the pictures.\n\n'.repeat(40)}

![A drawing](drawing.svg "What it shows")

<img src="small.png" alt="Small" width="40"> beside text.
`

t.test('images in a browser', { skip: NO_BROWSER }, async (t) => {
  const site = await startSite(t, {
    'docs/en/pictures.md': PAGE,
    'docs/en/wide.png': wholePng(2400, 900),
    'docs/en/small.png': wholePng(80, 80),
    'docs/en/drawing.svg': DRAWING,
  })

  await t.test('every image is shown in the column, in its proportions, without moving the text', async (t) => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 320, height: 640 },
    ]) {
      const page = await site.open(t, '/en', { viewport })
      const failed: string[] = []
      page.on('console', (message) => message.type() === 'error' && failed.push(message.text()))
      page.on('response', (response) => response.status() >= 400 && failed.push(response.url()))
      // What scripts show in the header is not meant.
      await page.addInitScript(`globalThis.shifted = []
        new PerformanceObserver((list) => {
          for (const { sources } of list.getEntries())
            for (const { node } of sources)
              if (node?.closest?.('article')) globalThis.shifted.push(node.outerHTML.slice(0, 200))
        }).observe({ type: 'layout-shift', buffered: true })`)
      await page.goto(`${site.url}/en/pictures`)
      const loadedAtOnce = await page.evaluate(`[...document.images].map(({ complete, loading }) => loading)`)
      t.same(loadedAtOnce, ['auto', 'lazy', 'lazy'])
      const ratios: [natural: number, shown: number][] = await page.evaluate(`(async () => {
        const ratios = []
        for (const image of document.querySelectorAll('article img')) {
          image.scrollIntoView()
          await image.decode()
          ratios.push([image.naturalWidth / image.naturalHeight, image.width / image.height])
        }
        return ratios
      })()`)
      t.equal(ratios.length, 3)
      for (const [natural, shown] of ratios) {
        t.ok(Math.abs(natural - shown) < 0.05 * natural, `${natural} is shown as ${shown}`)
      }
      t.same(await page.evaluate('globalThis.shifted'), [], 'nothing moves')
      t.equal(await page.locator('figure figcaption').textContent(), 'What it shows')
      await assertAccessible(t, page, 'pictures')
      t.same(failed, [])
    }
  })

  await t.test('a drawing that is opened by itself runs and loads nothing', async (t) => {
    const page = await site.open(t, '/en/pictures')
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const address = await page.locator('figure img').getAttribute('src')
    await page.goto(site.url + address)
    t.equal(await page.locator('rect').count(), 1)
    t.equal(await page.locator('script').count(), 0)
    t.same(dialogs, [])
  })
})
