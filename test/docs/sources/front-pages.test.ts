import t from 'tap'
import { readBlockLines } from '../../../src/docs/model/block-lines.ts'
import type { Block, Image } from '../../../src/docs/model/page-model.ts'
import { plainText } from '../../../src/docs/model/plain-text.ts'
import { forEachInline } from '../../../src/docs/model/visit-inline.ts'
import type { ContentPage } from '../../../src/docs/content.ts'
import { faultsOf, pageOf, readFiles, textOf } from './pages-of.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
const DARK_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"/>'

function blocksOf({ blockLines }: ContentPage): Block[] {
  return readBlockLines(blockLines)
}

/** Links of a page as `text look target`. */
function buttonsOf(page: ContentPage): string[] {
  const buttons: string[] = []
  forEachInline(blocksOf(page), (part) => {
    if (part.kind === 'link') buttons.push(`${plainText(part.content)} ${part.button ?? 'text'} ${part.target}`)
  })
  return buttons
}

function imageOf(page: ContentPage): Image | undefined {
  const images: Image[] = []
  forEachInline(blocksOf(page), (part) => void (part.kind === 'image' && images.push(part)))
  return images[0]
}

const STARLIGHT_HERO = `---
title: Home
template: splash
hero:
  title: Big {words}
  tagline: Small <b>words</b>
  image: { light: IMAGES/day.svg, dark: IMAGES/night.svg, alt: A "hero" }
  actions:
    - { text: Go, link: /next/ }
    - { text: Code, link: "https://example.org/?a=\\"b\\"", variant: minimal }
    - { text: Soon }
---
Below.
`

t.test('the hero of Starlight opens a front page', async (t) => {
  const content = await readFiles(t, {
    'astro.config.mjs': `import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'Stars' })] }`,
    'src/assets/day.svg': SVG,
    'src/assets/night.svg': DARK_SVG,
    'src/content/docs/index.md': STARLIGHT_HERO.replaceAll('IMAGES', '../../assets'),
    'src/content/docs/next.md': '---\ntitle: Next\nhero: {}\n---\n',
  })
  t.strictSame(faultsOf(content), [])
  const page = pageOf(content, 'en', '')
  t.equal(page.splash, true)
  const [hero] = blocksOf(page)
  t.match(hero, { kind: 'group', role: 'hero' })
  t.strictSame(buttonsOf(page), ['Go primary /en/next', 'Code minimal https://example.org/?a=%22b%22'])
  const image = imageOf(page)
  t.match(image, { alt: 'A "hero"', source: /\.svg$/, dark: /\.svg$/ })
  t.not(image?.source, image?.dark)
  t.equal(textOf(content, 'en', ''), 'Big {words}\nSmall words\nGo Code Soon\nA "hero"\nBelow.')
  t.match(page.markdown, '# Big ')
  const next = pageOf(content, 'en', 'next')
  t.equal(next.splash, undefined, 'a hero alone is no front page')
  t.match(blocksOf(next)[0], { blocks: [{ kind: 'heading', content: ['Next'] }] }, 'the title stands for its own')
})

t.test('the home page of VitePress has a hero and cards', async (t) => {
  const content = await readFiles(t, {
    '.vitepress/config.js': 'export default { title: "Lantern" }',
    'public/day.svg': SVG,
    'public/night.svg': DARK_SVG,
    'guide.md': '# Guide\n',
    'index.md': `---
layout: home
hero:
  name: Lantern
  text: Light for all
  tagline: It never goes out.
  image: { light: /day.svg, dark: /night.svg }
  actions:
    - { text: Begin, link: /guide }
    - { text: Code, link: 'https://example.org', theme: alt }
features:
  - { icon: 🔥, title: Hot "and" bright, details: 'As the [sun](/guide).', link: /guide, linkText: More }
  - { icon: { src: /day.svg }, title: Drawn }
  - { icon: <span class="x"></span>, title: Styled }
  - { icon: rocket, title: Fast }
---
`,
  })
  t.strictSame(faultsOf(content), [])
  const page = pageOf(content, 'en', '')
  t.equal(page.title, 'Lantern Light for all')
  t.equal(page.splash, true)
  t.strictSame(buttonsOf(page), [
    'Begin primary /en/guide',
    'Code secondary https://example.org',
    'sun text /en/guide',
    'More text /en/guide',
  ])
  const [hero, cards] = blocksOf(page)
  const name = { kind: 'span', element: 'strong', content: ['Lantern'] }
  t.match(hero, { blocks: [{ kind: 'heading', content: [name, ' Light for all'] }] })
  t.match(cards, {
    role: 'cards',
    blocks: [
      { role: 'card', title: ['🔥 Hot "and" bright'], target: '/en/guide' },
      { role: 'card', title: [{ kind: 'image', height: 48 }, ' Drawn'], target: null },
      { role: 'card', title: ['Styled'] },
      { role: 'card', title: [{ kind: 'icon', name: 'rocket' }, 'Fast'] },
    ],
  })
  t.match(page.markdown, '- **[🔥 Hot "and" bright](/en/guide)**')
})

t.test('a folder of Markdown has front pages in the form of Starlight', async (t) => {
  for (const base of ['docs/en/', '']) {
    const content = await readFiles(t, {
      [`${base}index.md`]: STARLIGHT_HERO.replaceAll('IMAGES', '.'),
      [`${base}next.md`]: '---\ntitle: Next\n---\nText\n',
      [`${base}day.svg`]: SVG,
      [`${base}night.svg`]: DARK_SVG,
    })
    const page = pageOf(content, 'en', '')
    t.equal(page.splash, true)
    t.match(imageOf(page), { source: /^\/files\//, dark: /^\/files\// })
    t.match(buttonsOf(page)[0], 'Go primary /en/next')
    t.match(page.markdown, 'Small **words**\n\n[Go](/en/next)')
  }
})
