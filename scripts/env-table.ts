// Writes what the program says of its variables and commands into tables of the documentation, in all languages.
// `npm run ts scripts/env-table.ts` rewrites them. With `--check` it only fails when they are out of date. The pages choose in
// which table a row stands. Translations keep their words, and are given what is the same in each language.
import { readFileSync, writeFileSync } from 'node:fs'
import { COMMANDS } from '../src/commands/commands.ts'
import { listVariables } from '../src/config/variables.ts'

const LOCALES = ['en', 'zh', 'ko']
const ROW = /^\| `([^`]+)`\s*\|(.*)\|$/

/** What a row says in English, by the places of its cells, and which of them are the same in each language. */
interface Row {
  readonly first: string | null
  readonly last: string
  readonly isFirstFixed: boolean
}

const variables = listVariables().map(({ description, isFixed, name, shownDefault }): [string, Row] => [
  name,
  { first: shownDefault, last: description, isFirstFixed: isFixed },
])
const commands = COMMANDS.map(({ name, summary }): [string, Row] => [
  `signpost ${name}`,
  { first: null, last: summary, isFirstFixed: false },
])
const PAGES = [
  { page: 'configuration', rows: new Map(variables) },
  { page: 'commands', rows: new Map(commands) },
]
const faults: string[] = []

function updated(locale: string, path: string, text: string, rows: ReadonlyMap<string, Row>): string {
  const found = new Set<string>()
  const lines = text.split('\n').map((line) => {
    const [, name = '', rest = ''] = ROW.exec(line) ?? []
    const row = rows.get(name)
    if (row === undefined) return line
    if (found.has(name)) faults.push(`${path} has two rows about ${name}`)
    found.add(name)
    const cells = rest.split(/(?<!\\)\|/).map((cell) => cell.trim())
    if (row.first !== null && (locale === 'en' || row.isFirstFixed)) cells[0] = row.first
    if (locale === 'en') cells[cells.length - 1] = row.last
    const next = `| \`${name}\` | ${cells.join(' | ')} |`
    // Spaces that align a column say nothing.
    return next === line.replaceAll(/\s*\|\s*/g, ' | ').trim() ? line : next
  })
  for (const name of rows.keys()) if (!found.has(name)) faults.push(`${path} has no row about ${name}: write it`)
  return lines.join('\n')
}

const isCheck = process.argv.includes('--check')
for (const locale of LOCALES)
  for (const { page, rows } of PAGES) {
    const path = `content/docs/${locale}/operations/${page}.mdx`
    const file = new URL(`../${path}`, import.meta.url)
    const text = readFileSync(file, 'utf8')
    const next = updated(locale, path, text, rows)
    if (next === text) continue
    if (isCheck) faults.push(`${path} is out of date: run \`npm run ts scripts/env-table.ts\``)
    else writeFileSync(file, next)
  }
for (const fault of faults) process.stderr.write(`${fault}.\n`)
if (faults.length > 0) process.exitCode = 1
