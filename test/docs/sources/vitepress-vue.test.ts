import t from 'tap'
import { faultsOf, pageOf, readFiles } from './pages-of.ts'

const CONFIG = { '.vitepress/config.js': 'export default {}' }

/** Markdown and faults of a page that is the only one of its site, beside other files. */
async function read(t: Parameters<typeof readFiles>[0], page: string, files: Readonly<Record<string, string>> = {}) {
  const content = await readFiles(t, { ...CONFIG, ...files, 'index.md': page })
  const faults = content.faults.map(({ code, line, message }) => `${line} ${code} ${message}`)
  return { content, faults, markdown: pageOf(content, 'en', '').markdown }
}

t.test('expressions have the values that the program of the page gives them as literals', async (t) => {
  const { faults, markdown } = await read(
    t,
    `---
title: A *page*
---
<script setup lang="ts">
import { lamps } from './lamps'
const version: string = '2.1'
</script>

# {{ $frontmatter.title }}

{{ version }}, {{ 'v' + version }}, {{ 1 + 1 }}, {{ lamps[0].name }}, {{ lamps.length }},{{ $frontmatter.none }} {{
  version
}}

<Badge :text="version" /> <a :href="'https://lamp.example/' + version">lamp</a>
`,
    { 'lamps.ts': `export const lamps = [{ name: '<Oil>' }]` },
  )
  t.match(markdown, '# A \\*page\\*\n')
  t.match(markdown, '2.1, v2.1, 2, \\<Oil>, 1, 2.1')
  t.match(markdown, '[lamp](https://lamp.example/2.1)')
  t.strictSame(faults, [])
})

t.test('lists of literals are written out, and of branches the one that holds', async (t) => {
  const { faults, markdown } = await read(
    t,
    `<script setup>
import { ref } from 'vue'
const todos = ref([{ id: 1, text: 'Light *it*' }, { id: 2, text: 'Put it out' }])
const on = false
</script>

<ul>
  <li v-for="(todo, at) in todos" :key="todo.id">
    {{ at }}: {{ todo.text }}
  </li>
</ul>

<span v-for="i in 3">{{ i }}</span> <i v-for="{ id } of todos">{{ id }};</i>

<p v-if="on">On.</p>
<p v-else-if="todos.length === 2">Two.</p>
<p v-else>Off.</p>

<template v-if="!on">

## In a template

</template>
`,
  )
  t.match(markdown, '- 0: Light \\*it\\*\n- 1: Put it out\n')
  t.match(markdown, /^123 <i>1;<.i>\*2;\*/m)
  t.match(markdown, 'Two.')
  t.match(markdown, '## In a template')
  for (const text of ['On.', 'Off.', 'todo']) t.notMatch(markdown, text)
  t.strictSame(faults, [])
})

t.test('comparisons, conditions and methods are those of VitePress 1.6.3, which built this page', async (t) => {
  const { faults, markdown } = await read(
    t,
    `---
kind: lamp
stock: 3
---
<script setup>
import { ref, reactive, computed } from 'vue'
import { useData } from 'vitepress'
const { frontmatter } = useData()
const d = 5
const c = ref(5)
const o = reactive({ a: [1, 2], name: 'oil' })
const twice = computed(() => c.value * 2)
const none = null
const lamps = [{ name: 'Oil', price: 12, tags: ['old', 'warm'] }, { name: 'Gas', price: 30 }, { name: 'Arc', price: 7 }]
const rate = (n) => { if (n > 10) return 'dear'; return 'cheap' }
</script>

{{ d > 9 ? "y" : "n" }} {{ d < 9 ? "y" : "n" }} {{ d >= 5 && d <= 5 }} {{ !(d < 5) }} {{ d !== 5 || none }}

{{ d > 9 ? 'big' : d > 4 ? 'middle' : 'small' }} {{ c }} {{ twice }} {{ o.a.length }} {{ c > 4 ? 'c4' : 'c0' }}

({{ none?.name }})|{{ none?.name ?? 'nobody' }}|{{ o?.name }} {{ lamps.map(l => l.name).join(', ') }}

{{ rate(12) }} {{ rate(2) }} {{ $frontmatter.kind }} {{ frontmatter.stock > 2 ? 'many' : 'few' }} {{ true }}

<p>{{ \`\${o.name}: \${d + 1}\` }}</p>

<p v-if="d > 9">GT9</p>
<p v-else-if="d > 4">GT4</p>
<p v-else>LE9</p>

<p v-if="d > 9">HIDDEN</p>
<p v-else>LE9b</p>

<p v-show="d < 9">SHOWN</p>

<ul>
<li v-for="lamp in lamps.filter(l => l.price < 20)">{{ lamp.name }} {{ lamp.price > 10 ? 'more' : 'less' }} {{ lamp.tags?.join('/') ?? 'plain' }}</li>
</ul>

<span v-for="(l, i) of lamps" :key="i">{{ i }}{{ l.name[0] }}<template v-if="i < lamps.length - 1">, </template></span>

<span v-for="ch in 'abc'">{{ ch }};</span>

<span v-for="([k, v]) in Object.entries({ x: 1, y: 2 })">{{ k }}={{ v }}</span>
`,
  )
  t.equal(
    markdown,
    `n y true true

middle 5 10 2 c4

()|nobody|oil Oil, Gas, Arc

dear cheap lamp many true

oil: 6

GT4

LE9b

SHOWN

- Oil more old/warm
- Arc less plain

0O, 1G, 2A

a;b;c;

x=1y=2
`,
  )
  t.strictSame(faults, [])
})

t.test('where operands are not known nothing wrong is shown, and each place is told', async (t) => {
  const { faults, markdown } = await read(
    t,
    `<script setup>
import { useData } from 'vitepress'
import { data } from './lamps.data.ts'
const { page } = useData()
const known = 5
let count = 1
count = 2
</script>

# A

{{ page.count > 9 ? 'many' : 'few' }}{{ page.title || 'untitled' }}{{ data ? 'data' : 'no data' }}{{ count }}{{ { page, known } }}

<p v-show="page.isNew">New.</p>

<Lamp><template #name="{ known }">{{ known }}</template></Lamp>
`,
    { 'lamps.data.ts': 'export declare const data: string[]\nexport default { load() { return [] } }\n' },
  )
  t.notMatch(markdown, /many|few|untitled|data|[0-9]/)
  t.match(markdown, 'New.')
  t.strictSame(
    faults.filter((fault) => fault.includes('unread_template')).map((fault) => fault.split(',')[0]),
    [
      "12 unread_template {{ page.count > 9 ? 'many' : 'few' }} is left out",
      "12 unread_template {{ page.title || 'untitled' }} is left out",
      "12 unread_template {{ data ? 'data' : 'no data' }} is left out",
      '12 unread_template {{ count }} is left out',
      '12 unread_template {{ { page',
      '14 unread_template <p v-show="page.isNew"> is shown always',
      '16 unread_template {{ known }} is left out',
    ],
  )
})

t.test('what only a program tells is left out and told once, and texts for readers stay', async (t) => {
  const { faults, markdown } = await read(
    t,
    `<script setup>
import { data } from './lamps.data.js'
import { useData } from 'vitepress'
const { page } = useData()
</script>

# Lamps

There are {{ page.count }} of them.

<div v-for="group of data">
  <ul v-for="lamp of group.lamps"><li>{{ lamp.name }}</li></ul>
</div>

<p v-if="page.isNew">New lamps.</p>
<p v-else>Old lamps.</p>

<p>See <a :href="page.link">the shop</a>.</p>

<div v-html="page.html"></div>

The end.
`,
  )
  for (const text of ['There are of them.', 'New lamps.', 'Old lamps.', 'the shop', 'The end.']) t.match(markdown, text)
  for (const text of ['{{', 'lamp.name', 'script', 'useData']) t.notMatch(markdown, text)
  t.strictSame(faults, [
    '9 unread_template {{ page.count }} is left out, since only a program tells its value',
    '11 unread_template <div v-for="group of data"> is left out with its content, since only a program tells its list',
    '15 unread_template <p v-if="page.isNew"> is shown always, since only a program tells when it is',
    '18 unread_template <a :href="page.link"> is shown without its href, since only a program tells it',
    '20 unread_template <div v-html="page.html"> is left without its content, since only a program tells it',
  ])
})

t.test('braces in code, in comments and where v-pre stands are text', async (t) => {
  const { faults, markdown } = await read(
    t,
    `# Braces

\`{{ code }}\` and <span v-pre>{{ kept }}</span> and <!-- {{ comment }} -->.

::: v-pre
{{ contained }}
:::

\`\`\`vue
<li v-for="a of b">{{ fenced }}</li>
\`\`\`

    {{ indented }}
`,
  )
  for (const text of [
    '`{{ code }}`',
    '{{ kept }}',
    '{{ contained }}',
    '<li v-for="a of b">{{ fenced }}</li>',
    '{{ indented }}',
  ])
    t.match(markdown, text)
  t.strictSame(faults, [])
})

t.test('faults of an included part stand where the page includes it', async (t) => {
  const { content } = await read(t, '# Home\n\n<!--@include: ./part.md-->\n', {
    'part.md': '\n\n\n\n\n\n{{ only.known }} to a program\n',
  })
  t.ok(faultsOf(content).includes('index.md:3 unread_template'))
})

t.test('lists that would grow without end are left out', async (t) => {
  const nested = `${'<b v-for="i in 900">'.repeat(20)}x${'</b>'.repeat(20)}`
  const { faults, markdown } = await read(
    t,
    `# Home\n\n${nested}\n\n<i v-for="i in 1e9">y</i>\n\n${'{{'.repeat(5000)}\n`,
  )
  t.ok(markdown.length < 200_000)
  t.ok(faults.some((fault) => fault.includes('v-for')))
})

t.test('components of Vue itself show their content, and so do unknown ones within a line', async (t) => {
  const { faults, markdown } = await read(
    t,
    '# A\n\n<ClientOnly>\n\nShown\n\n</ClientOnly>\n\n<Teleport to="body"><Transition>Moved</Transition></Teleport>\n\nSince <SinceMark>two</SinceMark> <name>\n',
  )
  t.ok(markdown.endsWith('Shown\n\nMoved\n\nSince two \\<name>\n'), markdown)
  t.equal(faults.length, 1)
  t.match(faults[0], /^11 unknown_component <SinceMark>/)
})

t.test('blocks within lists and conditions are those of VitePress 1.6.3, which built this page', async (t) => {
  const { faults, markdown } = await read(
    t,
    `<script setup>
import { lamps } from './lamps'
const d = 5
const html = '<b>bold</b> and x * y * z'
const text = '<b>not bold</b>'
</script>

<template v-for="lamp in lamps" :key="lamp.name">
<template v-if="lamp.on">

### On: {{ lamp.name }}

</template>
<template v-else>

### Off: {{ lamp.name }}

</template>

- tag <em v-for="tag in lamp.tags">{{ tag }};</em>
- <a :href="lamp.url">{{ lamp.name }} site</a>

</template>

<p v-if="d > 9">nine</p>

<p v-else-if="d > 4">four</p>
<p v-else>none</p>

In a line <span v-if="d > 9">nine</span><span v-else-if="d > 4">four</span><span v-else>none</span> ends.

<ul><li v-for="lamp in lamps">{{ lamp.name }}<ul v-if="lamp.tags.length"><li v-for="tag in lamp.tags">{{ tag }}</li></ul></li></ul>

<table>
<tr v-for="row in [[1, 2], [3, 4]]"><td v-for="cell in row">{{ cell }}</td></tr>
</table>

| A {{ d }} |
| --- |
| <span v-for="(v, k, at) in { small: 1, large: 2 }">{{ at }}.{{ k }}={{ v }};</span> |

<div v-html="html"></div>
<p>Behind <span v-text="text" /></p>

> <p v-if="d > 4">
> quoted {{ d }}
> </p>

- item

  <div v-for="n in 2">

  block {{ n }}

  </div>

::: info Title {{ d }}
<b v-for="x in 'ab'">{{ x }}.</b>
:::

<pre>pre {{ d }}
<span v-for="n in 2">{{ n }}, </span></pre>
<pre v-pre>{{ pre }}</pre>

<div
  v-for="lamp in lamps"
  :key="lamp.name"
>
  <p>{{ lamp.name }}</p>
</div>
`,
    {
      'lamps.ts': `export const lamps = [
  { name: 'Oil', url: 'https://oil.example/', tags: ['old', 'warm'], on: true },
  { name: 'Arc', url: 'https://arc.example/', tags: [], on: false },
]`,
    },
  )
  t.equal(
    markdown,
    `### On: Oil

- tag <em>old;</em>*warm;*
- [Oil site](https://oil.example/)

### Off: Arc

- tag
- [Arc site](https://arc.example/)

four

In a line four ends.

- Oil
  - old
  - warm
- Arc

|  |  |
| --- | --- |
| 1 | 2 |
| 3 | 4 |

| A 5 |
| --- |
| 0.small=1;1.large=2; |

**bold** and x \\* y \\* z

Behind \\<b>not bold\\</b>

> quoted 5

- item

  block 1

  block 2

> [!NOTE]
> **Title 5**
>
> <b>a.</b>**b.**

\`\`\`
pre 5
1, 2, 
\`\`\`

\`\`\`
{{ pre }}
\`\`\`

Oil

Arc
`,
  )
  t.strictSame(faults, [])
})

t.test('faults have the lines of the page in lists, paragraphs, headings, cells and preformatted text', async (t) => {
  const { faults } = await read(
    t,
    `# Lines {{ a.one }}

<div v-for="n in 2">

{{ n }} {{ a.two }}
and
<b v-if="n > 0">{{
  a.three }} {{ a.four }}</b>

<p
  v-if="n"
>

{{ a.five }}

</p>
</div>

| {{ a.six }} |
| --- |
| x |
| {{ a.seven }} |

text
{{ a.eight }}
===

<pre>
{{ a.nine }}
</pre>
`,
  )
  t.strictSame(
    faults.map((fault) => fault.replace(/^(\d+) unread_template \{\{ a\.(\w+).*/, '$1 $2')),
    ['1 one', '5 two', '7 three', '8 four', '14 five', '19 six', '22 seven', '25 eight', '29 nine'],
  )
})

t.test('what stands in too many elements is left out and told, and an element without an end is shown', async (t) => {
  const deep = await read(t, `# A\n\n${'<p v-if="1">'.repeat(40)}x${'</p>'.repeat(40)}\n`)
  t.strictSame(deep.faults, ['3 unread_template <p> is left out with its content, since it stands in too many others'])
  const open = await read(t, '# A\n\nSome <b v-if="0">text\n\n<p v-if="0">more\n\nThe end\n')
  t.equal(open.markdown, '# A\n\nSome text\n\nmore\n\nThe end\n')
})

t.test('players, frames and images whose address only a program tells are told at their lines', async (t) => {
  const { faults, markdown } = await read(
    t,
    `# A

<video :src="'https://x.org/a.mp4'"></video> <video v-bind="{ src: 'https://x.org/b.mp4' }"></video>

<video :src="a.b(1)" controls />

<audio><source :src="a.b(2)"></audio>

<iframe
  :src="a.b(3)" title="A frame"></iframe>

In a line <img :src="a.b(4)" alt="an image"> and <Img :src="a.b(5)" />.

<object :data="a.b(6)"></object> <embed :src="a.b(7)"> <video v-bind="a.b(8)"></video>

<video :poster="a.b(9)" src="https://x.org/c.mp4"></video>

<iframe :srcdoc="a.b(10)"></iframe>

<video></video>
`,
  )
  t.equal(markdown.match(/x\.org\/[abc]\.mp4/g)?.length, 3)
  t.match(markdown, 'A frame')
  t.match(markdown, 'In a line an image and .')
  t.strictSame(
    faults.map((fault) => `${fault.split(' ')[0]} ${/a\.b\(\d+\)|missing_image/.exec(fault)?.[0]}`),
    ['5', '7', '9', '12', '12', '14', '14', '14', '16', '18']
      .map((line, at) => `${line} a.b(${at + 1})`)
      .concat('20 missing_image'),
  )
})
