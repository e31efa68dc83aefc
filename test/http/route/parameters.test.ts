import t from 'tap'
import { z } from 'zod'
import { createParameterParser } from '../../../src/http/route/parameters.ts'

const parse = createParameterParser({
  name: {
    schema: z.string('a name, please').min(1),
    form: 'text',
    code: 'invalid_name',
    description: '',
    required: true,
  },
  size: { schema: z.int().max(9).default(3), form: 'integer', code: 'invalid_size', description: '', required: false },
  tags: { schema: z.string().default(''), form: 'list', code: 'invalid_tags', description: '', required: false },
})

function faultOf(query: string): string {
  const result = parse(query)
  return result.ok ? 'none' : `${result.status} ${result.code} ${result.param}`
}

t.test('values are decoded, turned into numbers and given their defaults', async (t) => {
  t.same(parse('name=a+%2B&size=007'), { ok: true, value: { name: 'a +', size: 7, tags: '' } })
  t.same(parse('name=a'), { ok: true, value: { name: 'a', size: 3, tags: '' } })
})

t.test('a name may be percent-encoded itself', async (t) => {
  t.match(parse('%6eame=x'), { ok: true, value: { name: 'x' } })
})

t.test('parameters that are not known are ignored, malformed or repeated', async (t) => {
  t.match(parse('x=%zz&x=1&%zz=2&&=&name=a'), { ok: true, value: { name: 'a' } })
})

t.test('a missing parameter is reported with the words of its schema', async (t) => {
  t.match(parse('size=1'), { ok: false, code: 'invalid_name', detail: 'a name, please' })
})

t.test('the first fault in the order of the table is reported', async (t) => {
  t.equal(faultOf('size=x'), '400 invalid_name name')
  t.equal(faultOf('size=x&name=a'), '400 invalid_size size')
})

for (const query of ['name', 'name=', 'name=a&name=a', 'name=a&%6Eame=b', 'name=%zz', 'name=%ff', 'name=\uFFFD']) {
  t.test(`${JSON.stringify(query)} is an invalid name`, async (t) => {
    t.equal(faultOf(query), '400 invalid_name name')
  })
}

for (const size of ['', '10', '-1', '1.5', '1e0', '0x1', '+1', '%201', '1%20', '٣', '99999999999999999999']) {
  t.test(`${JSON.stringify(size)} is an invalid size`, async (t) => {
    t.equal(faultOf(`name=a&size=${size}`), '400 invalid_size size')
  })
}

t.test('a list may be repeated, and what cannot be decoded is left out of it', async (t) => {
  t.match(parse('name=a&tags=x,y&tags=%zz&tags=z'), { ok: true, value: { tags: 'x,y,z' } })
})

t.test('a text that is certainly valid is not shown to the schema; all else is', async (t) => {
  const shown: unknown[] = []
  const schema = z.string('a word, please').refine((text) => shown.push(text) > 0 && text !== 'no', 'another word')
  const word = { schema, form: 'text', code: 'invalid_word', description: '', required: true } as const
  const quick = (text: string): string | undefined => (text.startsWith('q') ? text : undefined)
  const parseWord = createParameterParser({ word: { ...word, quick } })
  t.same(parseWord('word=quick'), { ok: true, value: { word: 'quick' } })
  t.same(parseWord('word=%71uick'), { ok: true, value: { word: 'quick' } })
  t.same(shown, [])
  t.same(parseWord('word=slow'), { ok: true, value: { word: 'slow' } })
  t.match(parseWord('word=no'), { ok: false, detail: 'another word' })
  t.same(shown, ['slow', 'no'])
  for (const query of ['', 'word=q&word=q', 'word=q%zz', 'word=q%ff'])
    t.match(parseWord(query), { ok: false, code: 'invalid_word' }, query)
})

t.test('a request has nothing of those before it', async (t) => {
  const part = {
    schema: z.string().optional(),
    form: 'text',
    code: 'invalid_part',
    description: '',
    required: false,
  } as const
  const number = { ...part, schema: z.int().optional(), form: 'integer' } as const
  const parseParts = createParameterParser({ a: part, b: number, c: part })
  const asked = ['a=1&b=2&c=3', '', 'b=5', 'c=x', 'a=1', 'a=1&b=2&c=3', 'b=2', '&&a=7&', 'a=&c=']
  const found = asked.map((query) => parseParts(query))
  for (const [position, query] of asked.entries()) {
    const given = new Map(new URLSearchParams(query))
    const b = given.get('b')
    const values = { a: given.get('a'), b: b === undefined ? undefined : Number(b), c: given.get('c') }
    t.strictSame(found[position], { ok: true, value: values }, query)
  }
})
