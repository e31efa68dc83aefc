// `npm run ts bench/search-box.ts -- <address of a docs host> [<words>]`: how long readers wait for results in the search box of
// its pages. Chromium types words key by key. The time runs from the key's event to the frame that shows the results of the text
// so far. Beside it stands what the page takes for a request of the same host that asks for nothing.
import { readFileSync } from 'node:fs'
import { launchChromium } from '../test/support/chromium.ts'
import { percentile } from './timing.ts'

/** A fast typist has some nine keys a second. */
const KEY_INTERVAL_MS = 110
const WORDS = 60
const USAGE = 'usage: npm run ts bench/search-box.ts -- <address of a docs host> [<file with a query in each line>]'

/** Notes, for each key, when it came, when the list showed its text, and when that was drawn. */
const NOTE_TIMES = `
  window.times = []
  const input = document.querySelector('[role=combobox]')
  const status = document.querySelector('.search [role=status]')
  let pending = null
  const list = document.querySelector('[role=listbox]')
  const fetchPlain = window.fetch
  window.fetch = async (address, options) => {
    const response = await fetchPlain(address, options)
    const query = new URL(address, location.href).searchParams.get('q')
    if (pending?.query === query) pending.isAnswered = true
    return response
  }
  input.addEventListener('input', ({ timeStamp }) => { pending = { query: input.value.trim(), timeStamp } }, true)
  new MutationObserver(() => {
    if (!pending?.isAnswered) return
    const { timeStamp } = pending
    pending = null
    const shown = performance.now() - timeStamp
    requestAnimationFrame(() => setTimeout(() => times.push([shown, performance.now() - timeStamp])))
  }).observe(list, { childList: true })
`
const NOTHING = `(async () => {
  const begun = performance.now()
  await (await fetch('/healthz', { cache: 'no-store' })).text()
  return performance.now() - begun
})()`

const [address, file] = process.argv.slice(2)
if (address === undefined) throw new Error(USAGE)
const queries =
  file === undefined
    ? [
        'install signpost',
        'redis sentinel',
        'search parameters',
        'rate limit headers',
        'reverse proxy',
        'icon catalogue',
      ]
    : readFileSync(file, 'utf8').trim().split('\n')

const browser = await launchChromium()
const page = await browser.newPage({ reducedMotion: 'reduce' })
await page.goto(address)
await page.evaluate(NOTE_TIMES)
for (let n = 0; n < WORDS; n++) {
  await page.getByRole('combobox').fill('')
  await page.getByRole('combobox').pressSequentially(queries[n % queries.length] ?? '', { delay: KEY_INTERVAL_MS })
}
const nothing: number[] = []
for (let n = 0; n < 200; n++) nothing.push(await page.evaluate<number>(NOTHING))
const times = await page.evaluate<[number, number][]>('window.times')
await browser.close()

const row = (name: string, values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number): string => percentile(sorted, part).toFixed(1)
  return `${name.padEnd(32)} p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  p99 ${at(0.99)} ms  of ${values.length}`
}
console.log(
  row(
    'key to results in the page',
    times.map(([shown]) => shown),
  ),
)
console.log(
  row(
    'key to results drawn',
    times.map(([, drawn]) => drawn),
  ),
)
console.log(row('a request that asks nothing', nothing))
