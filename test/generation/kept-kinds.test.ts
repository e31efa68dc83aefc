import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Readings } from '../../src/docs/kept/readings.ts'
import { readContent } from '../../src/docs/read-content.ts'
import { openReadingStore } from '../../src/generation/disk/reading-store.ts'
import { contentTree, temporaryFolder, type Files } from '../support/content-tree.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"></svg>'
const OPENAPI = '{"openapi":"3.0.0","paths":{"/x":{"get":{"summary":"Sum","responses":{"200":{"description":"ok"}}}}}}'

interface Tree {
  /** Kinds of its sources. */
  readonly kinds: readonly string[]
  /** A page whose text nothing else depends on. */
  readonly alone: string
  readonly files: Files
}

/** Trees of every kind, with what a page of it reads or writes beside its own text. */
const TREES: Readonly<Record<string, Tree>> = {
  'Docusaurus with imported parts and values, and lists of cards': {
    kinds: ['docusaurus'],
    alone: 'docs/intro.md',
    files: {
      'docusaurus.config.js': `module.exports = { title: 'T', url: 'https://x.example', baseUrl: '/', presets: [['classic', { docs: {} }]] }`,
      'docs/intro.md': '# Intro\n\n[B](b.md#b-two) [dead](nope.md)\n',
      'docs/b.md': '# B\n\n## B two\n',
      'docs/guide/_part.mdx': 'Part {props.name} [b](../b.md)\n',
      'docs/guide/one.mdx': 'import Part from "./_part.mdx"\n\n# One\n\n<Part name="x" />\n',
      'docs/guide/index.mdx': 'import DocCardList from "@theme/DocCardList"\n\n# Guide\n\n<DocCardList />\n',
      'docs/guide/two.mdx': 'import {v} from "./v.js"\n\n# Two\n\nValue {v}\n',
      'docs/guide/v.js': 'export const v = 3\n',
      'docs/guide/three.mdx': 'import Part from "./_part.mdx"\n\n# Three\n\n<Part name="y" />\n',
    },
  },
  'MkDocs with hooks that are counted, and snippets': {
    kinds: ['mkdocs'],
    alone: 'docs/c.md',
    files: {
      'mkdocs.yml': 'site_name: T\nhooks: [hook.py]\nmarkdown_extensions: [pymdownx.snippets, attr_list, def_list]\n',
      'hook.py': 'x=1\n',
      'docs/index.md': '# T\n\n#### <!-- md:setting a.b -->\n\n<!-- md:version 1 -->\n\n[x](a.md#a-b)\n',
      'docs/a.md': '# A\n\n#### <!-- md:setting c.d -->\n\n--8<-- "docs/snip.txt"\n',
      'docs/c.md': '# C\n\n<!-- md:version 2 --> text <!-- md:flag x -->\n\n[c.d][]\n',
      'docs/snip.txt': 'Snip [c](c.md)\n',
      'docs/d.md': '# D\n\n--8<-- "snip.txt"\n\n--8<-- "none.txt"\n',
    },
  },
  'mdBook with inclusions of code and of chapters': {
    kinds: ['book'],
    alone: 'src/two.md',
    files: {
      'book.toml': '[book]\ntitle="T"\n',
      'src/SUMMARY.md': '# Summary\n\n- [One](one.md)\n- [Two](two.md)\n- [Gone](gone.md)\n- [Three](three.md)\n',
      'src/one.md': '# One\n\n{{#include code.rs:a}}\n\n[two](two.md#x)\n',
      'src/two.md': '# Two\n\n## X\n\n{{#include one.md}}\n',
      'src/three.md': '# Three\n\n{{#include missing.rs}}\n',
      'src/code.rs': '// ANCHOR: a\nfn a() {}\n// ANCHOR_END: a\n',
    },
  },
  'GitBook with titles of other pages, variables and files': {
    kinds: ['book'],
    alone: 'two/README.md',
    files: {
      '.gitbook.yaml': 'root: ./\n',
      'SUMMARY.md': '# S\n\n* [Home](README.md)\n* [One](one.md)\n* [Two](two/README.md)\n',
      'README.md': '# Home\n\n{% content-ref url="one.md" %}\n[one.md](one.md)\n{% endcontent-ref %}\n',
      'one.md': '# One\n\n{% include ".gitbook/includes/a.md" %}\n\n<code class="expression">space.vars.v</code>\n',
      'two/README.md': '# Two\n\n{% strange %}\n\n{% file src="../.gitbook/assets/f.pdf" %}\n',
      '.gitbook/vars.yaml': 'v: 3\n',
      '.gitbook/includes/a.md': 'Included\n',
      '.gitbook/assets/f.pdf': '%PDF-1.4 x',
    },
  },
  'Hugo with short codes, data and texts that several pages use': {
    kinds: ['hugo'],
    alone: 'content/b.md',
    files: {
      'hugo.toml': 'baseURL="https://x.example/"\ntitle="T"\n',
      'content/_index.md': '---\ntitle: Home\n---\nHome {{< ref "a.md" >}}\n',
      'content/a.md': '---\ntitle: A\n---\n## H\n\n{{< broken >}} {{< d >}}\n',
      'content/b.md': '---\ntitle: B\n---\n{{< d >}} [a](/a/#h) [c]({{< relref "c/_index.md" >}})\n',
      'content/c/_index.md': '---\ntitle: C\ncascade:\n  draft: false\n---\nText {{< d >}}\n',
      'content/c/d.md': '---\ntitle: D\n---\n![x](x.svg) {{% inc %}}\n',
      'content/c/x.svg': SVG,
      'layouts/shortcodes/d.html': '{{ .Site.Data.v.a }}',
      'layouts/shortcodes/inc.html': '{{ .Page.Title }} {{ .Site.Params.x }}',
      'data/v.yaml': 'a: 7\n',
    },
  },
  'Mintlify with snippets and an API': {
    kinds: ['mintlify'],
    alone: 'b.mdx',
    files: {
      'docs.json': '{"name":"T","navigation":{"groups":[{"group":"G","pages":["index","a","b"]}]}}',
      'index.mdx': '# Home\n\nimport S from "/snippets/s.mdx"\n\n<S />\n',
      'a.mdx': '---\ntitle: A\nopenapi: GET /x\n---\n',
      'b.mdx': '---\ntitle: B\n---\n<Snippet file="s.mdx" />\n\n[a](/a#q)\n',
      'snippets/s.mdx': 'Snippet\n',
      'openapi.json': OPENAPI,
    },
  },
  'Fumadocs with inclusions': {
    kinds: ['fumadocs'],
    alone: 'content/docs/b.mdx',
    files: {
      'source.config.ts': `import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({ dir: 'content/docs' })\n`,
      'content/docs/index.mdx': '---\ntitle: Home\n---\n\n<include>../../parts/p.mdx</include>\n\n[b](./b.mdx#part)\n',
      'content/docs/a.mdx':
        '---\ntitle: A\n---\n\n<include>../../parts/p.mdx</include>\n\n<include>./gone.mdx</include>\n',
      'content/docs/b.mdx': '---\ntitle: B\n---\n\n## Part\n',
      'content/docs/meta.json': '{"pages":["index","b","a"]}',
      'parts/p.mdx': 'Words of a part.\n',
    },
  },
  'Nextra with imports': {
    kinds: ['nextra'],
    alone: 'content/b.mdx',
    files: {
      'next.config.mjs': `import nextra from 'nextra'\nexport default nextra({})({})\n`,
      'content/index.mdx': 'import Part from "../parts/p.mdx"\n\n# Home\n\n<Part />\n\n[b](/b#part)\n',
      'content/a.mdx': 'import Part from "../parts/p.mdx"\n\n# A\n\n<Part />\n',
      'content/b.mdx': '# B\n\n## Part\n',
      'content/_meta.js': `export default { index: 'Home', b: 'B', a: 'A' }\n`,
      'parts/p.mdx': 'Words of a part.\n',
    },
  },
  'Starlight with imports and an image for dark pages': {
    kinds: ['starlight'],
    alone: 'src/content/docs/b.mdx',
    files: {
      'astro.config.mjs': `import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'T' })] }\n`,
      'src/content/docs/index.mdx': '---\ntitle: Home\n---\n\nimport Part from "../../parts/p.mdx"\n\n<Part />\n',
      'src/content/docs/a.mdx': `---\ntitle: A\n---\n\nimport Part from "../../parts/p.mdx"\n\n<Part />\n\n<picture><source srcset="./d.svg" media="(prefers-color-scheme: dark)" /><img src="./l.svg" alt="x" /></picture>\n\n<video src="./v.mp4" poster="./l.svg"></video>\n`,
      'src/content/docs/b.mdx': '---\ntitle: B\n---\n\n[a](/a/#nothing)\n',
      'src/content/docs/l.svg': SVG,
      'src/content/docs/d.svg': SVG.replace('3', '4'),
      'src/content/docs/v.mp4': 'film',
      'src/parts/p.mdx': 'Words of a part.\n',
    },
  },
  'a vault with names, aliases and embedded notes': {
    kinds: ['folder'],
    alone: 'Home.md',
    files: {
      '.obsidian/app.json': '{}',
      'Home.md': '# Home\n\n[[One]] [[uno]]\n\n![[Two#Part]]\n\n![[pic.svg]]\n',
      'One.md': '---\naliases: [uno, eins]\n---\n# One\n\n[[Two#Part|p]] [[Nothing]]\n\nText. ^blk\n',
      'Two.md': '# Two\n\n## Part\n\nIn a part.\n\n![[One#^blk]]\n\n## Rest\n',
      'sub/Two.md': '# Other two\n\n[[One]]\n',
      'Three.md': '# Three\n\n[[eins]] [x](#none) [[#nope]]\n',
      'pic.svg': SVG,
    },
  },
  'a wiki': {
    kinds: ['folder'],
    alone: 'Home.md',
    files: {
      'Home.md': '# Home\n\n[[One page]]\n',
      'One-page.md': '# One\n\n[[Home|One page]]\n',
      '_Sidebar.md': '- [[Home]]\n- [[One page]]\n',
    },
  },
  'notes that nothing but a link by a name shows': {
    kinds: ['folder'],
    alone: 'b.md',
    files: { 'a.md': '# A\n\nWords.\n', 'b.md': '# B\n\nWords.\n', 'c.md': '# C\n\n[[a]] and [[b]]\n' },
  },
  'a repository whose code is on its host': {
    kinds: ['folder'],
    alone: 'docs/c.md',
    files: {
      'package.json': '{"name":"p","repository":"o/r"}',
      'README.md': '# P\n\n[code](src/a.js) [b](docs/b.md) [folder](src)\n',
      'docs/b.md': '# B\n\n[c](../src/b.js) [x](c.md#nope) ![i](i.png)\n',
      'docs/c.md': '# C\n\nText\n',
      'src/a.js': '1',
      'src/b.js': '2',
      '.git/config': '[remote "origin"]\n\turl = https://github.com/q/r.git\n',
    },
  },
  'a repository whose code is served as text': {
    kinds: ['folder'],
    alone: 'b.md',
    files: {
      'README.md': '# P\n\n[code](src/a.js)\n',
      'b.md': '# B\n\n[c](src/b.js) [again](src/a.js)\n',
      'src/a.js': '1',
      'src/b.js': '2',
    },
  },
  'pages whose language their script shows': {
    kinds: ['folder'],
    alone: 'c.md',
    files: {
      'README.md': '# 首页\n\n欢迎来到文档。\n\n[b](b.md)\n',
      'b.md': '# 指南\n\n这是中文的文档页面。\n',
      'c.md': '# 第三\n\n更多中文内容在这里。\n',
    },
  },
  'several sources whose links lead to one another': {
    kinds: ['mkdocs', 'folder'],
    alone: 'two/README.md',
    files: {
      'site.yaml': 'sources:\n  - folder: one\n  - folder: two\n    mount: two\n',
      'one/mkdocs.yml': 'site_name: T\n',
      'one/docs/index.md': '# T\n\n[two](/en/two/x/)\n',
      'one/docs/a.md': '# A\n\n[x](../../two/x.md#part)\n',
      'two/README.md': '# Two\n',
      'two/x.md': '# X\n\n## Part\n\n[A](/en/a)\n',
    },
  },
  'folders of Markdown whose links lead to one another, with files that are refused': {
    kinds: ['markdown', 'markdown'],
    alone: 'one/docs/en/c.md',
    files: {
      'site.yaml': 'sources:\n  - folder: one\n  - folder: two\n    mount: two\n',
      'one/docs/en/index.md':
        '# T\n\n[x](/en/two/x#part) [gone](gone.md) [later](later.md) [f](f.pdf)\n\n![i](bad.svg)\n',
      'one/docs/en/c.md': '# C\n\n![i](bad.svg) [x](../../../two/docs/en/x.md)\n',
      'one/docs/en/sub/later.md': '# Later\n\n[home](../index.md)\n',
      'one/docs/en/f.pdf': '%PDF-1.4 x',
      'one/docs/en/bad.svg': 'no drawing',
      'two/docs/en/x.md': '# X\n\n## Part\n\n[C](/en/c)\n',
      'two/docs/en/y.md': '# Y\n\n[x](x.md#none) [later](later.md)\n',
    },
  },
  'a folder of Markdown in two languages': {
    kinds: ['markdown'],
    alone: 'docs/en/b.mdx',
    files: {
      'docs/en/index.md': '# Home\n\n[a](a.md#x) [b](b.md)\n',
      'docs/en/a.md': '# A\n\n## X\n\n![i](i.svg)\n',
      'docs/en/b.mdx': '# B\n\n<Unknown/> {1+1}\n',
      'docs/zh/a.md': '# 甲\n\n![i](i.svg)\n',
      'docs/en/i.svg': SVG,
      'docs/en/meta.json': '{"title":"T","pages":["b"]}',
      'docs/en/llms.md': 'Intro\n',
      'docs/en/synonyms.json': '[["a","b"]]',
    },
  },
}

/** What a build reads that keeps readings, and how many it took from the last one. */
async function readKept(contentDir: string, dataDir: string) {
  const store = openReadingStore(dataDir, contentDir)
  let taken = 0
  const readings: Readings = {
    open(source, world) {
      const kept = store.open(source, world)
      return {
        get count() {
          return kept.count
        },
        clear: () => kept.clear(),
        keep: (key) => kept.keep(key),
        put: (key, bytes) => kept.put(key, bytes),
        get(key) {
          const bytes = kept.get(key)
          if (bytes !== null && key !== 'texts') taken += 1
          return bytes
        },
      }
    },
    help: () => {
      throw new Error('so few pages need no help')
    },
  }
  try {
    const content = await readContent(contentDir, { readings })
    store.commit()
    return { content, taken }
  } finally {
    store.close()
  }
}

for (const [name, { alone, files, kinds }] of Object.entries(TREES)) {
  t.test(`${name}: after any change all is as if nothing had been kept`, async (t) => {
    const contentDir = await contentTree(t, files)
    const dataDir = await temporaryFolder(t)
    const check = async (what: string): Promise<{ readonly taken: number; readonly pages: number }> => {
      const { content, taken } = await readKept(contentDir, dataDir)
      const fresh = await readContent(contentDir)
      t.strictSame(content, fresh, what)
      return { taken, pages: [...fresh.locales.values()].reduce((sum, { pages }) => sum + pages.length, 0) }
    }
    const first = await check('at first')
    const { reports } = await readContent(contentDir)
    t.strictSame(reports.map(({ kind }) => kind), kinds, 'it is of this kind') // prettier-ignore
    t.equal(first.taken, 0)
    t.equal((await check('nothing is changed')).taken, first.pages, 'nothing is read again')
    for (const path of Object.keys(files)) {
      const file = join(contentDir, path)
      const bytes = readFileSync(file)
      if (/\.mdx?$/.test(path)) {
        appendFileSync(file, '\n\n## Added heading\n\nWords and [a link](nowhere.md).\n')
        const { pages, taken } = await check(`${path} has a further heading`)
        if (path === alone) t.equal(taken, pages - 1, 'one page is read again')
      } else {
        writeFileSync(file, bytes.toString().replace(/[1-9a-z](?=[^a-z]*$)/i, '8'))
        await check(`${path} is changed`).catch((error: unknown) => t.match(error, { name: /Error/ }))
      }
      rmSync(file)
      // A configuration or the last page may be what makes the folder a documentation.
      await check(`${path} is removed`).catch((error: unknown) => t.match(error, { name: /Error/ }))
      writeFileSync(file, bytes)
      await check(`${path} is back`)
    }
    const moved = alone.replace(/[^/]*$/, 'moved-$&')
    for (const [from, to] of [[alone, moved], [moved, alone]] as const) {
      renameSync(join(contentDir, from), join(contentDir, to))
      await check(`${from} is renamed`)
    } // prettier-ignore
    t.ok(readdirSync(join(dataDir, 'readings')).length > 0)
  })
}
