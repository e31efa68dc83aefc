import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import t from 'tap'
import { layOut } from '../../src/shared/lay-out.ts'
import { loadUws, type HttpRequest, type HttpResponse } from '../../src/http/uws.ts'
import { listenUws } from '../support/listen-uws.ts'

setFlagsFromString('--allow-natives-syntax')
// Only code that is compiled after the flag was set may use the syntax.
const hasFastProperties = runInThisContext('(object) => %HasFastProperties(object)') as (object: object) => boolean

t.test('a literal with a getter is laid out anew, and stays what it was', async (t) => {
  let count = 1
  const literal = {
    get count() {
      return count
    },
    grow: () => void count++,
    label: 'a',
  }
  if (hasFastProperties(literal)) t.comment('this V8 lays literals with getters out by itself')
  t.equal(layOut(literal), literal)
  t.ok(hasFastProperties(literal))
  literal.grow()
  literal.label = 'b'
  t.same({ ...literal, grow: null }, { count: 2, grow: null, label: 'b' })
  t.equal(Object.getPrototypeOf(literal), Object.prototype)
})

t.test('the methods of uWebSockets.js can be laid out too, and work as before', async (t) => {
  const uws = loadUws()
  const app = uws.App()
  const seen: boolean[] = []
  app.get('/', (response: HttpResponse, request: HttpRequest) => {
    for (const object of [response, request]) {
      const methods = Object.getPrototypeOf(object) as object
      if (hasFastProperties(methods)) t.comment('this uWebSockets.js needs no laying out')
      layOut(methods)
      seen.push(hasFastProperties(methods))
    }
    response.end(request.getHeader('x-name'))
  })
  const port = await listenUws(t, app)
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-name': 'still there' } })
  t.equal(await answer.text(), 'still there')
  t.same(seen, [true, true])
})
