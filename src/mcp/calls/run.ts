import type { Log } from '../../shared/log.ts'
import type { Call } from './call.ts'
import type { SessionCalls } from './calls.ts'
import { missingCapability } from '../capabilities.ts'
import { INPUT_REQUEST_LIMIT, INPUT_ROUND_LIMIT } from '../limits.ts'
import { CODE, isObject } from '../protocol.ts'
import type { Registry } from '../features/registry.ts'
import type { Relay } from './relay.ts'
import { sendError, sendInvalidParams, sendThrown } from '../replies.ts'
import type { Result, Results } from './results.ts'
import { RpcError } from '../rpc-error.ts'
import type { StateCodec, StateScope } from './state.ts'
import type { CallResult, InputRequired } from '../features/tool.ts'
import { prepareWork, type Work } from './work.ts'

/** Runs a call and answers it, synchronously if the feature answers synchronously. */
export type RunCall = (call: Call) => void

const TOOL_FAILED: CallResult = {
  content: [{ type: 'text', text: 'The tool failed, through no fault of its arguments.' }],
  isError: true,
}

/** @param deps.relay Null at endpoints without sessions, like `calls`: clients of older revisions cannot be asked there. */
export function createRun(deps: {
  readonly registry: Registry
  readonly results: Results
  readonly state: StateCodec
  readonly relay: Relay | null
  readonly calls: SessionCalls | null
  /** Calls that are running asynchronously. */
  readonly running: Set<Call>
  readonly log: Log
}): RunCall {
  const { calls, log, registry, relay, results, running, state } = deps

  const fail = (call: Call, error: unknown): void => {
    const { exchange, idJson } = call
    if (exchange.done) return
    if (sendThrown(exchange, idJson, call.modern, error)) return
    log.pino.error({ err: error, reqId: exchange.requestId, method: call.method }, 'an MCP call failed')
    // A tool fails with a result, which the model sees. The thrown error goes to the log alone.
    if (call.method === 'tools/call') results.send(call, TOOL_FAILED, false)
    else sendError(exchange, 200, { code: CODE.internalError, message: 'Internal error' }, idJson)
  }

  const settle = (call: Call, work: Work, outcome: Result): void | Promise<void> => {
    if (call.exchange.done) return
    if (!isInputRequired(outcome)) {
      results.send(call, withoutRefusal(call, outcome), call.method === 'resources/read')
      return
    }
    if (call.modern) results.send(call, toQuestions(call, outcome, state), false)
    else return askClient(call, work, outcome)
  }

  /** Asks a client of an older revision while its call waits. */
  const askClient = async (call: Call, work: Work, first: InputRequired): Promise<void> => {
    const { session } = call
    let required = first
    for (let round = 0; round < INPUT_ROUND_LIMIT; round++) {
      if (relay === null || session === null || !call.streams) {
        throw new RpcError(
          CODE.serverError,
          'This call asks back: it needs a session and an answer that may be a stream',
        )
      }
      const questions = Object.entries(required.inputRequests ?? {})
      checkCount(questions.length, required)
      for (const [, question] of questions) {
        if (missingCapability(question, call.clientCapabilities) !== null) {
          throw new RpcError(CODE.invalidRequest, `The client does not support ${question.method}`)
        }
      }
      const answers = await Promise.all(
        questions.map(async ([key, question]) => [key, await relay.ask(call, session.key, question)] as const),
      )
      call.inputResponses = Object.fromEntries(answers)
      call.requestState = required.requestState
      const outcome = await work(call)
      if (!isInputRequired(outcome)) return settle(call, work, outcome)
      required = outcome
    }
    throw new RpcError(CODE.serverError, 'The call asked back too often')
  }

  return (call) => {
    const { exchange, idJson, session } = call
    if (session !== null && calls?.isFull(session.key) === true) {
      const message = 'Too many unfinished calls in this session'
      sendError(exchange, 200, { code: CODE.serverError, message }, idJson)
      return
    }
    if (call.modern && !readRetry(call, state)) return
    const work = prepareWork(registry, call)
    if (work === null) return
    let pending: void | Promise<void>
    try {
      const outcome = work(call)
      pending = isPromise(outcome)
        ? outcome.then((settled) => settle(call, work, settled))
        : settle(call, work, outcome)
    } catch (error) {
      fail(call, error)
      return
    }
    if (pending === undefined) return
    const release = session === null ? undefined : calls?.add(session.key, call)
    running.add(call)
    pending
      .catch((error: unknown) => fail(call, error))
      .finally(() => {
        running.delete(call)
        release?.()
      })
  }
}

/** Reads the answers and the state of a retry; false: they are not acceptable, and the request has been answered. */
function readRetry(call: Call, state: StateCodec): boolean {
  const { exchange, idJson, params } = call
  const { inputResponses, requestState } = params
  if (inputResponses !== undefined) {
    if (!isObject(inputResponses)) {
      sendInvalidParams(exchange, idJson, 'Invalid params: inputResponses')
      return false
    }
    call.inputResponses = inputResponses
  }
  if (requestState === undefined) return true
  const verified = typeof requestState === 'string' ? state.verify(requestState, scopeOf(call)) : null
  if (verified === null) {
    sendInvalidParams(exchange, idJson, 'Invalid or expired requestState', { reason: 'invalid_request_state' })
    return false
  }
  call.requestState = verified.state
  return true
}

/** Converts questions to the result that asks a client of revision 2026-07-28. */
function toQuestions(call: Call, required: InputRequired, state: StateCodec): Result {
  const { inputRequests, requestState } = required
  const questions = Object.entries(inputRequests ?? {})
  checkCount(questions.length, required)
  const capabilities = call.clientCapabilities
  for (const [key, question] of questions) {
    const missing = missingCapability(question, capabilities)
    if (missing !== null) {
      throw new RpcError(CODE.missingCapability, `Missing required client capabilities for '${key}'`, {
        data: { requiredCapabilities: missing },
        status: 400,
      })
    }
  }
  return {
    resultType: 'input_required',
    ...(questions.length > 0 ? { inputRequests } : {}),
    ...(requestState === undefined ? {} : { requestState: state.sign(requestState, scopeOf(call)) }),
  }
}

/** @throws {Error} when the tool breaks the rules for questions. */
function checkCount(questions: number, { requestState }: InputRequired): void {
  if (questions > INPUT_REQUEST_LIMIT) throw new RangeError(`${questions} inputRequests in one result`)
  if (questions === 0 && requestState === undefined) {
    throw new TypeError('input_required carries neither inputRequests nor requestState')
  }
}

function scopeOf({ method, params, subject }: Call): StateScope {
  const name = params['name'] ?? params['uri']
  return { subject, method, name: typeof name === 'string' ? name : '' }
}

/** Counts a result that says that the service cannot do it now. The reason is for metrics alone. */
function withoutRefusal({ exchange }: Call, outcome: Result): Result {
  const { refusal, ...result } = outcome as CallResult
  if (refusal === undefined) return outcome
  exchange.refused(refusal)
  return result
}

function isInputRequired(outcome: Result): outcome is InputRequired {
  return (outcome as InputRequired).resultType === 'input_required'
}

function isPromise(outcome: Result | Promise<Result>): outcome is Promise<Result> {
  return typeof (outcome as Promise<Result>).then === 'function'
}
