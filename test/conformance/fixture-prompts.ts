import type { Complete, Prompt, PromptResult } from '../../src/mcp/features/prompt.ts'
import type { Resource, ResourceSource } from '../../src/mcp/features/resource.ts'
import { PIXEL, answerTo, elicit } from './fixture-tools.ts'

function says(...contents: readonly object[]): PromptResult {
  return { messages: contents.map((content) => ({ role: 'user', content })) }
}

const text = (value: string): object => ({ type: 'text', text: value })

/** The prompts that scenarios of the conformance suite request. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'test_simple_prompt',
    description: 'A prompt without arguments',
    get: () => says(text('This is a simple prompt for testing.')),
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two arguments',
    arguments: [
      { name: 'arg1', description: 'First test argument', required: true },
      { name: 'arg2', description: 'Second test argument', required: true },
    ],
    get: ({ arg1, arg2 }) => says(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt with a resource',
    arguments: [{ name: 'resourceUri', description: 'URI of the resource to embed', required: true }],
    get: ({ resourceUri }) =>
      says(
        {
          type: 'resource',
          resource: {
            uri: resourceUri,
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        },
        text('Please process the embedded resource above.'),
      ),
  },
  {
    name: 'test_prompt_with_image',
    description: 'A prompt with an image',
    get: () => says({ type: 'image', data: PIXEL, mimeType: 'image/png' }, text('Please analyze the image above.')),
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'A prompt that asks the user first',
    get(_args, context) {
      const answer = answerTo(context, 'user_context')
      if (answer !== null) return says(text(`Context: ${JSON.stringify(answer)}`))
      const request = elicit('What context should the prompt use?', { context: { type: 'string' } }, ['context'])
      return { resultType: 'input_required', inputRequests: { user_context: request } }
    },
  },
]

const VALUES = ['test', 'testing', 'tested']

export const complete: Complete = (_reference, { value }) => VALUES.filter((known) => known.startsWith(value))

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/

const LIST: readonly Resource[] = [
  { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched-resource', mimeType: 'text/plain' },
]

/** The resources that scenarios of the conformance suite read. */
export const RESOURCES: ResourceSource = {
  version: () => 0,
  list: () => LIST,
  templates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  read(uri) {
    switch (uri) {
      case 'test://static-text':
        return [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }]
      case 'test://static-binary':
        return [{ uri, mimeType: 'image/png', blob: PIXEL }]
      case 'test://watched-resource':
        return [{ uri, mimeType: 'text/plain', text: 'Watched' }]
      default: {
        const id = TEMPLATE.exec(uri)?.[1]
        return id === undefined ? null : [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, data: id }) }]
      }
    }
  },
}
