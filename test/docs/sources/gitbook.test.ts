import t from 'tap'
import { faultsOf, pageOf, pathsOf, readFiles, textOf } from './pages-of.ts'
import { idsOf } from './page-blocks.ts'
import { fingerprintContent } from '../../../src/docs/fingerprint.ts'
import { walkContentFolders } from '../../../src/generation/watch/content-walk.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import { contentTree, writeFiles, type Files } from '../../support/content-tree.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>'

/** A book whose only chapter but the home has this text. */
function bookOf(text: string, more: Files = {}): Files {
  return {
    '.gitbook.yaml': '',
    'SUMMARY.md': '* [Home](README.md)\n* [Page](page.md)\n* [Other](folder/other.md)\n',
    'README.md': '# Home\n',
    'page.md': `# Page\n\n${text}\n`,
    'folder/other.md': '---\ndescription: D\n---\n\n# The other page\n',
    ...more,
  }
}

t.test('images and files of the folder of GitBook are shown, and nothing else of it', async (t) => {
  const folder = await contentTree(
    t,
    bookOf('![A](<.gitbook/assets/a b.svg>)\n\n![Gone](.gitbook/assets/gone.png)\n\n[v](.gitbook/vars.yaml)', {
      '.gitbook/assets/a b.svg': SVG,
      '.gitbook/assets/.hidden/c.md': '# Hidden\n',
      '.gitbook/includes/part.md': '# Part\n',
      '.gitbook/vars.yaml': 'name: Lamp\n',
    }),
  )
  const kept: string[] = []
  const keeper = { recall: () => null, keep: (state: string) => kept.push(state) > 0 }
  const content = await readContent(folder, { keeper })
  t.strictSame(pathsOf(content), { en: ['', 'folder/other', 'page'] })
  t.match(pageOf(content, 'en', 'page').markdown, /!\[A\]\(\/files\/[\da-f]+\/a%20b\.svg\)/)
  t.equal(kept.length, 1)
  t.strictSame(faultsOf(content), ['page.md:5 missing_image', 'page.md:7 dead_link'])
})

t.test('shared texts and variables stand where pages name them', async (t) => {
  const content = await readFiles(
    t,
    bookOf(
      '{% include ".gitbook/includes/part.md" %}\n\nA <code class="expression">space.vars.name</code>, <code class="expression">space.vars.none</code>.\n\n{% include "no.md" %}\n\n```\n{% include "code.md" %}\n```',
      {
        '.gitbook/includes/part.md': '---\ntitle: Part\n---\n\nA part.\n\n{% include "loop.md" %}\n',
        '.gitbook/includes/loop.md': '{% include "part.md" %}',
        '.gitbook/vars.yaml': 'name: Lamp\n',
      },
    ),
  )
  t.equal(textOf(content, 'en', 'page'), 'A part.\nA Lamp, space.vars.none.\n{% include "code.md" %}')
  t.strictSame(faultsOf(content), ['page.md:3 unresolved_include', 'page.md:7 unresolved_include'])
})

t.test('blocks stand in lists, in one another and beside text, and never in code', async (t) => {
  const content = await readFiles(
    t,
    bookOf(`1. Step

   {% hint style="info" %}
   In it.
   {% endhint %}
2. Next {% hint style="danger" %}beside{% endhint %} after

{% tabs %} {% tab title="A &amp; B" %}
Tab one.

{% hint style="success" %}

- Item {% endhint %}
{% endtab %}
{% tab title="Two" %}{% code title="a.sh" lineNumbers="true" %}
\`\`\`sh
echo "{% hint %}"
\`\`\`
{% endcode %}{% endtab %} {% endtabs %}

    {% tabs %}

A \`{% tab title="x" %}\` {% endhint %} b.`),
  )
  t.equal(
    pageOf(content, 'en', 'page').markdown,
    `# Page

1. Step

   > [!NOTE]
   > In it.

2. Next

   > [!WARNING]
   > beside

   after

**A & B**

Tab one.

> [!TIP]
> - Item

**Two**

\`\`\`sh title="a.sh"
echo "{% hint %}"
\`\`\`

\`\`\`
{% tabs %}
\`\`\`

A \`{% tab title="x" %}\`

b.
`,
  )
})

t.test('links to pages have the titles of these', async (t) => {
  const content = await readFiles(
    t,
    bookOf(`{% content-ref url="folder/other.md" %}
[other.md](folder/other.md)
{% endcontent-ref %}

{% page-ref page="folder/other.md" %}

{% content-ref url="https://lamps.example" %}
[Lamps](https://lamps.example)
{% endcontent-ref %}

{% embed url="https://video.example/1" %}
A caption
{% endembed %}

After it.

{% content-ref url="folder/other.md" %}
Without an end.`),
  )
  const { markdown } = pageOf(content, 'en', 'page')
  t.equal(markdown.match(/\[The other page\]\(\/en\/folder\/other\)/g)?.length, 3)
  t.notMatch(markdown, 'other.md')
  t.match(markdown, '[Lamps](https://lamps.example)')
  t.match(markdown, '\n\n[https://video.example/1](https://video.example/1)\n\nA caption\n\nAfter it.')
  t.match(markdown, 'Without an end.')
  t.strictSame(faultsOf(content), [])
})

t.test('a link to a page that does not end takes no link of the page', async (t) => {
  const content = await readFiles(
    t,
    bookOf(`{% content-ref url="folder/other.md" %}
[other.md](<folder/other.md>)

[One](https://one.example)

[other.md](folder/other.md)

{% content-ref url="folder/other.md" %}

[Two](https://two.example)
`),
  )
  const { markdown } = pageOf(content, 'en', 'page')
  t.equal(markdown.match(/\[The other page\]\(\/en\/folder\/other\)/g)?.length, 2)
  t.match(markdown, '[One](https://one.example)\n\n[other.md](/en/folder/other)')
  t.match(markdown, '[Two](https://two.example)')
})

t.test('tables of cards, captions, images within a line and annotations are read', async (t) => {
  const column = '<th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover></th>'
  const row =
    '<tr><td><strong>Set &#x26; up</strong></td><td>How to.</td><td></td><td><a href="folder/other.md">other.md</a></td><td><a href=".gitbook/assets/a.svg">a.svg</a></td></tr>'
  const content = await readFiles(
    t,
    bookOf(
      `<table data-view="cards"><thead><tr><th></th><th></th><th></th>${column}</tr></thead><tbody>${row}</tbody></table>

<figure><img src=".gitbook/assets/a.svg" alt="An image" width="40"><figcaption><p>It is "lit"</p></figcaption></figure>

1. Step

   <figure><img src=".gitbook/assets/a.svg" alt=""><figcaption><p>See <a href="folder/other.md">it</a></p></figcaption></figure>

In a line <img src=".gitbook/assets/a.svg" alt="" data-size="line"> of text <i class="fa-lamp">:lamp:</i>with [a word](#user-content-fn-1)[^1].

[^1]: Its meaning.`,
      { '.gitbook/assets/a.svg': SVG },
    ),
  )
  const { blockLines } = pageOf(content, 'en', 'page')
  t.match(blockLines, /"role":"card","title":\["Set & up"\],"target":"\/en\/folder\/other"/)
  t.match(blockLines, /"alt":"An image","title":"It is \\"lit\\""/)
  t.match(blockLines, /"height":24/)
  t.match(textOf(content, 'en', 'page'), /Set & up\nHow to\.\n.*Step\nSee it\nIn a line of text with a word/s)
  t.strictSame(faultsOf(content), [])
})

t.test('operations of an API are named, with their parameters and answers', async (t) => {
  const content = await readFiles(
    t,
    bookOf(`{% swagger method="get" path="/lamps" baseUrl="https://lamps.example" summary="List lamps" %}
{% swagger-description %}
All lamps.
{% endswagger-description %}

{% swagger-parameter in="query" name="lit" type="Boolean" required="true" %}
Only lit ones
{% endswagger-parameter %}

{% swagger-response status="200: OK" description="A list" %}
\`\`\`json
[]
\`\`\`
{% endswagger-response %}
{% endswagger %}

{% openapi src=".gitbook/assets/api.yaml" path="/lamps/{id}" method="post" %}
[api.yaml](https://lamps.example/api.yaml)
{% endopenapi %}

{% api-method method="delete" host="https://lamps.example" path="/lamps/:id" %}
{% api-method-path-parameters %}
{% api-method-parameter name="id" type="string" required=true %}
Which one
{% endapi-method-parameter %}
{% endapi-method-path-parameters %}
{% endapi-method %}`),
  )
  const { blockLines } = pageOf(content, 'en', 'page')
  t.strictSame(idsOf(content, 'page'), ['page', 'list-lamps'])
  t.match(blockLines, '"GET https://lamps.example/lamps"')
  t.match(blockLines, '"POST /lamps/{id}"')
  t.match(blockLines, '"DELETE https://lamps.example/lamps/:id"')
  t.match(
    textOf(content, 'en', 'page'),
    /All lamps\.\nlit.*Only lit ones\n200: OK A list\n\[\].*\napi\.yaml\n.*id.*Which one/s,
  )
  t.strictSame(faultsOf(content), [])
})

t.test('headings have the ids of GitBook, and symbols may be named', async (t) => {
  const content = await readFiles(
    t,
    bookOf('## 1. Set up (v2.0)\n\n## User(s) & groups | all\n\n## What’s new?\n\nHot :fire:'),
  )
  t.strictSame(idsOf(content, 'page'), ['page', 'id-1.-set-up-v2.0', 'user-s-and-groups-or-all', 'whats-new'])
  t.match(textOf(content, 'en', 'page'), 'Hot 🔥')
})

t.test(
  'the home need not be in the list of chapters, and what only some readers see is shown and reported',
  async (t) => {
    const content = await readFiles(t, {
      '.gitbook.yaml': 'root: ./docs/\nstructure:\n  readme: ./intro.md\n',
      'docs/SUMMARY.md': '* [Page](page.md)\n',
      'docs/intro.md': '# Intro\n\n{% if visitor.claims.beta %}\n\nBeta.\n\n{% endif %}\n',
      'docs/page.md': '# Page\n\n[home](intro.md)\n',
      'docs/other.md': '# Other\n',
    })
    t.strictSame(pathsOf(content), { en: ['', 'page'] })
    t.match(pageOf(content, 'en', 'page').markdown, '[home](/en)')
    t.equal(textOf(content, 'en', ''), 'Beta.')
    t.strictSame(faultsOf(content), ['docs/intro.md:3 unread_template', 'docs/intro.md:7 unread_template'])
  },
)

t.test('changes of the configuration, of shared texts and of images are seen', async (t) => {
  const files = { '.gitbook/includes/part.md': 'A\n', '.gitbook/assets/a.svg': SVG }
  const folder = await contentTree(t, bookOf('Text', files))
  const seen: string[] = []
  await walkContentFolders(folder, { except: '', onFile: (path) => seen.push(path.slice(folder.length + 1)) })
  let last = await fingerprintContent(folder)
  for (const path of ['.gitbook.yaml', ...Object.keys(files)]) {
    t.ok(seen.includes(path), path)
    await writeFiles(folder, { [path]: 'redirects: {}' })
    const next = await fingerprintContent(folder)
    t.not(next, last, path)
    last = next
  }
  await writeFiles(folder, { '.git/config': 'a' })
  t.equal(await fingerprintContent(folder), last)
})
