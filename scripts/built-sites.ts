import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { compareChoice } from './built-sites/compare-choice.ts'
import { measureContent, measurePages } from './built-sites/measure-reading.ts'
import type { Reading } from './built-sites/measure-reading.ts'
import { detailsOf, readingLine, rowOf, TABLE_HEAD } from './built-sites/print-figures.ts'

/**
 * Reads folders that generators built, and tells how well. It keeps nothing.
 *
 *     npm run ts scripts/built-sites.ts -- <folder> [selector] [pattern]
 *     npm run ts scripts/built-sites.ts -- --all <folder of sites> [--only <name>] [--most 600] [--shown 8] [--runs 3]
 *     npm run ts scripts/built-sites.ts -- --speed <folder> [--whole]
 *
 * `selector` is where a person finds the content of this site, and `pattern` what `<title>` has beside the title of the
 * page. `--most` bounds the files of a site that are compared, and `--runs 0` measures no speed. `scripts/built-sites.json` says both for the sites of such a folder, and where each comes from.
 */

const siteList = z.array(
  z.strictObject({
    name: z.string(),
    /** Package whose files these are, or how they were made. */
    from: z.string(),
    generator: z.string(),
    selector: z.string(),
    around: z.string(),
  }),
)

const { positionals, values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  allowPositionals: true,
  options: {
    all: { type: 'string' },
    most: { type: 'string', default: '100000' },
    only: { type: 'string' },
    runs: { type: 'string', default: '1' },
    shown: { type: 'string', default: '8' },
    speed: { type: 'string' },
    whole: { type: 'boolean', default: false },
  },
})
const bounds = { most: Number(values.most), shown: Number(values.shown) }
const [folder, selector = '', around = ''] = positionals

if (values.speed !== undefined) {
  console.log(JSON.stringify(values.whole ? await measureContent(values.speed) : measurePages(values.speed)))
} else if (values.all !== undefined) {
  const list = siteList.parse(JSON.parse(readFileSync(new URL('built-sites.json', import.meta.url), 'utf8')))
  const rows: string[] = []
  for (const site of list) {
    const own = join(values.all, site.name)
    if ((values.only !== undefined && values.only !== site.name) || !existsSync(own)) continue
    const figures = compareChoice(own, site, bounds)
    const reading = median(Array.from({ length: Number(values.runs) }, () => inProcess(own)))
    rows.push(rowOf(site.name, site.generator, figures, reading))
    console.log(
      [`\n## ${site.name}`, ...(reading === null ? [] : [readingLine(reading)]), ...detailsOf(figures)].join('\n'),
    )
  }
  console.log(`\n${[...TABLE_HEAD, ...rows].join('\n')}`)
} else if (folder !== undefined) {
  const figures = compareChoice(folder, { selector, around }, bounds)
  const reading = inProcess(folder)
  console.log([...TABLE_HEAD, rowOf(folder, figures.generator ?? '–', figures, reading)].join('\n'))
  console.log([readingLine(reading), ...detailsOf(figures)].join('\n'))
} else {
  console.error(
    'usage: npm run ts scripts/built-sites.ts -- <folder> [selector] [pattern], or -- --all <folder of sites>',
  )
  process.exitCode = 2
}

/** Reads a folder in a process of its own, whose memory is that of the reading alone. */
function inProcess(site: string): Reading {
  const script = fileURLToPath(import.meta.url)
  const { error, status, stderr, stdout } = spawnSync(
    process.execPath,
    [...process.execArgv, script, '--speed', site],
    { encoding: 'utf8' },
  )
  if (error !== undefined || status !== 0) throw new Error(`reading ${site} failed: ${error?.message ?? stderr}`)
  return JSON.parse(stdout) as Reading
}

function median(readings: readonly Reading[]): Reading | null {
  return [...readings].sort((a, b) => a.processorSeconds - b.processorSeconds)[Math.floor(readings.length / 2)] ?? null
}
