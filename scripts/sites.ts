import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { compareSites } from './sites/compare-sites.ts'
import { lostWords } from './sites/lost-words.ts'
import { detailsOf, lossLines, NOT_COUNTED, rowOf, TABLE_HEAD } from './sites/print-comparison.ts'
import { readSide, setAside } from './sites/read-side.ts'

/**
 * Compares what is read of the sources of sites with what their own generators built of them. It keeps nothing.
 *
 *     npm run sites -- <source folder> <built folder> [--worst 5]
 *     npm run sites -- --folder <folder of sites> [--only <name>] [--worst 5]
 *
 * `scripts/sites.json` lists the sites of such a folder: each has its `source` and its `build`. `SITES_DIR` stands for
 * `--folder`. Of a site without a `build` only the words are counted that stand neither on a page nor in a fault.
 */

const siteList = z.array(
  z.strictObject({
    name: z.string(),
    /** Folder of the sources below the folder `source` of the site. */
    source: z.string(),
    /** Patterns of keys of pages that are not compared, and why. */
    aside: z.record(z.string(), z.string()).default({}),
    /** Languages of code that the built site does not have as text, and why: a frame of another site shows it. */
    asideCode: z.record(z.string(), z.string()).default({}),
    /** Patterns of parts of texts that are compared on neither side, and why. */
    asideText: z.record(z.string(), z.string()).default({}),
    /** Patterns of lines of the sources whose words the generator shows nowhere either, and why. */
    dropped: z.record(z.string(), z.string()).default({}),
  }),
)

const { positionals, values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  allowPositionals: true,
  options: {
    folder: { type: 'string' },
    only: { type: 'string' },
    worst: { type: 'string', default: '0' },
  },
})
const worst = Number(values.worst)
const folder = values.folder ?? process.env['SITES_DIR']
const [sourceFolder, builtFolder] = positionals

if (sourceFolder !== undefined && builtFolder !== undefined) {
  await compare(sourceFolder, sourceFolder, builtFolder, {})
} else if (folder !== undefined) {
  const sites = siteList.parse(JSON.parse(readFileSync(new URL('sites.json', import.meta.url), 'utf8')))
  for (const { name, source, ...aside } of sites) {
    if (values.only !== undefined && values.only !== name) continue
    const built = join(folder, name, 'build')
    try {
      await compare(name, join(folder, name, 'source', source), built, aside)
    } catch (error) {
      console.log(`${name} is not compared: ${String(error)}\n`)
    }
  }
} else {
  console.error(
    'usage: npm run sites -- <source folder> <built folder>, or npm run sites -- --folder <folder of sites>',
  )
  process.exitCode = 2
}
if (process.exitCode === undefined) console.log(`\nNot counted:\n${NOT_COUNTED.map((line) => `- ${line}`).join('\n')}`)

/** What of a site is not compared: patterns or names, and why. */
interface Aside {
  readonly aside?: Readonly<Record<string, string>>
  readonly asideCode?: Readonly<Record<string, string>>
  readonly asideText?: Readonly<Record<string, string>>
  readonly dropped?: Readonly<Record<string, string>>
}

async function compare(
  name: string,
  source: string,
  built: string,
  { aside = {}, asideCode = {}, asideText = {}, dropped = {} }: Aside,
): Promise<void> {
  const started = performance.now()
  const keys = Object.keys(aside).map((pattern) => new RegExp(pattern, 'u'))
  const texts = Object.keys(asideText).map((pattern) => new RegExp(pattern, 'gu'))
  const wholeSource = await readSide(source, { code: new Set(Object.keys(asideCode)), texts })
  const loss = lossLines(lostWords(source, wholeSource.content, dropped), worst)
  if (!existsSync(built)) return console.log([`${name}, ${wholeSource.kind}, is not built`, ...loss, ''].join('\n'))
  const sourceSide = setAside(wholeSource, keys)
  const wholeBuilt = await readSide(built, { code: new Set(), texts })
  const builtSide = setAside(wholeBuilt, keys)
  const comparison = compareSites(sourceSide, builtSide)
  console.log([...TABLE_HEAD, rowOf(name, sourceSide.kind, comparison)].join('\n'))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${wholeBuilt.kind}; ${seconds} s`)
  tell(`set aside: ${wholeBuilt.pages.size - builtSide.pages.size} built pages`, aside)
  tell(`code set aside: ${wholeSource.codesAside} blocks of the sources`, asideCode)
  tell(
    `texts set aside: ${wholeSource.textsAside} of the sources, ${wholeBuilt.textsAside} of the built site`,
    asideText,
  )
  console.log([...loss, ...detailsOf(comparison, worst), ''].join('\n'))
}

/** Prints what is set aside, and why. */
function tell(what: string, aside: Readonly<Record<string, string>>): void {
  const reasons = Object.entries(aside).map(([pattern, why]) => `${pattern} (${why})`)
  if (reasons.length > 0) console.log(`${what}, ${reasons.join(', ')}`)
}
