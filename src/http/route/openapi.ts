import { z } from 'zod'
import type { Parameter } from './parameters.ts'
import type { ErrorForm, Operation, ReplyRoute, Route } from './route.ts'
import { phraseOf } from '../wire/status.ts'

type Json = Readonly<Record<string, unknown>>

export interface ApiDescription {
  readonly title: string
  readonly version: string
  readonly summary: string
  readonly serverUrl: string
  /** Form of the error bodies of operations that have none of their own. */
  readonly error: ErrorForm
  /** Security Scheme Objects by their names (OpenAPI 3.1 §4.8.27). */
  readonly securitySchemes?: Readonly<Record<string, Json>>
}

interface Described {
  readonly route: ReplyRoute
  readonly operation: Operation
}

/** The OpenAPI 3.1 document of the routes that have an operation, from the schemas that validate their requests. */
export function describeApi(
  routes: readonly Route[],
  { error, securitySchemes, serverUrl, summary, title, version }: ApiDescription,
): Json {
  const described = routes.flatMap((route): Described[] =>
    route.kind === 'rpc' || route.operation === undefined ? [] : [{ route, operation: route.operation }],
  )
  const errors = new Map(
    [error, ...described.flatMap(({ operation }) => operation.error ?? [])].map((form) => [form.name, form.schema]),
  )
  return {
    openapi: '3.1.0',
    info: { title, version, summary, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: serverUrl }],
    paths: describePaths(described, error),
    components: {
      schemas: Object.fromEntries([...errors].map(([name, schema]) => [name, toJsonSchema(schema, 'output')])),
      ...(securitySchemes === undefined ? {} : { securitySchemes }),
    },
  }
}

function describePaths(described: readonly Described[], error: ErrorForm): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const { operation, route } of described) {
    const item = (paths[operation.path?.template ?? route.path] ??= {})
    item[(route.method ?? 'GET').toLowerCase()] = describeOperation(route, operation, operation.error ?? error)
  }
  return paths
}

function describeOperation(route: ReplyRoute, operation: Operation, error: ErrorForm): Json {
  const { description, operationId, path, requestBody, response, security = [], summary } = operation
  return {
    operationId,
    summary,
    description,
    security,
    parameters: [
      ...Object.entries(path?.parameters ?? {}).map(([name, text]) => describePathParameter(name, text)),
      ...Object.entries(route.parameters ?? {}).map(([name, parameter]) => describeParameter(name, parameter)),
    ],
    ...(requestBody === undefined || route.body === undefined
      ? {}
      : {
          requestBody: {
            description: requestBody.description,
            required: true,
            content: { [route.body.mediaType]: { schema: toJsonSchema(requestBody.schema, 'input') } },
          },
        }),
    responses: {
      [response.status ?? 200]: {
        description: response.description,
        ...(response.headers === undefined ? {} : { headers: describeHeaders(response.headers) }),
        ...(response.mediaType === undefined
          ? {}
          : {
              content: {
                [response.mediaType]: {
                  schema: response.schema === undefined ? { type: 'string' } : toJsonSchema(response.schema, 'output'),
                },
              },
            }),
      },
      ...Object.fromEntries(
        Object.entries(operation.errors).map(([status, codes]) => [
          status,
          describeError(Number(status), codes, error),
        ]),
      ),
    },
  }
}

function describePathParameter(name: string, description: string): Json {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } }
}

function describeParameter(name: string, { description, required, schema }: Parameter): Json {
  return { name, in: 'query', required, description, schema: toJsonSchema(schema, 'input') }
}

function describeHeaders(headers: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )
}

/** Header fields of errors, by their status. */
const ERROR_HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'What is wrong with the token, and where tokens come from' },
  429: { 'Retry-After': 'Seconds to wait before the request is repeated' },
  503: { 'Retry-After': 'Seconds to wait before the request is repeated' },
}

function describeError(status: number, codes: readonly string[], { code, mediaType, name }: ErrorForm): Json {
  const headers = ERROR_HEADERS[status]
  const only = { enum: codes }
  const narrowed = (code ?? ['code']).reduceRight<Json>(
    (schema, member) => ({ properties: { [member]: schema } }),
    only,
  )
  return {
    description: `${phraseOf(status)}. \`${(code ?? ['code']).join('.')}\` is ${codes.map((each) => `\`${each}\``).join(' or ')}.`,
    ...(headers === undefined ? {} : { headers: describeHeaders(headers) }),
    content: { [mediaType]: { schema: { allOf: [{ $ref: `#/components/schemas/${name}` }, narrowed] } } },
  }
}

/** OpenAPI 3.1 uses JSON Schema 2020-12 as its default, so the dialect need not be named in each schema. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}
