import sharp from 'sharp'
import t from 'tap'
import { assertAccessible, NO_BROWSER, startSite, WIDE } from './browser-fixture.ts'

const plain = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()

/** A second of silence. */
function wave(): Buffer {
  const bytes = Buffer.alloc(44 + 8000, 0x80)
  bytes.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1')
  bytes.writeUInt32LE(36 + 8000, 4)
  for (const [at, value] of [[16, 16], [24, 8000], [28, 8000], [40, 8000]] as const) bytes.writeUInt32LE(value, at) // prettier-ignore
  for (const [at, value] of [[20, 1], [22, 1], [32, 1], [34, 8]] as const) bytes.writeUInt16LE(value, at) // prettier-ignore
  bytes.write('data', 36, 'latin1')
  return bytes
}

const PAGE = `---
title: Themes
---

![GitHub](light.png#gh-light-mode-only)
![GitHub](dark.png#gh-dark-mode-only)

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="dark.png">
  <img alt="Picture" src="light.png">
</picture>

![Paragraph](light.png#only-light)

![Paragraph](dark.png#only-dark)

![Alone](dark.png#only-dark)

## Players

<video src="tour.mp4" poster="light.png" title="The tour"></video>

![Sound](beep.wav)

<iframe src="https://www.youtube.com/embed/abc_DEF-123" title="A talk"></iframe>
`

t.test('images of two themes, and players', { skip: NO_BROWSER }, async (t) => {
  const site = await startSite(t, {
    'docs/en/themes.md': PAGE,
    'docs/en/light.png': await plain('#f0e0d0'),
    'docs/en/dark.png': await plain('#102030'),
    'docs/en/tour.mp4': Buffer.from('no film, but a file'),
    'docs/en/beep.wav': wave(),
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const chosen of [undefined, 'light', 'dark'] as const) {
      await t.test(
        `a ${colorScheme} system with ${chosen ?? 'no'} theme chosen shows the images of one theme`,
        async (t) => {
          const page = await site.open(t, '/en', { colorScheme, viewport: WIDE })
          if (chosen !== undefined) await page.evaluate(`document.documentElement.dataset.theme = '${chosen}'`)
          const theme = chosen ?? colorScheme
          await page.goto(`${site.url}/en/themes`)
          if (chosen !== undefined) await page.evaluate(`document.documentElement.dataset.theme = '${chosen}'`)
          const seen: string[] = await page.evaluate(`[...document.querySelectorAll('article img')]
          .filter((image) => image.offsetWidth > 0)
          .map((image) => image.alt + ' ' + image.getAttribute('src').split('/').at(-1))`)
          const file = `${theme}.png`
          const both = [`GitHub ${file}`, `Picture ${file}`, `Paragraph ${file}`]
          t.same(seen, theme === 'dark' ? [...both, 'Alone dark.png'] : both)
        },
      )
    }
  }

  await t.test('own films and sounds are played from the host, and frames of others are links', async (t) => {
    const page = await site.open(t, '/en', { viewport: WIDE })
    const failed: string[] = []
    const hosts = new Set<string>()
    page.on('console', (message) => message.type() === 'error' && failed.push(message.text()))
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await page.goto(`${site.url}/en/themes`)
    const seconds: number = await page.evaluate(`new Promise((resolve, reject) => {
      const sound = document.querySelector('article audio')
      if (sound.readyState > 0) resolve(sound.duration)
      sound.onloadedmetadata = () => resolve(sound.duration)
      sound.onerror = () => reject(new Error(sound.error.message))
    })`)
    t.equal(seconds, 1)
    const film = page.locator('article video')
    t.match(await film.getAttribute('poster'), /\/light\.png$/)
    t.equal(await film.getAttribute('preload'), 'metadata')
    t.equal(await page.locator('article iframe').count(), 0)
    const talk = page.locator('article a', { hasText: 'A talk' })
    t.equal(await talk.getAttribute('href'), 'https://www.youtube.com/watch?v=abc_DEF-123')
    t.same([...hosts], [new URL(site.url).host])
    await assertAccessible(t, page, 'players')
    t.same(failed, [])
  })

  await t.test('a search finds a film by its title', async (t) => {
    const { results } = (await (await fetch(`${site.url}/api/search?q=tour&locale=en`)).json()) as { results: { url: string }[] } // prettier-ignore
    t.ok(results.some((result) => result.url.includes('themes')))
  })
})
