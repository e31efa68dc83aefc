import t from 'tap'
import type { Principal } from '../../../../src/account/principal.ts'
import { createMemorySessions } from '../../../support/memory-sessions.ts'
import { SQUARE_LOTTIE } from '../../../support/small-icons.ts'
import { begin, call, endpoint, finish, modern, openSession, request } from '../../../mcp/fixture.ts'
import { callerOf, fill, startAccounts, type Json } from './fixture.ts'

const SQUARE = JSON.parse(SQUARE_LOTTIE) as Json
const ASKABLE = { elicitation: { form: {} } }

const accounts = await startAccounts(t)
const to = endpoint(t, { tools: accounts.tools, sessions: createMemorySessions() })

/** A person with something to delete, and their client of the newer revision. */
async function newPerson() {
  const principal: Principal = await accounts.newAccount()
  const caller = callerOf(accounts.tools, principal)
  const asked = { subject: principal.grantId, principal }
  const ask = async (name: string, args: Json, retry: Json = {}, capabilities: Json = ASKABLE): Promise<Json> => {
    const message = modern('tools/call', { name, arguments: args, ...retry }, capabilities)
    const { body } = await call(to, message, asked)
    if (body.error !== undefined) throw new Error(JSON.stringify(body.error))
    return body.result
  }
  return { asked, call: ask, caller, made: await fill(caller, SQUARE) }
}

const confirm = (requestState: unknown, answer: Json = { action: 'accept', content: { confirm: true } }): Json => ({
  requestState,
  inputResponses: { confirm: answer },
})

function messageOf({ inputRequests }: Json): string {
  return (inputRequests as { confirm: { params: { message: string } } }).confirm.params.message
}

t.test('the newer revision asks a person before it deletes what is not empty', async (t) => {
  for (const [noun, holds, gone] of [
    ['workspace', '1 project and 1 animation', { projects: 1, animations: 1 }],
    ['project', '1 animation', { animations: 1 }],
  ] as const) {
    const { call, made } = await newPerson()
    const id = made[noun]
    const question = await call(`delete_${noun}`, { id })
    t.equal(question['resultType'], 'input_required')
    t.match(question['inputRequests'], {
      confirm: {
        method: 'elicitation/create',
        params: { mode: 'form', requestedSchema: { type: 'object', required: ['confirm'] } },
      },
    })
    t.equal(messageOf(question), `The ${noun} ${id} holds ${holds}. Delete all of it, for good?`)
    t.match(await call(`get_${noun}`, { id }), { structuredContent: { id } }, 'nothing has happened yet')

    const deleted = await call(`delete_${noun}`, { id }, confirm(question['requestState']))
    t.same(deleted['structuredContent'], { id, ...gone })
    t.match(await call('get_animation', { id: made.animation }), { isError: true })
  }
})

t.test('nothing is deleted unless the person says yes to just that', async (t) => {
  const { call, caller, made } = await newPerson()
  const { workspace: id } = made
  const other = await fill(caller, SQUARE)
  const question = await call('delete_workspace', { id })
  for (const answer of [
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { confirm: false } },
  ]) {
    const refused = await call('delete_workspace', { id }, confirm(question['requestState'], answer))
    t.match(refused, { isError: true, content: [{ text: /Nothing was deleted/ }] })
  }
  for (const answer of [{}, { action: 'accept' }, { action: 'accept', content: { confirm: 'true' } }, { action: 1 }]) {
    const again = await call('delete_workspace', { id }, confirm(question['requestState'], answer))
    t.equal(again['resultType'], 'input_required', JSON.stringify(answer))
  }
  const unanswered = await call('delete_workspace', { id }, { requestState: question['requestState'] })
  t.equal(unanswered['resultType'], 'input_required')
  const made_up = await call('delete_workspace', { id }, { inputResponses: confirm('')['inputResponses'] })
  t.equal(made_up['resultType'], 'input_required', 'an answer without its question')
  const elsewhere = await call('delete_workspace', { id: other.workspace }, confirm(question['requestState']))
  t.equal(elsewhere['resultType'], 'input_required', 'an answer to another question')
  t.equal(((await caller.get('list_workspaces'))['workspaces'] as Json[]).length, 2)
})

t.test('a refusal keeps what has become empty since', async (t) => {
  const { call, caller, made } = await newPerson()
  const { project: id } = made
  const question = await call('delete_project', { id })
  await caller.get('delete_animation', { id: made.animation })
  await call('delete_project', { id }, confirm(question['requestState'], { action: 'decline' }))
  t.match(await caller.get('get_project', { id }), { animation_count: 0 })
})

t.test('the person is asked again when there is more in it than they were shown', async (t) => {
  const { call, caller, made } = await newPerson()
  const { project: id } = made
  const first = await call('delete_project', { id })
  await caller.get('duplicate_animation', { id: made.animation })
  const second = await call('delete_project', { id }, confirm(first['requestState']))
  t.match(messageOf(second), /holds 2 animations/)
  await caller.get('delete_animation', { id: made.animation })
  const deleted = await call('delete_project', { id }, confirm(second['requestState']))
  t.same(deleted['structuredContent'], { id, animations: 1 }, 'less than that is within what they agreed to')
})

t.test('a confirmation is of one grant', async (t) => {
  const { call: ask, made } = await newPerson()
  const { call: strange } = await newPerson()
  const { workspace: id } = made
  const { requestState } = await ask('delete_workspace', { id })
  await t.rejects(strange('delete_workspace', { id }, confirm(requestState)), /requestState/)
})

t.test('what is empty, or wanted with all that is in it, is deleted without a question', async (t) => {
  const { call, caller, made } = await newPerson()
  await caller.get('delete_animation', { id: made.animation })
  t.same((await call('delete_project', { id: made.project }))['structuredContent'], { id: made.project, animations: 0 })
  const gone = await call('delete_workspace', { id: made.workspace, recursive: true })
  t.same(gone['structuredContent'], { id: made.workspace, projects: 0, animations: 0 })
})

t.test('clients that cannot be asked, and the older generation, are told of recursive', async (t) => {
  const { asked, call, made } = await newPerson()
  const { workspace: id } = made
  const told = { isError: true, content: [{ text: /still holds 1 project and 1 animation\. Pass recursive: true/ }] }
  for (const capabilities of [{}, { elicitation: { url: {} } }, { sampling: {} }]) {
    t.match(await call('delete_workspace', { id }, {}, capabilities), told)
  }
  // A client that could be asked, but whose call would wait for a person.
  const fields = await openSession(to, asked.subject)
  const message = request('tools/call', { name: 'delete_workspace', arguments: { id } })
  const { body, events } = await finish(begin(to, JSON.stringify(message), { ...asked, fields }))
  t.same(events, [])
  t.match(body.result, told)
})
