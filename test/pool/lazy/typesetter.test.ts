import { fileURLToPath } from 'node:url'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { createTypesetter, type TypesetPage } from '../../../src/pool/lazy/typesetter.ts'

const FAULTY = fileURLToPath(new URL('../../support/faulty-typeset-worker.ts', import.meta.url))

function page(code: string): Uint8Array {
  return new TextEncoder().encode(`<p>x</p><pre tabindex="0"><code class="language-json">${code}</code></pre>`)
}

const textOf = (html: Uint8Array): string => new TextDecoder().decode(html)

/** Asks until the page is done. */
async function askAgain(ask: () => Promise<TypesetPage>): Promise<TypesetPage> {
  for (;;) {
    const answer = await ask()
    if (answer.isFinal) return answer
    await setTimeout(20)
  }
}

/** Long enough for the first page with a language on a busy machine. */
const PATIENT = { readerWaitMs: 60_000 }

t.test('a page is typeset by another thread, and one without code needs none', async (t) => {
  const faults: string[] = []
  const { close, typeset } = createTypesetter((message) => faults.push(message), PATIENT)
  t.teardown(close)
  const plain = new TextEncoder().encode('<p>Text with <code>code</code>.</p>')
  t.strictSame(await typeset(plain, 'plain'), { bytes: plain, isFinal: true })
  const { bytes, isFinal } = await typeset(page('{ &quot;a&quot;: 1 }'), 'code')
  t.match(textOf(bytes), '<span class="n">1</span>')
  t.ok(isFinal)
  t.strictSame(faults, [])
})

t.test('a reader does not wait for long, and the next one gets what was done meanwhile', async (t) => {
  const { close, typeset } = createTypesetter((message) => t.fail(message), { readerWaitMs: 0 })
  t.teardown(close)
  const first = page('[1]')
  t.strictSame(await typeset(first, 'first'), { bytes: first, isFinal: false })
  const again = await askAgain(() => typeset(page('[1]'), 'first'))
  t.match(textOf(again.bytes), '<span class="n">1</span>')
})

t.test('the first view of a page has its formulas, which a reader waits for longer than for colours', async (t) => {
  const { close, typeset } = createTypesetter((message) => t.fail(message), { readerWaitMs: 0, formulaWaitMs: 60_000 })
  t.teardown(close)
  for (const written of ['<p>Let <code class="math">x_{i}</code></p>', '<pre class="math" tabindex="0">x_{i}</pre>']) {
    const { bytes, isFinal } = await typeset(new TextEncoder().encode(written), written)
    t.match(textOf(bytes), /<math[^]*<msub>/)
    t.ok(isFinal)
  }
})

t.test('beyond a number of pages that wait, others are plain until there is room', async (t) => {
  const { close, typeset } = createTypesetter(() => undefined, {
    readerWaitMs: 0,
    timeoutMs: 15_000,
    workerFile: FAULTY,
  })
  t.teardown(close)
  await typeset(page('[&quot;hang&quot;]'), 'hangs')
  await Promise.all(Array.from({ length: 127 }, (_, at) => typeset(page(`[${at}]`), `page ${at}`)))
  t.notOk((await typeset(page('[1]'), 'late')).isFinal)
  const late = await askAgain(() => typeset(page('[1]'), 'late'))
  t.match(textOf(late.bytes), '<span class="n">1</span>')
})

t.test('a page with which the thread dies or hangs is shown plain, and the next one is not', async (t) => {
  const faults: string[] = []
  const options = { ...PATIENT, workerFile: FAULTY, timeoutMs: 8000 }
  const { close, typeset } = createTypesetter((message) => faults.push(message), options)
  t.teardown(close)
  const died = page('[&quot;die&quot;]')
  t.strictSame(await typeset(died, 'died'), { bytes: died, isFinal: true })
  t.match(textOf((await typeset(page('[1]'), 'next')).bytes), '<span class="n">1</span>')
  const hung = page('[&quot;hang&quot;]')
  t.strictSame(await typeset(hung, 'hung'), { bytes: hung, isFinal: true })
  t.match(textOf((await typeset(page('[2]'), 'last')).bytes), '<span class="n">2</span>')
  t.strictSame(faults, ['a typeset thread died', 'a typeset thread was stuck'])
})

t.test('a page that comes after the end is shown plain', async (t) => {
  const { close, typeset } = createTypesetter(() => undefined)
  await close()
  const late = page('[1]')
  t.strictSame(await typeset(late, 'late'), { bytes: late, isFinal: true })
})
