import t from 'tap'
import { themeOfClass } from '../../../src/docs/model/themes.ts'
import { joinThemes } from '../../../src/docs/model/themes.ts'
import { toMarkdown } from '../../../src/docs/model/to-markdown.ts'
import type { Block, Image } from '../../../src/docs/model/page-model.ts'
import { forEachInline } from '../../../src/docs/model/visit-inline.ts'
import { readMarkdown } from '../../../src/docs/readers/markdown/read-markdown.ts'

function read(source: string, mdx = false): { blocks: Block[]; images: Image[]; markdown: string } {
  const { blocks } = readMarkdown(source, { mdx })
  joinThemes(blocks)
  const images: Image[] = []
  forEachInline(blocks, (part) => part.kind === 'image' && images.push(part))
  return { blocks, images, markdown: toMarkdown(blocks) }
}

const PAIRS: Readonly<Record<string, string>> = {
  'a picture': `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="dark.png 1x, dark2.png 2x">
  <img alt="It" src="light.png">
</picture>`,
  'a picture whose image is the dark one': `<picture>
  <source media="(prefers-color-scheme: light)" srcset="light.png">
  <img alt="It" src="dark.png">
</picture>`,
  'a picture with both sources':
    '<picture><source media="(prefers-color-scheme: dark)" srcset="dark.png"><source media="(prefers-color-scheme: light)" srcset="light.png"><img alt="It" src="x.png"></picture>',
  'fragments of GitHub': '![It](light.png#gh-light-mode-only)\n![It](dark.png#gh-dark-mode-only)',
  'fragments of Material, the dark one first': '![It](dark.png#only-dark) ![It](light.png#only-light)',
  'fragments in paragraphs of their own': '![It](light.png#only-light)\n\n![It](dark.png#only-dark)',
  'fragments within links': '[![It](light.png#only-light)](x.md) [![It](dark.png#only-dark)](x.md)',
  'fragments within one link':
    '<a href="x.md"><img alt="It" src="light.png#gh-light-mode-only"><img alt="It" src="dark.png#gh-dark-mode-only"></a>',
  'fragments in a heading': '# ![It](light.png#gh-light-mode-only) ![It](dark.png#gh-dark-mode-only)',
  'classes of Starlight':
    '<img alt="It" class="dark:sl-hidden" src="light.png">\n<img alt="It" class="light:sl-hidden" src="dark.png">',
  'classes of Tailwind':
    '<img alt="It" class="block dark:hidden" src="light.png">\n<img alt="It" class="hidden dark:block" src="dark.png">',
  'classes of Furo':
    '<img alt="It" class="only-light" src="light.png">\n\n<img alt="It" class="only-dark" src="dark.png">',
  'classes around images':
    '<div class="dark:sl-hidden">\n\n![It](light.png)\n\n</div>\n<div class="light:sl-hidden">\n\n![It](dark.png)\n\n</div>',
}

for (const [name, source] of Object.entries(PAIRS)) {
  t.test(`${name} are one image with one for dark pages`, async (t) => {
    const { images, markdown } = read(`${source}\n\nText.\n`)
    t.equal(images.length, 1)
    t.match(images[0], { source: /^light\.png/, dark: /^dark\.png/, alt: 'It' })
    t.equal(images[0]?.theme, undefined)
    t.match(markdown, 'light.png')
    t.notMatch(markdown, 'dark.png')
    t.match(markdown, /\n\nText\.\n$/)
  })
}

t.test('a themed image of Docusaurus has both sources', async (t) => {
  const { images } = read("<ThemedImage alt='It' sources={{ light: '/light.png', dark: '/dark.png' }} />\n", true)
  t.match(images, [{ source: '/light.png', dark: '/dark.png' }])
})

t.test('an image for one theme without the other stays, and two of a theme are not joined', async (t) => {
  t.match(read('![It](a.png#only-dark) text ![It](b.png#only-light)\n').images, [{ theme: 'dark' }, { theme: 'light' }])
  t.match(read('![It](a.png#only-dark)\n![It](b.png#only-dark)\n').images, [{ theme: 'dark' }, { theme: 'dark' }])
  t.match(read('[![It](a.png#only-light)](x) [![It](b.png#only-dark)](y)\n').images, [
    { theme: 'light' },
    { theme: 'dark' },
  ])
  t.match(read('[![It](a.png#only-dark)](https://x.example)\n').markdown, 'a.png')
})

t.test('text for dark pages, which is there for light ones too, is left out', async (t) => {
  const { markdown } = read(
    '<div class="hidden dark:block">\n\nDark words.\n\n</div>\n\n<div class="dark:hidden">\n\nLight words.\n\n</div>\n',
  )
  t.equal(markdown, 'Light words.\n')
})

t.test('classes that name no theme hide nothing', async (t) => {
  for (const none of [
    'hidden',
    'dark',
    'light',
    'dark:bg-black',
    'hidden md:block',
    'darkness',
    'md:hidden dark:border',
  ])
    t.equal(themeOfClass(none), undefined, none)
  t.equal(themeOfClass('VPImage dark'), 'dark')
  t.equal(themeOfClass('hx-hidden dark:hx-block'), 'dark')
  t.equal(themeOfClass('themedComponent_x themedComponent--light_y'), 'light')
})
