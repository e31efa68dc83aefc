import { fileURLToPath } from 'node:url'
import t from 'tap'
import { createTypesetter } from '../../../src/pool/lazy/typesetter.ts'

const FAULTY = fileURLToPath(new URL('../../support/faulty-typeset-worker.ts', import.meta.url))

function page(code: string): Uint8Array {
  return new TextEncoder().encode(`<p>x</p><pre tabindex="0"><code class="language-json">${code}</code></pre>`)
}

const textOf = (html: Uint8Array): string => new TextDecoder().decode(html)

t.test('a page is typeset by another thread, and one without code needs none', async (t) => {
  const faults: string[] = []
  const typesetter = createTypesetter((message) => faults.push(message))
  t.teardown(() => typesetter.close())
  const plain = new TextEncoder().encode('<p>Text with <code>code</code>.</p>')
  t.equal(await typesetter.typeset(plain), plain)
  t.match(textOf(await typesetter.typeset(page('{ &quot;a&quot;: 1 }'))), '<span class="n">1</span>')
  t.strictSame(faults, [])
})

t.test('a page with which the thread dies or hangs is shown plain, and the next one is not', async (t) => {
  const faults: string[] = []
  const options = { workerFile: FAULTY, timeoutMs: 8000 }
  const typesetter = createTypesetter((message) => faults.push(message), options)
  t.teardown(() => typesetter.close())
  const died = page('[&quot;die&quot;]')
  t.equal(await typesetter.typeset(died), died)
  t.match(textOf(await typesetter.typeset(page('[1]'))), '<span class="n">1</span>')
  const hung = page('[&quot;hang&quot;]')
  t.equal(await typesetter.typeset(hung), hung)
  t.match(textOf(await typesetter.typeset(page('[2]'))), '<span class="n">2</span>')
  t.strictSame(faults, ['a typeset thread died', 'a typeset thread was stuck'])
})

t.test('a page that comes after the end is shown plain', async (t) => {
  const typesetter = createTypesetter(() => undefined)
  await typesetter.close()
  const late = page('[1]')
  t.equal(await typesetter.typeset(late), late)
})
