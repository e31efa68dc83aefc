// Quotes the summary of the last recorded bench in bench/README.md, or nothing if none is recorded.
// `npm run ts scripts/bench-quote.ts` rewrites the quote. With `--check` it only fails when the quote is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const README = new URL('../bench/README.md', import.meta.url)
const SUMMARY = new URL('../bench/results/summary.md', import.meta.url)
const START = '<!-- bench -->'
const END = '<!-- /bench -->'

const readme = readFileSync(README, 'utf8')
const start = readme.indexOf(START)
const end = readme.indexOf(END)
if (start === -1 || end < start) throw new Error(`bench/README.md lacks the markers ${START} and ${END}`)
const summary = existsSync(SUMMARY) ? `${readFileSync(SUMMARY, 'utf8').trim()}\n\n` : ''
const updated = `${readme.slice(0, start + START.length)}\n\n${summary}${readme.slice(end)}`

if (updated === readme) process.exit(0)
if (process.argv.includes('--check')) {
  process.stderr.write(
    'The figures of the bench in bench/README.md are out of date: run `npm run ts scripts/bench-quote.ts`.\n',
  )
  process.exit(1)
}
writeFileSync(README, updated)
