import t from 'tap'
import { faultsOf, pageOf, readFiles, textOf } from './pages-of.ts'

const attribute = (name: string, value: unknown): string => `${name}={${JSON.stringify(value)}}`

t.test('pages that docusaurus-plugin-openapi-docs made show their operation', async (t) => {
  const schema = {
    type: 'object',
    required: ['oil'],
    properties: { oil: { type: 'array', items: { type: 'string' }, description: 'Kinds of <oil>, as `{kind}`.' } },
  }
  const page = `---
title: Light a lamp
---

import MethodEndpoint from "@theme/ApiExplorer/MethodEndpoint";
import Heading from "@theme/Heading";

<Heading ${attribute('as', 'h1')} ${attribute('className', 'openapi__heading')} ${attribute('children', 'Light a lamp')}>
</Heading>

<MethodEndpoint ${attribute('method', 'post')} ${attribute('path', '/lamps/{id}')} ${attribute('context', 'endpoint')}>

</MethodEndpoint>

It burns.

<Heading ${attribute('id', 'request')} ${attribute('as', 'h2')} ${attribute('children', 'Request "now"')} />

<ParamsDetails ${attribute('parameters', [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'Which\nlamp' }])} />

<RequestSchema ${attribute('title', 'Body')} ${attribute('body', { description: 'What is in it.', content: { 'application/json': { schema } } })} />

<StatusCodes id={undefined} ${attribute('responses', { 200: { description: 'Lit' }, 404: { description: 'No such lamp' } })} />

<RequestSchema ${attribute('title', 'Body')} body={undefined} />

<StatusCodes responses={made()} />

`
  const content = await readFiles(t, { 'docusaurus.config.js': 'export default {}', 'docs/light.api.mdx': page })
  const { markdown, sections } = pageOf(content, 'en', 'docs/light.api')
  t.strictSame(
    sections.map(({ heading }) => heading),
    ['', 'Request "now"'],
  )
  t.match(markdown, '`POST /lamps/{id}`')
  t.notMatch(markdown, /<(?:Params|Request|Method)/)
  const text = textOf(content, 'en', 'docs/light.api')
  for (const words of [
    /It burns/,
    /id[^]*integer[^]*Which lamp/,
    /What is in it/,
    /oil[^]*string\[\]/,
    /404 No such lamp/,
  ]) {
    t.match(text, words)
  }
  t.match(text, 'Kinds of <oil>, as {kind}.')
  t.strictSame(faultsOf(content), ['docs/light.api.mdx:23 unknown_component'])
})

t.test('components that do not tell what they show are left as they are', async (t) => {
  const page = `---
title: Light a lamp
---

import MethodEndpoint from "@theme/ApiExplorer/MethodEndpoint";

<MethodEndpoint method={"get"} />

<MethodEndpoint path={"/lamps"}>

</MethodEndpoint>

<Heading
  as={"h2"}
  children={"Left"}
>
</Heading>

<Heading as={"h2"} children={"Read"}></Heading>
`
  const content = await readFiles(t, { 'docusaurus.config.js': 'export default {}', 'docs/light.api.mdx': page })
  t.notMatch(textOf(content, 'en', 'docs/light.api'), /undefined/i)
  t.match(pageOf(content, 'en', 'docs/light.api').markdown, '## Left\n\n## Read')
  t.strictSame(faultsOf(content), ['docs/light.api.mdx:7 unknown_component'])
})
