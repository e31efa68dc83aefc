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
  /** Share of ids of headings; 1 without it. */
  readonly ids?: number
  /** Pages without a text, on which the pages below are listed; the layout that the site was built with lists none. */
  readonly lists?: readonly string[]
}

/**
 * Generators with what their recorded site must reach beside what all must. Nextra gives ids to tabs and summaries, which
 * are no headings.
 */
const READ: Readonly<Record<string, Bar>> = {
  docusaurus: { pages: 15, worstWords: 0.95 },
  fumadocs: { pages: 14, worstWords: 0.9 },
  hugo: { pages: 17, worstWords: 0.86, lists: ['/en/docs/guide', '/en/docs/reference'] },
  mkdocs: { pages: 14, worstWords: 0.95 },
  nextra: { pages: 14, worstWords: 0.9, ids: 0.8 },
  starlight: { pages: 14, worstWords: 0.95 },
  vitepress: { pages: 15, worstWords: 0.94 },
}

const MEDIAN_WORDS = 0.98

t.test('every recorded site is compared', (t) => {
  t.same(
    readdirSync(FOLDER, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort(),
    Object.keys(READ).sort(),
  )
  t.end()
})

for (const [name, bar] of Object.entries(READ)) {
  t.test(`the sources of ${name} are read as what it builds of them`, async (t) => {
    const comparison = compareSites(await readSide(`${FOLDER}${name}/source`), await readSide(`${FOLDER}${name}/built`))
    const { ids, images, links, medianWords, pages, titles } = comparison
    const diag = detailsOf(comparison, 3)
    const reached = ({ part, whole }: Share, least: number): boolean => whole > 0 && part >= least * whole
    t.equal(pages.length, bar.pages, 'pages', { diag })
    t.same(comparison.onlySource, [], 'addresses of the sources are those of the site', { diag })
    t.same(
      comparison.onlyBuilt.filter((key) => key.startsWith('/en')),
      [],
      'no English page is missing',
      { diag },
    )
    t.ok(reached(titles, 1), 'titles', { titles, diag })
    t.ok(reached(ids, bar.ids ?? 1), 'ids of headings', { ids, diag })
    t.ok(reached(links, 0.99), 'links', { links, diag })
    t.ok(reached(images, 1), 'images', { images, diag })
    t.ok(medianWords >= MEDIAN_WORDS, 'words of the page in the middle', { medianWords, diag })
    const written = pages.filter(({ source }) => bar.lists?.includes(source.key) !== true)
    const worst = Math.min(...written.map(({ words }) => words))
    t.ok(worst >= bar.worstWords, 'words of the worst page', { worst, diag })
  })
}
