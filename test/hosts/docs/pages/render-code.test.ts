import t from 'tap'
import { readMarkdown } from '../../../../src/docs/readers/markdown/read-markdown.ts'
import { renderBlocks } from '../../../../src/hosts/docs/pages/render-blocks.ts'
import { toHtml } from '../../../../src/web/markup.ts'
import { messagesFor } from '../../../../src/web/messages.ts'

function html(markdown: string): string {
  const { blocks } = readMarkdown(markdown, { mdx: true })
  const options = { title: '', messages: messagesFor('en'), imageOrigins: [], resolveLink: (href: string) => href }
  return toHtml(renderBlocks(blocks, options).body)
}

t.test('marked lines are elements with the line end within, and others are text', async (t) => {
  t.match(
    html('```js {1} ins={2}\na < b\nc\nd\n```\n'),
    '<code class="language-js"><mark class="line">a &lt; b\n</mark><ins class="line">c\n</ins>d\n</code>',
  )
})

t.test('numbers stand in attributes, and start where the fence says', async (t) => {
  t.match(
    html('```js showLineNumbers=9 wrap\na\nb\n```\n'),
    '<pre tabindex="0" class="numbered wrap"><code class="language-js"><span class="line" data-line="9">a\n</span><span class="line" data-line="10">b\n</span></code>',
  )
})

t.test('texts are marked wherever they are, and the earliest one first', async (t) => {
  t.match(html('```js "a" del="ab"\nab a\n```\n'), '<code class="language-js"><mark>a</mark>b <mark>a</mark>\n</code>')
  t.match(html('```js ins="<b>"\nx<b>y\n```\n'), 'x<ins>&lt;b&gt;</ins>y')
})

t.test('names that every object has mark nothing', async (t) => {
  const code = html('```js constructor={1} __proto__="a"\na // [!code constructor]\n```\n')
  t.match(code, '<code class="language-js">a\n</code>')
})

t.test('many texts and a long line cost no more than reading the line once for each text', async (t) => {
  const texts = Array.from({ length: 199 }, (_, at) => `"ab${at}"`)
  const written = html(`\`\`\`js ${texts.join(' ')} "aa"\n${'a'.repeat(1_000_000)}\n\`\`\`\n`)
  t.equal(written.split('<mark>aa</mark>').length - 1, 1000)
})

t.test('the lines of a difference are inserted and deleted, and its header is neither', async (t) => {
  const written = html('```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same\n```\n')
  t.match(written, '--- a/x\n+++ b/x\n@@ -1 +1 @@\n<del class="line">-old\n</del><ins class="line">+new\n</ins> same\n')
})

t.test('the source of a diagram folds', async (t) => {
  t.match(
    html('```mermaid\ngraph TD\n```\n'),
    /<details class="diagram" open><summary>Diagram, as its source in Mermaid<\/summary>\n.*graph TD\n<\/code>/s,
  )
})

t.test('tabs have a bar, unless they are one or lack a name', async (t) => {
  const tabs = (...labels: string[]): string =>
    html(`<Tabs>\n${labels.map((label) => `<Tab title="${label}">\n\nText\n\n</Tab>`).join('\n')}\n</Tabs>\n`)
  t.match(
    tabs('A', 'B'),
    '<div class="tabs" data-sync="">\n<div class="tab-list"><button type="button">A</button><button',
  )
  t.match(tabs('A'), '<div class="tabs">\n<div class="tab">')
  t.match(tabs('A', ''), '<div class="tabs">\n<div class="tab">')
  t.match(html('<Tabs syncKey="k">\n<Tab title="A">x</Tab>\n<Tab title="B">y</Tab>\n</Tabs>\n'), 'data-sync="k"')
})

t.test('tasks have boxes with names, steps may be a list, and files are a tree', async (t) => {
  t.match(
    html('- [x] a\n- [ ] b\n'),
    '<li class="task"><input type="checkbox" disabled checked aria-label="Done"> a</li>',
  )
  t.match(html('<Steps>\n\n1. a\n2. b\n\n</Steps>\n'), '<div class="steps">\n<ol>')
  t.match(html('<FileTree>\n\n- a/\n  - b\n\n</FileTree>\n'), '<div class="files">\n<ul>')
})

t.test('an image that is wider than the text leads to its file', async (t) => {
  const source = `/files/${'a'.repeat(32)}/wide.png`
  const image = (width: number): string => html(`<img src="${source}" alt="Wide" width="${width}">\n`)
  t.match(image(1600), `<a class="enlarge" href="${source}" title="View the image in full size"><img src="${source}"`)
  t.notMatch(image(700), 'enlarge')
  t.notMatch(html(`<a href="/x"><img src="${source}" alt="Wide" width="1600"></a>\n`), 'enlarge')
})
