import t from 'tap'
import { parseListCursor, parseSearchCursor, toListCursor, toSearchCursor } from '../../../src/account/content/cursor.ts'
import { newObjectId } from '../../../src/shared/object-id.ts'

const ID = newObjectId('prj', 1_760_000_000_000)

t.test('a cursor gives the position that it was made of', async (t) => {
  t.equal(parseListCursor('prj', toListCursor(ID)), ID)
  for (const rank of [0, 1] as const) t.same(parseSearchCursor(toSearchCursor({ rank, id: ID })), { rank, id: ID })
})

t.test('what no list gave is no cursor', async (t) => {
  const whole = toListCursor(ID)
  const base64 = Buffer.from(ID).toString('base64')
  const encode = (text: string) => Buffer.from(text).toString('base64url')
  const wrong = [
    '',
    'a',
    ID,
    `${whole}=`,
    ` ${whole}`,
    whole.slice(0, -1),
    `${whole}a`,
    base64.includes('=') || base64.includes('+') ? base64 : `${base64}=`,
    encode(`${ID}\0`),
    encode(ID.toUpperCase()),
    encode("prj_' or true --"),
    encode('名'),
    'a'.repeat(1_000_000),
    toSearchCursor({ rank: 0, id: ID }),
  ]
  for (const cursor of wrong) t.equal(parseListCursor('prj', cursor), null, cursor.slice(0, 60))
  t.equal(parseListCursor('ws', whole), null, 'of another list')
  for (const cursor of [...wrong.slice(0, -1), whole, encode(`2${ID}`), encode(`0usr${ID.slice(3)}`), encode(`0${ID} `)]) {
    t.equal(parseSearchCursor(cursor), null, cursor.slice(0, 60))
  }
})
