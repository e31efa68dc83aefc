import { LONG, SPACES, numbered, type HostileTree } from './tree.ts'

const STARLIGHT = { 'astro.config.mjs': "export default { integrations: [starlight({ title: 'T' })] }" }
const FUMADOCS = {
  'source.config.ts':
    "import { defineDocs } from 'fumadocs-mdx/config'\nexport const docs = defineDocs({ dir: 'content/docs' })",
}
const MINTLIFY = { 'docs.json': '{ "name": "T", "navigation": { "pages": ["page"] } }' }

export const OTHER_TREES: readonly HostileTree[] = [
  {
    title: 'folder: components of Nuxt Content that do not end, and numbered folders in one another',
    files: () => ({
      'nuxt.config.ts': '',
      '1.page.md': `# A\n\n${numbered(LONG / 6, (at) => `${'::::'.slice(at % 3)}a\n`)}${'::\n:::\n'.repeat(LONG / 6)}${'::a\n---\n'.repeat(LONG / 8)}`,
      ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${'1.a/'.repeat(at % 50)}${at}.b.md`, '# A\n'])),
    }),
  },
  {
    title: 'starlight: a fence of tildes that ends with another mark',
    files: () => ({ ...STARLIGHT, 'src/content/docs/page.md': `${'~'.repeat(LONG)}\`\n` }),
  },
  {
    title: 'starlight: names of files above code',
    files: () => ({ ...STARLIGHT, 'src/content/docs/page.md': `~~~${SPACES}\`x\n// a${SPACES}x\n~~~\n` }),
  },
  {
    title: 'starlight: HTML that elements get as a text',
    files: () => ({
      ...STARLIGHT,
      'src/content/docs/page.mdx': ['<script>', '<script></style', '</script ', '1', ' set:html=']
        .map((part) => `<p set:html={"${part.repeat(LONG / 8)}"} />\n\n`)
        .join(''),
    }),
  },
  {
    title: 'starlight: sidebars that double',
    files: () => ({
      'astro.config.mjs': `const a0 = { items: ['page'] }\n${numbered(60, (at) => `const a${at + 1} = { items: [a${at}, a${at}] }\n`)}export default { integrations: [starlight({ title: 'T', sidebar: [a60] })] }`,
      'src/content/docs/page.md': '# A\n',
    }),
  },
  {
    title: 'fumadocs: headings and inclusions',
    files: () => ({
      ...FUMADOCS,
      'content/docs/page.mdx': `# a${SPACES}b\n\n# a ${'[#b] '.repeat(LONG / 5)}c\n\n<include>x${SPACES}y</include>\n`,
    }),
  },
  {
    title: 'fumadocs: a list that names the rest again and again',
    files: () => ({
      ...FUMADOCS,
      'content/docs/meta.json': `{"pages":[${'"...",'.repeat(100_000)}"a"]}`,
      ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`content/docs/${at}.md`, '# A\n'])),
    }),
  },
  {
    title: 'fumadocs: parts of a long file',
    files: () => ({
      ...FUMADOCS,
      'content/docs/page.mdx': '<include>big.ts#none</include>\n\n<include>big.md#none</include>\n\n'.repeat(500),
      'content/docs/big.ts': '//#region\n'.repeat(200_000),
      'content/docs/big.md': '<section\n'.repeat(200_000),
    }),
  },
  {
    title: 'mintlify: a navigation that names itself',
    files: () => ({
      ...MINTLIFY,
      'docs.json': '{ "name": "T", "navigation": { "$ref": "./n.json" } }',
      'n.json': `{"pages":[${'{"$ref":"./n.json"},'.repeat(20_000)}"page"]}`,
      'page.mdx': '# A\n',
    }),
  },
  {
    title: 'mintlify: a language for each part of the navigation',
    files: () => ({
      'docs.json': `{"name":"T","navigation":{"languages":[${numbered(95_000, (at) => `{"language":"${at}"},`)}{"pages":["page"]}]}}`,
      'page.mdx': '# A\n',
    }),
  },
  {
    title: 'mintlify: a group of pages in a deep folder',
    files: () => ({
      'docs.json': JSON.stringify({
        name: 'T',
        navigation: {
          groups: [
            { group: 'A', pages: [...Array.from({ length: 8 }, (_, at) => `${'s/'.repeat(LONG / 4)}${at}`), 'y'] },
            { group: 'B', pages: ['page'] },
          ],
        },
      }),
      'page.mdx': '# A\n',
    }),
  },
  {
    title: 'mintlify: values of a part',
    files: () => ({
      ...MINTLIFY,
      'page.mdx': `import A from './_a.mdx'\nexport const long = '${'x'.repeat(20_000)}'\n\n${'{long}'.repeat(20_000)}\n\n<A />\n`,
      '_a.mdx': `${'](a'.repeat(LONG / 3)}\n\n${numbered(20_000, (at) => `{b${at}}`)}\n`,
    }),
  },
  {
    title: 'mintlify: tags without an end',
    files: () => ({
      ...MINTLIFY,
      'page.mdx': `import A from './_a.mdx'\n\n${'<A {\n'.repeat(LONG / 5)}`,
      '_a.mdx': 'a',
    }),
  },
  {
    title: 'mintlify: tags that end far below',
    files: () => ({
      ...MINTLIFY,
      'page.mdx': `import A from './_a.mdx'\n\n${'<A x={\n'.repeat(LONG)}${'}>\n'.repeat(LONG)}`,
      '_a.mdx': 'a',
    }),
  },
  {
    title: 'mintlify: a long list in many places',
    files: () => ({
      ...MINTLIFY,
      'page.mdx': `import A from './_a.mdx'\nexport const a = [${'"",'.repeat(2 * LONG)}1]\n\n${'x={a} '.repeat(LONG)}\n\n<A />\n`,
      '_a.mdx': 'a',
    }),
  },
  {
    title: 'mintlify: schemas that name each other again and again',
    files: () => ({
      ...MINTLIFY,
      'page.mdx': '---\nopenapi: "openapi.json POST /x"\n---\n',
      'openapi.json': JSON.stringify({
        paths: { '/x': { post: { requestBody: { content: { json: { schema: { $ref: '#/a' } } } } } } },
        a: {
          required: Array.from({ length: 150_000 }, (_, at) => `a${at}`),
          allOf: Array.from({ length: 10 }, () => ({ $ref: '#/a' })),
        },
      }),
    }),
  },
  {
    title: 'mintlify: long fences',
    files: () => ({ ...MINTLIFY, 'page.mdx': `# A\n\n${'`'.repeat(LONG)}\n\n${'~'.repeat(LONG)}\n\n~~~a${SPACES}\n` }),
  },
  {
    title: 'gitbook: marks, elements and escapes that share a line',
    files: () => ({
      '.gitbook.yaml': '',
      'page.md': ['{% tabs %}', '{% hint %} a ', '<figure>', '\\{{#', '{{#include page.md}} ']
        .map((text) => `# A\n\n${text.repeat(LONG / 4 / text.length)}\n`)
        .join('\n'),
    }),
  },
  {
    title: 'gitbook: blocks and elements that do not end',
    files: () => ({
      '.gitbook.yaml': '',
      'page.md': [
        '<table data-view="cards">',
        '<figure><img <figcaption>',
        '<table data-view="cards"><tbody><tr><td><a href=',
        '<td><tr></td>',
        '[a](#user-content-fn-',
        '[[[a](#user-content-fn-1)',
        '<code class="expression">space.vars.',
        '{% content-ref url="a" %}',
        '{% swagger-parameter name="',
      ]
        .map(
          (text) =>
            `# A\n\n${text.repeat(LONG / text.length)}\n\n<table data-view="cards">${text.repeat(LONG / text.length)}\n`,
        )
        .join('\n'),
    }),
  },
]
