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

## Reading

\`\`\`ts title="marks.ts" {1} ins={2} del={3} showLineNumbers
const marked: number = 1 // a comment
const inserted = 'two'
const deleted = \`three \${marked}\`
\`\`\`

\`\`\`js
a(1) // [!code ++]
b('x') // [!code --]
c(true) // [!code highlight]
d(null) // [!code focus]
e(/y/) // [!code error]
f('z') // [!code warning]
\`\`\`

\`\`\`diff
- old
+ new
\`\`\`

\`\`\`json wrap "value"
{ "key": ["value", 1, true, null] }
\`\`\`

\`\`\`mermaid
graph TD
  A --> B
\`\`\`

A formula $$x_i^2$$ in a line, and one of its own:

$$
\\begin{aligned} a &= \\frac{b}{c} \\\\ d &= \\sum_{i=0}^{n} e_i \\end{aligned}
$$

- [x] Done
- [ ] Open

<FileTree>

- src/
  - index.ts
- package.json

</FileTree>

<Steps>

1. First
2. Second

</Steps>
`
