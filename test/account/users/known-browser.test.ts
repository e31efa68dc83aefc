import t from 'tap'
import { createKnownBrowsers } from '../../../src/account/users/known-browser.ts'

const browsers = createKnownBrowsers(() => Buffer.alloc(32, 7))
const AT = 1_700_000_000_000

t.test('a mark is of one account and names the password, and nobody can make one up', async (t) => {
  const marks = browsers.add('', 'ann', AT)
  t.match(marks, /^[\w-]{43}\.[0-9a-z]+\.[\w-]{43}$/)
  t.match(browsers.find(marks, 'ann'), { validFromMs: AT, id: /^[\w-]{43}$/ })
  t.equal(browsers.find(marks, 'bob'), null)
  t.not(browsers.find(browsers.add('', 'ann', AT), 'ann')?.id, browsers.find(marks, 'ann')?.id)
  const [id = '', time = '', mac = ''] = marks.split('.')
  const later = (AT + 1).toString(36)
  const other = `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`
  for (const forged of [
    `${id}.${later}.${mac}`,
    `${id}.${time}.${other}`,
    `${mac}.${time}.${mac}`,
    id,
    `.${marks}`,
    '..',
  ]) {
    t.equal(browsers.find(forged, 'ann'), null, forged)
  }
  t.equal(createKnownBrowsers(() => Buffer.alloc(32, 8)).find(marks, 'ann'), null, 'of another server')
})

t.test('a browser keeps its mark, gets a new one with a new password, and knows four accounts at most', async (t) => {
  let marks = browsers.add('', 'ann', AT)
  const first = browsers.find(marks, 'ann')
  t.equal(browsers.add(marks, 'ann', AT), marks, 'signing in again gives no tries anew')
  marks = browsers.add(marks, 'ann', AT + 1)
  t.not(browsers.find(marks, 'ann')?.id, first?.id)
  t.equal(browsers.find(marks, 'ann')?.validFromMs, AT + 1)
  for (const account of ['b', 'c', 'd']) marks = browsers.add(marks, account, AT)
  for (const account of ['ann', 'b', 'c', 'd']) t.ok(browsers.find(marks, account), account)
  marks = browsers.add(marks, 'e', AT)
  t.equal(browsers.find(marks, 'ann'), null, 'the one that signed in first goes')
  t.ok(marks.length < 500, `${marks.length} characters`)
  t.equal(browsers.add('x'.repeat(4000), 'e', AT).length, browsers.add('', 'e', AT).length, 'nothing else is kept')
})
