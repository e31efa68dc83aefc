import t from 'tap'
import { measureJson } from '../../../src/account/content/measure-json.ts'

const measure = (text: string) => measureJson(text, 10)

t.test('JSON is measured as a parser would find it', async (t) => {
  t.same(measure('1'), { depth: 0, containers: 0, members: 0 })
  t.same(measure('[1,2,3]'), { depth: 1, containers: 1, members: 0 })
  t.same(measure('{"a":[1,2,3],"b":{"c":1,"d":[{}],"e":[1,2,3,4]}}'), { depth: 4, containers: 6, members: 3 })
  t.same(measure('[{"a":1},{"a":1,"b":2}]'), { depth: 2, containers: 3, members: 2 })
  t.same(measure('["[{,", "\\"[,", "\\\\",[]]'), { depth: 2, containers: 2, members: 0 })
})

t.test('text that is no JSON is measured to its end, or to the depth that is too deep', async (t) => {
  t.same(measure(']]]]{"a":1,'), { depth: 1, containers: 1, members: 2 })
  t.same(measure('"never closed [[['), { depth: 0, containers: 0, members: 0 })
  t.same(measure('['.repeat(1000)), { depth: 11, containers: 11, members: 0 })
})
