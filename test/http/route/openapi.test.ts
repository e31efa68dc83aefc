import t from 'tap'
import { z } from 'zod'
import { describeApi } from '../../../src/http/route/openapi.ts'
import { defineRoute } from '../../../src/http/route/route.ts'
import type { Operation, Route } from '../../../src/http/route/route.ts'

const REST = {
  name: 'RestError',
  mediaType: 'application/json',
  schema: z.object({ error: z.object({ code: z.string() }) }),
  code: ['error', 'code'],
}
const OAUTH = {
  name: 'OAuthError',
  mediaType: 'application/json',
  schema: z.object({ error: z.string() }),
  code: ['error'],
}
const ANSWER = { status: 200, cacheControl: 'no-store' }

function operation(operationId: string, more: Partial<Operation> = {}): Operation {
  const response = { description: 'Fine', mediaType: 'application/json', schema: z.object({ id: z.string() }) }
  return { operationId, summary: operationId, description: operationId, response, errors: {}, ...more }
}

const ROUTES: readonly Route[] = [
  {
    path: '/icons/*',
    name: 'icon',
    answer: ANSWER,
    operation: operation('getIcon', {
      path: { template: '/icons/{id}', parameters: { id: 'Id of the icon' } },
      security: [{}, { bearer: ['icons.read'] }],
      errors: { 404: ['icon_not_found'], 429: ['rate_limited'] },
    }),
  },
  defineRoute({
    path: '/icons',
    name: 'icons',
    parameters: {
      q: { schema: z.string(), form: 'text', code: 'invalid_query', description: 'Words', required: true },
    },
    answer: ANSWER,
    operation: operation('searchIcons'),
  }),
  {
    path: '/icons',
    name: 'add',
    method: 'POST',
    body: { mediaType: 'application/x-www-form-urlencoded', limitBytes: 100 },
    answer: ANSWER,
    operation: operation('addIcon', {
      requestBody: { description: 'The icon', schema: z.object({ name: z.string() }) },
      error: OAUTH,
      errors: { 400: ['invalid_request', 'invalid_scope'] },
    }),
  },
  { path: '/hidden', name: 'hidden', answer: ANSWER },
]

t.test('paths, methods, bodies, credentials and errors are described', async (t) => {
  const bearer = { type: 'http', scheme: 'bearer' }
  const description = describeApi(ROUTES, {
    title: 'Icons',
    version: '1.0.0',
    summary: 'Icons',
    serverUrl: 'https://icons.example',
    error: REST,
    securitySchemes: { bearer },
  })
  t.match(description, {
    paths: {
      '/icons/{id}': {
        get: {
          operationId: 'getIcon',
          security: [{}, { bearer: ['icons.read'] }],
          parameters: [{ name: 'id', in: 'path', required: true, description: 'Id of the icon' }],
          responses: {
            404: {
              description: 'Not Found. `error.code` is `icon_not_found`.',
              content: {
                'application/json': {
                  schema: {
                    allOf: [
                      { $ref: '#/components/schemas/RestError' },
                      { properties: { error: { properties: { code: { enum: ['icon_not_found'] } } } } },
                    ],
                  },
                },
              },
            },
            429: { headers: { 'Retry-After': {} } },
          },
        },
      },
      '/icons': {
        get: { operationId: 'searchIcons', security: [], parameters: [{ name: 'q', in: 'query' }] },
        post: {
          operationId: 'addIcon',
          requestBody: {
            required: true,
            content: { 'application/x-www-form-urlencoded': { schema: { required: ['name'] } } },
          },
          responses: {
            400: {
              content: {
                'application/json': {
                  schema: {
                    allOf: [
                      { $ref: '#/components/schemas/OAuthError' },
                      { properties: { error: { enum: ['invalid_request', 'invalid_scope'] } } },
                    ],
                  },
                },
              },
            },
          },
        },
      },
    },
    components: { schemas: { RestError: {}, OAuthError: {} }, securitySchemes: { bearer } },
  })
  t.same(Object.keys(description['paths'] as object), ['/icons/{id}', '/icons'])
})
