import { z } from 'zod'
import type { Parameter } from './parameters.ts'
import type { Operation, Route } from './route.ts'
import { phraseOf } from './status.ts'

type Json = Readonly<Record<string, unknown>>

export interface ApiDescription {
  readonly title: string
  readonly version: string
  readonly summary: string
  readonly serverUrl: string
  /** Schema of every error body, with its media type. */
  readonly error: { readonly name: string; readonly mediaType: string; readonly schema: z.ZodType }
}

/** The OpenAPI 3.1 document of the routes that have an operation, from the schemas that validate their requests. */
export function describeApi(
  routes: readonly Route[],
  { error, serverUrl, summary, title, version }: ApiDescription,
): Json {
  const described = routes.flatMap((route) =>
    route.operation === undefined ? [] : [{ route, operation: route.operation }],
  )
  return {
    openapi: '3.1.0',
    info: { title, version, summary, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: serverUrl }],
    paths: Object.fromEntries(
      described.map(({ route, operation }) => [route.path, { get: describeOperation(route, operation, error) }]),
    ),
    components: { schemas: { [error.name]: toJsonSchema(error.schema, 'output') } },
  }
}

function describeOperation(route: Route, operation: Operation, error: ApiDescription['error']): Json {
  const { description, operationId, response, summary } = operation
  return {
    operationId,
    summary,
    description,
    security: [],
    parameters: Object.entries(route.parameters ?? {}).map(([name, parameter]) => describeParameter(name, parameter)),
    responses: {
      200: {
        description: response.description,
        ...(response.headers === undefined ? {} : { headers: describeHeaders(response.headers) }),
        content: {
          [response.mediaType]: {
            schema: response.schema === undefined ? { type: 'string' } : toJsonSchema(response.schema, 'output'),
          },
        },
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

function describeParameter(name: string, { description, required, schema }: Parameter): Json {
  return { name, in: 'query', required, description, schema: toJsonSchema(schema, 'input') }
}

function describeHeaders(headers: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )
}

function describeError(status: number, codes: readonly string[], { mediaType, name }: ApiDescription['error']): Json {
  const schema = { allOf: [{ $ref: `#/components/schemas/${name}` }, { properties: { code: { enum: codes } } }] }
  return {
    description: `${phraseOf(status)}. \`code\` is ${codes.map((code) => `\`${code}\``).join(' or ')}.`,
    ...(status === 503
      ? { headers: describeHeaders({ 'Retry-After': 'Seconds to wait before the request is repeated' }) }
      : {}),
    content: { [mediaType]: { schema } },
  }
}

/** OpenAPI 3.1 uses JSON Schema 2020-12 as its default, so the dialect need not be named in each schema. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}
