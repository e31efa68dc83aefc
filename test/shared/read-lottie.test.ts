import t from 'tap'
import { readLottie } from '../../src/shared/read-lottie.ts'
import { HARMLESS_LOTTIES, loadingLotties, otherHostileLotties, runningLotties } from './hostile-lotties.ts'

/** @returns why a document is refused, or null */
function refusal(document: object): string | null {
  const read = readLottie(JSON.stringify(document), 100_000)
  return read.ok ? null : read.detail
}

t.test('what a player would run or load is refused, with the reason', async (t) => {
  const out = 'https://evil.example'
  for (const [name, document] of Object.entries(loadingLotties(out))) {
    t.match(refusal(document), /loads a (?:file|font) from elsewhere|segments must be/, name)
  }
  for (const [name, document] of Object.entries(runningLotties('x()'))) t.match(refusal(document), /expression/, name)
  for (const [name, document] of Object.entries(otherHostileLotties(out))) {
    t.match(refusal(document), /sc: |expression/, name)
  }
})

t.test('what is whole in itself is accepted, and written anew', async (t) => {
  for (const [name, document] of Object.entries(HARMLESS_LOTTIES)) {
    const read = readLottie(JSON.stringify(document, null, 2), 100_000)
    t.equal(read.ok && read.value.text, JSON.stringify(document), name)
  }
})

t.test('limits of size, nesting and number are told', async (t) => {
  const [document] = Object.values(HARMLESS_LOTTIES)
  const text = JSON.stringify(document)
  t.equal(readLottie(text, text.length).ok, true)
  t.match(readLottie(text, text.length - 1), { detail: `The document has more than ${text.length - 1} bytes.` })
  t.match(refusal({ ...document, k: JSON.parse('['.repeat(64) + ']'.repeat(64)) }), /nested deeper than 64/)
  t.match(readLottie(JSON.stringify({ ...document, k: Array(100_000).fill(0) }), 1_000_000), {
    detail: /100,000 values/,
  })
})

t.test('of thousands of faults the first is told', async (t) => {
  const [document] = Object.values(HARMLESS_LOTTIES)
  const layers = Array.from({ length: 10_000 }, () => ({ ty: 'x', sc: 5 }))
  const faulty = {
    'layers.0: ty must be a whole number': { layers },
    'layers.0: sc must be text or null': { layers: [{ ty: 4, sc: 5 }, ...layers.slice(1)] },
    'assets.0: layers.0: ty must be a whole number': { assets: [{ layers }] },
    'fonts.list: must have at most 1000 items': { fonts: { list: Array(40_000).fill(0) } },
    'slots: must have at most 10000 members': {
      slots: Object.fromEntries(Array.from({ length: 10_001 }, (_, name) => [name, {}])),
    },
  }
  for (const [fault, members] of Object.entries(faulty)) {
    const text = JSON.stringify({ ...document, ...members })
    t.match(readLottie(text, 1_000_000), { detail: `The document is no Lottie animation: ${fault}.` })
  }
})
