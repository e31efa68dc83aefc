import type { Figures } from './compare-choice.ts'
import type { Reading } from './measure-reading.ts'

/** What the reader of built sites must reach, as shares. */
const BAR = 0.99

export const TABLE_HEAD = [
  '| site | generator | files | pages | content % | titles % | navigation | pages/s | MB/s | peak MiB |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
]

/** One row of the table of built sites, with an asterisk at what misses its bar. */
export function rowOf(name: string, generator: string, figures: Figures, reading: Reading | null): string {
  const { agree, compared, files, navigation, pages, titled, titles } = figures
  const cells = [
    name,
    generator,
    String(files),
    String(pages),
    share(agree, compared),
    share(titles, titled),
    `${navigation}${navigation === 0 ? '' : '*'}`,
    reading === null ? '–' : String(Math.round(reading.files / reading.processorSeconds)),
    reading === null ? '–' : (reading.bytes / reading.processorSeconds / 1e6).toFixed(1),
    reading === null ? '–' : String(reading.peakMib),
  ]
  return `| ${cells.join(' | ')} |`
}

/** What was counted on a site, and the first differences. */
export function detailsOf({ counts, headings, madeIds, shown }: Figures): string[] {
  return [
    `headings: ${headings}, without an id on the page: ${madeIds}`,
    ...Object.entries(counts).map(([name, map]) => `${name}: ${listOf(map) || 'none'}`),
    ...Object.entries(shown).flatMap(([name, lines]) =>
      lines.length === 0 ? [] : ['', `${name}:`, ...lines.map((line) => `  ${line}`)],
    ),
  ]
}

export function readingLine({ bytes, files, pages, peakMib, processorSeconds, seconds }: Reading): string {
  const rate = `${Math.round(files / seconds)} files a second by the clock, ${Math.round(files / processorSeconds)} by the processor's time`
  return `${files} files of ${(bytes / 1e6).toFixed(0)} MB, ${pages} pages: ${rate}; ${peakMib} MiB at most`
}

function share(part: number, whole: number): string {
  if (whole === 0) return '–'
  // Cut, not rounded: 100.00 means all.
  return `${(Math.floor((10_000 * part) / whole) / 100).toFixed(2)}${part / whole < BAR ? '*' : ''}`
}

function listOf(map: ReadonlyMap<string, number>): string {
  return [...map]
    .sort((a, b) => b[1] - a[1])
    .map(([key, times]) => `${key} ${times}`)
    .join(', ')
}
