import t from 'tap'
import { toMarkdown } from '../../../../src/docs/model/to-markdown.ts'
import { joinThemes } from '../../../../src/docs/model/themes.ts'
import type { Image } from '../../../../src/docs/model/page-model.ts'
import { forEachInline } from '../../../../src/docs/model/visit-inline.ts'
import { pageOf } from './page-of.ts'

function read(content: string) {
  const { blocks } = pageOf(
    `<!doctype html><title>T</title><main><h1>T</h1><p>Some words of the page.</p>${content}</main>`,
  )
  joinThemes(blocks)
  const images: Image[] = []
  forEachInline(blocks, (part) => part.kind === 'image' && images.push(part))
  return { images, markdown: toMarkdown(blocks) }
}

const EMBEDDED: Readonly<Record<string, string>> = {
  '<video controls poster="p.png"><source src="a.mp4"><p>No films.</p></video>': '[a.mp4](a.mp4)',
  '<p>Hear <audio src="a.mp3"></audio> it.</p>': 'Hear [a.mp3](a.mp3) it.',
  '<div class="video"><iframe src="https://www.youtube.com/embed/abc_DEF-123" title="A talk"></iframe></div>':
    '[A talk](https://www.youtube.com/watch?v=abc_DEF-123)',
  '<iframe data-src="https://codepen.io/x" src="about:blank"></iframe>': '[codepen.io](https://codepen.io/x)',
  '<object data="manual.pdf"><p>None.</p></object>': '[manual.pdf](manual.pdf)',
  '<a href="b.html">See <iframe src="https://x.example/e"></iframe></a>': '[See x.example](b.html)',
}
for (const [source, markdown] of Object.entries(EMBEDDED)) {
  t.test(`what a built site embeds is never nothing: ${source.slice(0, 60)}`, async (t) => {
    const written = read(source).markdown
    t.match(written, markdown)
    t.notMatch(written, /No films|None\./)
  })
}

t.test('frames that nobody sees are nothing', async (t) => {
  const frame = '<iframe src="https://x.example/e" height="0" width="0"></iframe>'
  for (const hidden of [frame, `<noscript>${frame}</noscript>`, '<iframe></iframe>', '<video></video>'])
    t.notMatch(read(hidden).markdown, /x\.example|\[/, hidden)
})

const PAIRS: Readonly<Record<string, string>> = {
  'of Docusaurus':
    '<img alt="It" class="themedComponent_a themedComponent--light_b" src="light.png"><img alt="It" class="themedComponent_a themedComponent--dark_c" src="dark.png">',
  'of VitePress':
    '<div><img alt="It" class="VPImage dark" src="dark.png"><img alt="It" class="VPImage light" src="light.png"></div>',
  'of Starlight':
    '<img alt="It" class="light:sl-hidden" src="dark.png"><img alt="It" class="dark:sl-hidden" src="light.png">',
  'of Material': '<p><img alt="It" src="light.png#only-light">\n<img alt="It" src="dark.png#only-dark"></p>',
  'of Furo':
    '<p><img class="only-light" alt="It" src="light.png"></p><p><img class="only-dark" alt="It" src="dark.png"></p>',
  'of links with classes':
    '<p><a class="only-light" href="light.png"><img alt="It" src="light.png"></a></p>\n<p><a class="only-dark" href="light.png"><img alt="It" src="dark.png"></a></p>',
  'of a picture':
    '<picture><source media="(prefers-color-scheme: dark)" srcset="dark.png 1x, dark2.png 1.5x"><img alt="It" src="light.png"></picture>',
}
for (const [name, source] of Object.entries(PAIRS)) {
  t.test(`the images for two themes ${name} are one`, async (t) => {
    const { images, markdown } = read(source)
    t.equal(images.length, 1)
    t.match(images[0], { source: /^light\.png/, dark: /^dark2?\.png/, alt: 'It' })
    t.notMatch(markdown, 'dark')
  })
}
