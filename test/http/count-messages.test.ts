import t from 'tap'
import { countMessages } from '../../src/http/count-messages.ts'

t.test('a body that is no batch counts as one message', async (t) => {
  for (const body of ['', ' ', '{}', '{"a":[1,2,3]}', '"[1,2]"', 'null', 'not JSON', '\ufeff[1,2]']) {
    t.equal(countMessages(body, 50), 1, body)
  }
})

t.test('a batch counts as many messages as it has, whatever is in them', async (t) => {
  const awkward = ['', '\\', '"', '\\"', '"\\', ',', '[', ']', '}', '],[', '\\u0022', '","', '\n', '你好']
  const messages = [
    0,
    -1.5e3,
    true,
    null,
    [],
    {},
    [1, [2, [3, 4]], { a: [5, 6] }],
    ...awkward,
    { '","': awkward, a: { b: [{}, {}] } },
  ]
  for (let length = 1; length <= messages.length; length++) {
    const batch = messages.slice(-length)
    t.equal(countMessages(JSON.stringify(batch), 50), length)
    t.equal(countMessages(` \r\n\t${JSON.stringify(batch, null, 2)} `, 50), length)
  }
  t.equal(countMessages('[]', 50), 1)
  t.equal(countMessages('[ ]', 50), 1)
})

t.test('what follows a batch, or the limit, is of no account', async (t) => {
  t.equal(countMessages('[1,2],3,4', 50), 2)
  t.equal(countMessages(JSON.stringify(Array.from({ length: 1000 }, () => [1, 2])), 50), 50)
  t.equal(countMessages('[1,2,"', 50), 3)
  t.equal(countMessages('[1,"\\', 50), 2)
})
