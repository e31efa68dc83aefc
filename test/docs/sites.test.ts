import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { compareSites, type Share } from '../../scripts/sites/compare-sites.ts'
import { detailsOf } from '../../scripts/sites/print-comparison.ts'
import { readSide } from '../../scripts/sites/read-side.ts'

const FOLDER = fileURLToPath(new URL('../fixtures/sites/', import.meta.url))

interface Bar {
  /** Pages that the sources and the built site have. */
  readonly pages: number
  /** Similarity of the words of the worst page. */
  readonly worstWords: number
}

/** Generators whose sources are read, with what their recorded site must reach beside what all must. */
const READ: Readonly<Record<string, Bar>> = {
  docusaurus: { pages: 15, worstWords: 0.95 },
  vitepress: { pages: 15, worstWords: 0.94 },
}

/** Recorded sites of generators whose sources no reader knows yet, with the pages that are read of what they built. */
const BUILT_ALONE: Readonly<Record<string, number>> = { fumadocs: 27, hugo: 19, mkdocs: 14, nextra: 14, starlight: 27 }

const MEDIAN_WORDS = 0.98

t.test('every recorded site is compared or read alone', (t) => {
  t.same(
    readdirSync(FOLDER, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort(),
    [...Object.keys(READ), ...Object.keys(BUILT_ALONE)].sort(),
  )
  t.end()
})

for (const [name, bar] of Object.entries(READ)) {
  t.test(`the sources of ${name} are read as what it builds of them`, async (t) => {
    const comparison = compareSites(await readSide(`${FOLDER}${name}/source`), await readSide(`${FOLDER}${name}/built`))
    const { addresses, ids, images, links, medianWords, pages, titles } = comparison
    const diag = detailsOf(comparison, 3)
    const reached = ({ part, whole }: Share, least: number): boolean => whole > 0 && part >= least * whole
    t.equal(pages.length, bar.pages, 'pages', { diag })
    t.ok(reached(addresses, 1), 'addresses', { addresses, diag })
    t.ok(reached(titles, 1), 'titles', { titles, diag })
    t.ok(reached(ids, 1), 'ids of headings', { ids, diag })
    t.ok(reached(links, 0.99), 'links', { links, diag })
    t.ok(reached(images, 1), 'images', { images, diag })
    t.ok(medianWords >= MEDIAN_WORDS, 'words of the page in the middle', { medianWords, diag })
    const worst = Math.min(...pages.map(({ words }) => words))
    t.ok(worst >= bar.worstWords, 'words of the worst page', { worst, diag })
  })
}

for (const [name, pages] of Object.entries(BUILT_ALONE)) {
  t.test(`what ${name} built of its recorded sources is read`, async (t) => {
    const built = await readSide(`${FOLDER}${name}/built`)
    t.equal(built.pages.size, pages)
    t.ok(built.kind.startsWith(`built by ${name}`), built.kind)
    const start = [...built.pages.values()].find(({ key }) => key.startsWith('/en/') && key.endsWith('/start'))
    t.equal(start?.title, 'Getting started')
    t.ok(
      ['This page installs', 'How to install'].includes(start?.words.slice(0, 3).join(' ') ?? ''),
      'no navigation before',
    )
    const { links, medianWords } = compareSites(built, built)
    t.equal(medianWords, 1)
    t.ok(links.whole > 0)
  })
}
