// Quotes the last recorded bench: its summary in bench/README.md, and a figure for each of four questions in README.md.
// `npm run ts scripts/bench-quote.ts` rewrites both. With `--check` it only fails when one is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const SUMMARY = new URL('../bench/results/summary.md', import.meta.url)

/** The row of the summary that README.md quotes for a question, what it says, and who stands beside Signpost there. */
const FIGURES = [
  ['search: mdn en, Signpost ÷ FlexSearch', 'Searches of the engine, pages of MDN', 'FlexSearch', 'search'],
  [
    'http: one cached query ÷ uWebSockets.js alone',
    'Answers over HTTP, a cached search',
    'uWebSockets.js alone',
    'http',
  ],
  ['mcp: tools/call, trivial, revision 2025-11-25, ours ÷ SDK', 'Calls of an MCP tool', 'the official SDK', 'mcp'],
  ['icons: Service ÷ @iconify/api', 'Searches of icons over HTTP', '@iconify/api', 'icons'],
] as const

const summary = existsSync(SUMMARY) ? readFileSync(SUMMARY, 'utf8').trim() : ''

/** Rows of four cells as a table of Markdown, with its columns aligned. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...rest] = rows.map(line)
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest].join('\n')
}

function figures(): string {
  const found = FIGURES.map(([name, what, peer, question]) => {
    const row = summary.split('\n').find((line) => line.startsWith(`| ${name} `))
    if (row === undefined) throw new Error(`bench/results/summary.md has no row "${name}"`)
    const [, , median = '', rounds = ''] = row.split('|').map((cell) => cell.trim())
    return [what, peer, `${median} (${rounds})`, `\`npm run bench -- ${question}\``]
  })
  return table([['What', 'Beside', 'As many, median (rounds)', 'Command'], ...found])
}

/** A file, the markers around what is quoted in it, and the quote. */
const QUOTES = [
  { file: 'bench/README.md', name: 'bench', quote: summary },
  { file: 'README.md', name: 'figures', quote: summary === '' ? '' : figures() },
]

for (const { file, name, quote } of QUOTES) {
  const path = new URL(`../${file}`, import.meta.url)
  const text = readFileSync(path, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from === -1 || to < from) throw new Error(`${file} lacks the markers ${start} and ${end}`)
  const updated = `${text.slice(0, from + start.length)}\n\n${quote === '' ? '' : `${quote}\n\n`}${text.slice(to)}`
  if (updated === text) continue
  if (process.argv.includes('--check')) {
    process.stderr.write(
      `The figures of the bench in ${file} are out of date: run \`npm run ts scripts/bench-quote.ts\`.\n`,
    )
    process.exitCode = 1
  } else writeFileSync(path, updated)
}
