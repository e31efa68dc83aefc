import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { fingerprintContent } from '../../../src/docs/fingerprint.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import { readSiteConfig } from '../../../src/docs/site/read-site-config.ts'
import { NO_LOOK, linkFor } from '../../../src/docs/site/site-look.ts'
import { contentTree } from '../../support/content-tree.ts'

async function faultsOf(t: Parameters<typeof contentTree>[0], yaml: string): Promise<string[]> {
  const { faults } = readSiteConfig(await contentTree(t, { 'site.yaml': yaml, 'docs/en/index.md': '# A' }))
  return faults.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

t.test('each member of the look that is at fault says where, and what to write', async (t) => {
  const links = (count: number): string => `[${Array.from({ length: count }, () => '{ label: A, to: /a }').join(', ')}]`
  for (const [yaml, fault] of [
    ['logo: ../logo.svg', /^1:7 logo: must be a file below the folder of site.yaml/],
    ['logo: logo.pdf', /^1:7 logo: must be an image: svg/],
    ['logo: 3', /^1:7 logo: must be an image, or images for light and dark/],
    ['logo: { dark: a.svg }', /logo.light: is missing/],
    ['logo: { light: a.svg, drak: b.svg }', /there is no member drak. Did you mean dark\?/],
    ['favicon: /etc/passwd', /^1:10 favicon: must be a file below/],
    ['image: true', /^1:8 image: must be an image, or false/],
    ['accent: teal', /^1:9 accent: must be a colour such as "#0a7c5c", in quotes/],
    ['accent: "#ffcc00"', /^1:9 accent: has a contrast of 1\.\d to the light background/],
    [
      'accent: { light: "#0a7c5c", dark: "#0a7c5c" }',
      /^1:35 accent.dark: has a contrast of 3\.\d to the dark background/,
    ],
    ['navigation: [{ label: A, to: a }]', /^1:30 navigation.0.to: must begin with one slash/],
    ['navigation: [{ label: A, to: "javascript:alert(1)" }]', /navigation.0.to: must begin with one slash/],
    ['navigation: [{ label: 1, to: /a }]', /navigation.0.label: must be text, or texts by locale/],
    [`navigation: ${links(13)}`, /^1:13 navigation: .*12/],
    [`navigation: [{ label: A, links: ${links(21)} }]`, /navigation.0.links: .*20/],
    ['navigation: [{ label: A, links: [] }]', /navigation.0.links: /],
    ['navigation: [{ label: A, to: /a, icon: none }]', /navigation.0.icon: must be one of bitbucket, /],
    [`navigation: [{ label: A, icon: github, links: ${links(1)} }]`, /navigation.0: has `links`/],
    ['navigation: [{ label: A }]', /navigation.0: must have either `to` or `links`/],
    [`navigation: [{ label: A, to: /a, links: ${links(1)} }]`, /navigation.0: must have either `to` or `links`/],
    [`navigation: [{ label: A, links: [{ label: B, to: /b, links: ${links(1)} }] }]`, /navigation.0.links.0: .*links/],
    ['footer: { groups: [{ title: A, links: [] }] }', /footer.groups.0.links: /],
    [`footer: { groups: [{ title: A, links: ${links(13)} }] }`, /footer.groups.0.links: .*12/],
    ['editUrl: https://a.example/edit', /^1:10 editUrl: must begin with https:\/\/ and have \{path\} in it once/],
    ['editUrl: "javascript:{path}"', /editUrl: must begin with https/],
    [
      'security: { contact: [a@b.example], expires: "2027-01-01T00:00:00Z" }',
      /security.contact.0: must begin with https/,
    ],
    ['security: { contact: ["mailto:a@b.example"] }', /security.expires: /],
    ['security: { contact: ["mailto:a@b.example"], expires: "soon" }', /security.expires: must be a time in quotes/],
    ['security: { contact: ["mailto:a@b.example\\nX: y"], expires: "2027-01-01T00:00:00Z" }', /security.contact.0: /],
  ] as const) {
    const faults = await faultsOf(t, yaml)
    t.equal(faults.length, 1, yaml)
    t.match(faults[0], fault, yaml)
  }
})

t.test('an image that is not there, or is none, is a fault of the content and stops nothing', async (t) => {
  const folder = await contentTree(t, {
    'docs/en/index.md': '# A',
    'bad.svg': 'no image',
    'site.yaml':
      'logo: none.svg\nfavicon: bad.svg\nnavigation: [{ label: A, to: /en/none }, { label: B, to: /none.json }, { label: C, links: [{ label: D, to: /no }] }]\n',
  })
  const { faults, look } = await readContent(folder)
  t.match(
    faults.map(({ code, line, message }) => `${line} ${code} ${message}`),
    [
      '1 missing_image logo: there is no such file',
      /^2 bad_file favicon: /,
      '3 dead_link /en/none leads to no page',
      '3 dead_link /no leads to no page',
    ],
  )
  t.equal(look?.logo, null)
  t.equal(look?.favicon, null)
})

t.test('a picture is drawn for each page unless site.yaml wants none', async (t) => {
  for (const [yaml, cards] of [
    ['accent: "#1e5c97"', true],
    ['image: none.png', true],
    ['image: false', false],
  ] as const) {
    const { look } = await readContent(await contentTree(t, { 'docs/en/index.md': '# A', 'site.yaml': yaml }))
    t.match(look ?? NO_LOOK, { cards, image: null }, yaml)
  }
})

t.test('another image makes another generation', async (t) => {
  const folder = await contentTree(t, {
    'docs/en/index.md': '# A',
    'logo.svg': '<svg/>',
    'site.yaml': 'logo: logo.svg',
  })
  const before = await fingerprintContent(folder)
  t.equal(await fingerprintContent(folder), before)
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const written = await fingerprintContent(folder)
  t.not(written, before)
  await rm(join(folder, 'logo.svg'))
  t.not(await fingerprintContent(folder), written)
})

t.test('links stay in the locale of the reader, unless they name one, a file or another site', async (t) => {
  for (const [to, href] of [
    ['/', '/ko'],
    ['/guides/', '/ko/guides'],
    ['/guides/a b?x#y', '/ko/guides/a%20b?x#y'],
    ['/en/guides', '/en/guides'],
    ['/openapi.json', '/openapi.json'],
    ['https://a.example/x', 'https://a.example/x'],
  ] as const) {
    t.equal(linkFor({ label: 'A', to }, 'ko')?.href, href, to)
  }
  t.equal(linkFor({ label: { en: 'A' }, to: '/' }, 'ko'), null)
})
