import t from 'tap'
import { renderFile, type FileOrder } from '../../../src/icons/rendition/render-file.ts'
import { UNCHANGED } from '../../../src/icons/rendition/rendition.ts'
import { createIconRenderer } from '../../../src/pool/lazy/icon-renderer.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><path fill="#123456" d="M0 0h9v9z"/></svg>'

const order = (change: Partial<FileOrder['rendition']> = { colour: '#ff0000' }): FileOrder => ({
  kind: 'file',
  icon: { id: 'set-heart', loop: false },
  ext: 'svg',
  rendition: { ...UNCHANGED, ...change },
  file: new TextEncoder().encode(SVG),
})

t.test('a thread writes changed files, and says of which it cannot', async (t) => {
  const faults: string[] = []
  const renderer = createIconRenderer((message) => faults.push(message))
  t.teardown(renderer.close)
  const answer = await renderer.renderFile(order(), 'somebody')
  t.strictSame(answer, { ok: true, value: renderFile(order()) })
  t.match(answer.ok && Buffer.from(answer.value?.bytes ?? []).toString(), /#ff0000/)
  t.strictSame(await renderer.renderFile(order({ speed: 2 }), 'somebody'), { ok: true, value: null })
  t.strictSame(faults, [])
})

t.test('a full queue refuses, and one client has only a part of it', async (t) => {
  const renderer = createIconRenderer((message) => t.fail(message), { queueLimit: 4, clientLimit: 2 })
  t.teardown(renderer.close)
  const clients = ['one', 'one', 'one', 'two', 'two', 'three']
  const answers = await Promise.all(clients.map((client) => renderer.renderFile(order(), client)))
  t.strictSame(
    answers.map(({ ok }) => ok),
    [true, true, false, true, false, true],
    'of those who have most, whoever was last makes room for another',
  )
  t.match(answers[2], { code: 'overloaded', retryAfterSeconds: 1 })
  t.match(await renderer.renderFile(order(), 'one'), { ok: true }, 'there is room again')
})

t.test('clients take turns, and each has its tasks done in order', async (t) => {
  const renderer = createIconRenderer((message) => t.fail(message))
  t.teardown(renderer.close)
  const done: string[] = []
  const clients = ['one', 'one', 'one', 'two', 'two', 'three']
  await Promise.all(
    clients.map(async (client, n) => {
      await renderer.renderFile(order(), client)
      done.push(`${client} ${n}`)
    }),
  )
  t.strictSame(done, ['one 0', 'two 3', 'three 5', 'one 1', 'two 4', 'one 2'])
})

t.test('in a full queue whoever has most loses its last task to one who has less', async (t) => {
  const renderer = createIconRenderer((message) => t.fail(message), { queueLimit: 4 })
  t.teardown(renderer.close)
  const clients = ['one', 'one', 'one', 'one', 'one', 'two', 'three', 'four', 'five']
  const answers = await Promise.all(clients.map((client) => renderer.renderFile(order(), client)))
  t.strictSame(
    answers.map(({ ok }) => ok),
    [true, false, false, false, false, true, true, true, false],
  )
})

t.test('tasks that nobody waits for are not done', async (t) => {
  const renderer = createIconRenderer((message) => t.fail(message), { queueLimit: 3 })
  t.teardown(renderer.close)
  let isGone = false
  const left = ['one', 'two', 'three'].map((client) => renderer.renderFile(order(), client, () => isGone))
  isGone = true
  t.strictSame(
    (await Promise.all(left)).map(({ ok }) => ok),
    [true, false, false],
    'the thread has the first',
  )
  t.match(await renderer.renderFile(order(), 'four'), { ok: true })
})
