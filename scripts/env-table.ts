// Writes the table of environment variables into README.md, from the schema that reads them.
// `npm run ts scripts/env-table.ts` rewrites it. With `--check` it only fails when the table is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { envSchema } from '../src/config/env.ts'

const README = new URL('../README.md', import.meta.url)
const START = '<!-- env -->'
const END = '<!-- /env -->'

function shownDefault(schema: z.ZodType): string {
  const shown = schema.meta()?.['shown']
  if (typeof shown === 'string') return shown
  return schema instanceof z.ZodPrefault ? `\`${String(schema.def.defaultValue)}\`` : ''
}

function table(): string {
  const rows = Object.entries(envSchema.shape).map(([name, schema]) => [
    `\`${name}\``,
    shownDefault(schema),
    schema.meta()?.description ?? '',
  ])
  const all = [['Variable', 'Default', 'Meaning'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(all[0] ?? []), rule, ...rows.map(line)].join('\n')
}

const readme = readFileSync(README, 'utf8')
const start = readme.indexOf(START)
const end = readme.indexOf(END)
if (start === -1 || end < start) throw new Error(`README.md lacks the markers ${START} and ${END}`)
const updated = `${readme.slice(0, start + START.length)}\n\n${table()}\n\n${readme.slice(end)}`

if (updated === readme) process.exit(0)
if (process.argv.includes('--check')) {
  process.stderr.write(
    'The table of environment variables in README.md is out of date: run `npm run ts scripts/env-table.ts`.\n',
  )
  process.exit(1)
}
writeFileSync(README, updated)
