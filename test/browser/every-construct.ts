/** A page with every construct that pages can contain. */
export const EVERY_CONSTRUCT = `---
title: Every construct
description: A page with each construct once.
updated: 2026-11-20
---
import X from './x'

Intro text with \`code\`, <kbd>Ctrl</kbd>+<kbd>K</kbd>, [internal](/en/api), [external](https://example.com/) and **bold**.

## Callouts

<Note>

A note about \`something\`.

</Note>
<Tip title="Try it">A tip.</Tip>
<Warning>

Careful with [this](/en/api).

</Warning>

## Code

\`\`\`js title="x.js"
import { createServer } from 'node:http'
const server = createServer((request, response) => response.end('a very long line that must scroll because it does not fit the column at all'))
\`\`\`

### Table

| Field | Type | Required | Meaning |
| --- | --- | :-: | --- |
| \`query\` | string | yes | The normalized search terms |
| \`results\` | array of SearchResult | no | Matches, most relevant first |

### Lists

1. One
   - nested
2. Two

> A quotation
> of two lines.

<Tabs>
  <Tab title="npm">
    \`\`\`sh
    npm ci
    \`\`\`
  </Tab>
  <Tab title="pnpm">
    pnpm text
  </Tab>
</Tabs>

<CardGroup>
  <Card title="First" href="/en/api">What it is.</Card>
  <Card title="Second" href="/en/api">What it is.</Card>
</CardGroup>

<Steps>
  <Step title="Install">Do it.</Step>
  <Step title="Run">Run it.</Step>
</Steps>

<details>
<summary>More about this</summary>

Hidden text.

</details>
`
