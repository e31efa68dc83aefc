import type { Call } from './call.ts'
import { findParameterFault } from '../headers.ts'
import { COMPLETION_LIMIT, URI_LIMIT_CHARACTERS } from '../limits.ts'
import { CODE, excerpt, isObject, readObject } from '../protocol.ts'
import type { CompletionReference } from '../features/prompt.ts'
import { readArguments } from '../features/read-arguments.ts'
import type { Registry } from '../features/registry.ts'
import { sendInvalidParams, sendMismatch } from '../replies.ts'
import type { ResourceContents, ResourceSource } from '../features/resource.ts'
import type { Result } from './results.ts'
import { RpcError } from '../rpc-error.ts'
import { failed } from '../tool-kit/results.ts'

/** The code that a call runs. It may run again, when the client has answered its questions. */
export type Work = (call: Call) => Result | Promise<Result>

/** Finds the code that a call runs; null: the call is invalid and has been answered. */
export function prepareWork(registry: Registry, call: Call): Work | null {
  switch (call.method) {
    case 'tools/call':
      return prepareTool(registry, call)
    case 'prompts/get':
      return preparePrompt(registry, call)
    case 'resources/read':
      return prepareResource(registry.resources, call)
    default:
      return prepareCompletion(registry, call)
  }
}

function prepareTool(registry: Registry, call: Call): Work | null {
  const { exchange, idJson, params } = call
  const { name } = params
  const entry = typeof name === 'string' ? registry.tool(name, exchange.rawQuery) : undefined
  if (entry === undefined) {
    return refuse(call, typeof name === 'string' ? `Tool ${excerpt(name)} not found` : 'Invalid params: name')
  }
  const args = readArguments(params['arguments'])
  if (args === null) return refuse(call, 'Invalid params: arguments must be an object')
  const { headers, tool } = entry
  if (call.modern && headers.length > 0) {
    const fault = findParameterFault(headers, args, (field) => exchange.field(field))
    if (fault !== null) {
      sendMismatch(exchange, idJson, fault)
      return null
    }
  }
  const parsed = tool.parse(args)
  // The fault is a result rather than an error, so the model sees it and can correct its arguments.
  if (!parsed.ok) return () => failed(`Invalid arguments for tool ${tool.name}: ${parsed.detail}`)
  call.endsWithConnection = call.modern || tool.annotations?.readOnlyHint === true
  return (context) => tool.run(parsed.value, context)
}

function preparePrompt({ prompts }: Registry, call: Call): Work | null {
  const { name } = call.params
  const prompt = typeof name === 'string' ? prompts.get(name) : undefined
  if (prompt === undefined) {
    return refuse(call, typeof name === 'string' ? `Prompt ${excerpt(name)} not found` : 'Invalid params: name')
  }
  const args = readObject(call.params['arguments'])
  if (!isStrings(args)) return refuse(call, 'Invalid params: arguments')
  const missing = prompt.arguments?.find(({ name, required }) => required === true && !Object.hasOwn(args, name))
  if (missing !== undefined) return refuse(call, `Missing argument ${missing.name}`)
  return (context) => prompt.get(args, context)
}

function prepareResource(resources: ResourceSource | null, call: Call): Work | null {
  const { uri } = call.params
  if (typeof uri !== 'string' || resources === null) return refuse(call, 'Invalid params: uri')
  const found = (contents: readonly ResourceContents[] | null): Result => {
    if (contents !== null) return { contents }
    const code = call.modern ? CODE.invalidParams : CODE.resourceNotFound
    throw new RpcError(code, `Resource not found: ${excerpt(uri)}`, { data: { uri: excerpt(uri) } })
  }
  return () => {
    const contents = uri.length > URI_LIMIT_CHARACTERS ? null : resources.read(uri, call)
    return contents instanceof Promise ? contents.then(found) : found(contents)
  }
}

function prepareCompletion({ complete, prompts, resources }: Registry, call: Call): Work | null {
  const { argument, context, ref } = call.params
  const given = isObject(context) ? (context['arguments'] ?? {}) : {}
  const reference = toReference(ref)
  if (reference === null || !isObject(argument) || !isStrings(given)) return refuse(call, 'Invalid params')
  const isKnown =
    reference.type === 'ref/prompt'
      ? prompts.has(reference.name)
      : resources?.templates.some(({ uriTemplate }) => uriTemplate === reference.uri) === true
  if (!isKnown) return refuse(call, 'Invalid params: ref names no prompt or resource template')
  const { name, value } = argument
  if (typeof name !== 'string' || typeof value !== 'string') return refuse(call, 'Invalid params: argument')
  const toResult = (values: readonly string[]): Result => ({
    completion: {
      values: values.slice(0, COMPLETION_LIMIT),
      total: values.length,
      hasMore: values.length > COMPLETION_LIMIT,
    },
  })
  return () => {
    const values = complete === null ? [] : complete(reference, { name, value }, given)
    return values instanceof Promise ? values.then(toResult) : toResult(values)
  }
}

function toReference(ref: unknown): CompletionReference | null {
  if (!isObject(ref)) return null
  const { name, type, uri } = ref
  if (type === 'ref/prompt' && typeof name === 'string') return { type, name }
  return type === 'ref/resource' && typeof uri === 'string' ? { type, uri } : null
}

function isStrings(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((member) => typeof member === 'string')
}

function refuse(call: Call, message: string): null {
  sendInvalidParams(call.exchange, call.idJson, message)
  return null
}
