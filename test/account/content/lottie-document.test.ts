import { createHash } from 'node:crypto'
import t from 'tap'
import { DOCUMENT_LIMIT_BYTES } from '../../../src/account/content/limits.ts'
import { readLottieDocument } from '../../../src/account/content/lottie-document.ts'
import { JSON_DEPTH_LIMIT, JSON_VALUE_LIMIT } from '../../../src/shared/json-measures.ts'
import { lottie, lottieText } from './lottie-sample.ts'

/** Why it is refused, or null. */
function refusal(text: string): string | null {
  const read = readLottieDocument(text)
  return read.ok ? null : `${read.code}: ${read.detail}`
}

function nested(depth: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

t.test('of a document its facts are told, and those of the text that is kept', async (t) => {
  const read = readLottieDocument(JSON.stringify(lottie({ fr: 29.97, ip: 10, op: 100, nm: '名' }), null, 2))
  if (!read.ok) return t.fail(read.detail)
  const { text, facts } = read.value
  t.equal(text, JSON.stringify(lottie({ fr: 29.97, ip: 10, op: 100, nm: '名' })))
  t.same(facts, {
    sha256: createHash('sha256').update(text).digest('hex'),
    sizeBytes: Buffer.byteLength(text),
    width: 512,
    height: 256,
    frameRate: 29.97,
    durationMs: 3003,
  })
})

t.test('what is not an animation is refused, and said where', async (t) => {
  t.match(refusal(''), /^invalid_document: .*not JSON/)
  t.match(refusal('{"fr":'), /not JSON/)
  t.match(refusal('null'), /it must be an object/)
  t.match(refusal('[]'), /it must be an object/)
  t.match(refusal(lottieText({ layers: {} })), /: layers: must be a list\.$/)
  t.match(refusal(lottieText({ layers: [{ ty: 4 }, { ty: '4' }] })), /: layers\.1: ty must be a whole number\.$/)
  for (const name of ['fr', 'ip', 'op', 'w', 'h']) {
    for (const value of [undefined, null, '60', '', [], {}, true]) {
      t.match(refusal(lottieText({ [name]: value })), new RegExp(`: ${name} (?:must be|is missing: a) `), `${name}: ${JSON.stringify(value)}`)
    }
  }
})

t.test('absurd sizes and times are refused', async (t) => {
  for (const members of [{ fr: 0 }, { fr: -1 }, { fr: 1001 }, { w: 0 }, { h: -5 }, { w: 20_000 }, { op: 1e9 }, { ip: -1e9 }]) {
    t.match(refusal(lottieText(members)), /: (?:fr|w|h|ip|op) must be a number/, JSON.stringify(members))
  }
  t.match(refusal(lottieText({ ip: 90 })), /ends before it begins/)
  t.match(refusal(lottieText({ op: 1_000_000, fr: 1 })), /more than an hour/)
  t.match(refusal(lottieText().replace('"op":90', '"op":1e999')), /: op must be a number/)
  t.match(refusal(lottieText({ layers: [{ ty: 4, k: [1] }] }).replace('[1]', '[1e999]')), /number that is too large/)
  for (const large of ['1E+0999', `${'9'.repeat(250)}e99`, '9'.repeat(400), '-1e400']) {
    const text = lottieText({ layers: [{ ty: 4, k: [1] }] }).replace('[1]', `[${large}]`)
    t.match(refusal(text), /number that is too large/, large.slice(0, 12))
  }
  t.equal(refusal(lottieText({ layers: [{ ty: 4, k: [1] }] }).replace('[1]', '[1e100]')), null)
})

t.test('expressions are refused wherever they are, and other members named x are not', async (t) => {
  const code = { a: 0, k: 0, x: 'var $bm_rt = time;' }
  t.match(refusal(lottieText({ layers: [{ ty: 4, ks: { o: code } }] })), /expression/)
  t.match(refusal(lottieText({ assets: [{ id: 'a', layers: [{ ty: 4, ef: [{ v: code }] }] }] })), /expression/)
  t.match(refusal(lottieText({ meta: { x: '' } })), /expression/)
  for (const written of ['"x" : "a"', '"\\u0078":"a"', '"x":\n"a"']) {
    t.match(refusal(lottieText({ meta: { k: 1 } }).replace('{"k":1}', `{${written}}`)), /expression/, written)
  }
  t.equal(refusal(lottieText({ meta: { 'a"x': 'b', note: '"x":"' } })), null, 'a name that only ends so')
  t.equal(refusal(lottieText({ layers: [{ ty: 4, k: [{ i: { x: [0.5], y: [1] }, o: { x: 0.3, y: 0 } }] }] })), null)
})

t.test('an expression that stands behind another member of its name is not kept', async (t) => {
  const twice = lottieText({ meta: { k: 1 } }).replace('{"k":1}', '{"x":"alert(1)","x":1}')
  const read = readLottieDocument(twice)
  t.equal(read.ok && read.value.text.includes('alert'), false)
  t.equal(refusal(lottieText({ meta: { k: 1 } }).replace('{"k":1}', '{"x":1,"x":"alert(1)"}'))?.includes('expression'), true)
})

t.test('assets and fonts from elsewhere are refused, and embedded ones are not', async (t) => {
  const image = 'data:image/png;base64,iVBORw0KGgo='
  const refused = [
    { u: 'https://example.org/', p: 'a.png' },
    { u: '', p: 'https://example.org/a.png' },
    { p: '//example.org/a.png' },
    { u: 'images/', p: 'img_0.png', e: 0 },
    { u: 'https://example.org/', p: image },
    { u: 'https://example.org/' },
    { p: { toString: 'a' } },
    { p: 'data:image/svg+xml;base64,PHN2Zz4=' },
    { p: 'data:text/html;base64,PHN2Zz4=' },
    { p: ` ${image}` },
    { p: image },
    { p: image, e: 0 },
  ]
  for (const asset of refused) {
    t.match(refusal(lottieText({ assets: [{ id: 'ok', p: image, e: 1 }, asset] })), /Asset 1 .*elsewhere/, JSON.stringify(asset))
  }
  t.equal(refusal(lottieText({ assets: [{ p: image, u: '', e: 1 }, { layers: [] }, { layers: [], u: '', p: '' }] })), null)
  t.equal(refusal(lottieText({ assets: [{ p: 'data:audio/mpeg;base64,SUQz', e: 1 }] })), null)
  t.match(refusal(lottieText({ fonts: { list: [{ fPath: '//example.org/font.css' }] } })), /font/)
  t.equal(refusal(lottieText({ fonts: { list: [{ fFamily: 'Arial', fPath: '' }] } })), null)
})

t.test('members that name the prototype are data like others', async (t) => {
  const read = readLottieDocument(lottieText().replace('{"v"', '{"__proto__":{"polluted":1},"constructor":{"prototype":1},"v"'))
  t.equal(read.ok, true)
  t.equal(read.ok && read.value.text.startsWith('{"__proto__":{"polluted":1},"constructor"'), true)
  t.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
  t.match(refusal('{"__proto__":{"fr":60,"ip":0,"op":90,"w":1,"h":1,"layers":[]}}'), /: fr is missing/)
})

t.test('a document may have 2 MiB, in bytes, as it comes and as it is kept', async (t) => {
  const frame = lottieText({ nm: '' }).length
  t.equal(refusal(lottieText({ nm: 'a'.repeat(DOCUMENT_LIMIT_BYTES - frame) })), null)
  t.match(refusal(lottieText({ nm: 'a'.repeat(DOCUMENT_LIMIT_BYTES - frame + 1) })), /2,097,152 bytes/)
  t.match(refusal(lottieText({ nm: '名'.repeat(DOCUMENT_LIMIT_BYTES / 3) })), /2,097,152 bytes/)
  const short = lottieText({ k: [0] }).replace('"k":[0]', `"k":[${Array(99_000).fill('1e20').join(',')}]`)
  t.ok(short.length < DOCUMENT_LIMIT_BYTES)
  t.match(refusal(short), /2,097,152 bytes/)
})

t.test('a document may be nested and divided so far', async (t) => {
  // The document itself is one level more.
  t.equal(refusal(lottieText({ k: nested(JSON_DEPTH_LIMIT - 1) })), null)
  t.match(refusal(lottieText({ k: nested(JSON_DEPTH_LIMIT) })), /deeper than 64/)
  t.match(refusal('['.repeat(DOCUMENT_LIMIT_BYTES)), /deeper/)
  t.match(refusal(lottieText({ k: Array.from({ length: JSON_VALUE_LIMIT }, () => []) })), /100,000 values/)
  t.match(refusal(lottieText({ k: Array.from({ length: JSON_VALUE_LIMIT }, () => 0) })), /100,000 values/)
  t.equal(refusal(lottieText({ nm: '[{"\\'.repeat(100_000) })), null, 'brackets in texts are not counted')
})

t.test('texts that are no Unicode are kept so that they are read the same again', async (t) => {
  const read = readLottieDocument(lottieText({ nm: 'a\uD800b\u0000' }))
  if (!read.ok) return t.fail(read.detail)
  t.equal(Buffer.from(read.value.text).toString(), read.value.text)
  t.match(JSON.parse(read.value.text), { nm: 'a\uD800b\u0000' })
})
