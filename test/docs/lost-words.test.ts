import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { lostWords } from '../../scripts/sites/lost-words.ts'
import { lossLines } from '../../scripts/sites/print-comparison.ts'
import { sourceWords } from '../../scripts/sites/source-words.ts'
import type { Content } from '../../src/docs/content.ts'
import { readContent } from '../../src/docs/read-content.ts'

const FOLDER = fileURLToPath(new URL('../fixtures/sites/', import.meta.url))

for (const name of ['docusaurus', 'fumadocs', 'hugo', 'mkdocs', 'nextra', 'starlight', 'vitepress']) {
  t.test(`all words of the sources of ${name} stand on a page or in a fault`, async (t) => {
    const folder = `${FOLDER}${name}/source`
    const { lost, words } = lostWords(folder, await readContent(folder))
    t.ok(words > 500, 'its words are counted', { words })
    t.same(lost, [])
  })
}

t.test('what a reader drops is named with its file, line and words', async (t) => {
  const folder = write(t.testdir(), {
    'mkdocs.yml': 'site_name: Lantern\nmarkdown_extensions: [attr_list]\n',
    'docs/index.md': '# Lantern\n\nFirst *paragraph* of the page.\n\n- An item\n- A further item\n',
  })
  const content = await readContent(folder)
  t.same(lostWords(folder, content).lost, [])
  const cut = withoutBlocks(content, (line) => line.includes('"list"'))
  const loss = lostWords(folder, cut)
  t.same(loss.lost, [
    { file: 'docs/index.md', line: 5, words: ['An', 'item'] },
    { file: 'docs/index.md', line: 6, words: ['A', 'further', 'item'] },
  ])
  t.same(lossLines(loss, 0), [
    `lost words: 5 of ${loss.words} in the sources; 0 more where a fault says so`,
    '  docs/index.md:6: A further item',
    '  docs/index.md:5: An item',
  ])
  const excused = lostWords(folder, cut, { '^- A ': 'a further item is no item' })
  t.same([...excused.excused], [['a further item is no item', 3]])
  t.equal(excused.lost.length, 1)
})

t.test(
  'words of a file that a fault keeps from being a page are no loss, and without the fault they are',
  async (t) => {
    const folder = write(t.testdir(), {
      'mkdocs.yml': 'site_name: Lantern\n',
      'docs/index.md': '# Lantern\n\nHome.\n',
      'docs/rest.md': '# Rest\n\nWords of a page.\n',
    })
    const content = await readContent(folder)
    const isRest = (file: string): boolean => file === 'docs/rest.md'
    const without: Content = {
      ...content,
      locales: new Map(
        [...content.locales].map(([locale, rest]) => [
          locale,
          { ...rest, pages: rest.pages.filter(({ file }) => !isRest(file)) },
        ]),
      ),
    }
    t.same(
      lostWords(folder, without).lost.map(({ line }) => line),
      [1, 3],
    )
    const told = lostWords(folder, {
      ...without,
      faults: [{ file: 'docs/rest.md', line: 1, code: 'not_published', message: 'is a draft' }],
    })
    t.same([told.lost, told.told], [[], 5])
  },
)

const COUNTED: Readonly<Record<string, readonly [source: string, words: string]>> = {
  'prose with emphasis': ['A **bold**er _word_ and H~2~O\n', 'A bolder word and H2O'],
  tables: ['| Key | Value |\n| --- | :-: |\n| a \\| b | c |\n', 'Key Value a b c'],
  'code in fences, and no languages': ['```ts title="x.ts"\nconst a = "<b>"\n```\n', 'const a b'],
  'code in items and quotations': ['- ```js\n  run()\n  ```\n> ~~~\n> halt\n> ~~~\n', 'run halt'],
  'code in longer fences': ['````md\n```js\nrun()\n```\n````\n', 'js run'],
  'code within a line': ['Call `<run a="b">` now\n', 'Call run a b now'],
  'alternative texts': ['![A lamp](lamp.png "Title") <img src="x.png" alt="A wick">\n', 'A lamp A wick'],
  'texts of links': ['[Start here](/start "t") and [there][ref]\n\n[ref]: /there\n', 'Start here and there'],
  formulas: ['$$\nx_{i=1}^n\n$$\n', 'x i 1 n'],
  'elements, and no attributes': ['<div class="a" data-x={{ b: "c" }}>In<b>side</b></div>\n', 'Inside'],
  'no front matter': ['---\ntitle: Key\n---\nText\n', 'Text'],
  'no comments': ['A <!-- hidden --> b {/* hidden */} c\n', 'A b c'],
  'no modules and programs': [
    'import A from "a"\n\nexport const b = {\n\n  c: 1,\n}\n\nText\n\n<script>\nrun()\n</script>\n',
    'Text',
  ],
  'no attributes of headings': ['## Run it {#run .big} ##\n', 'Run it'],
  'no marks of notes and tabs': [
    ':::tip Title {open}\nText\n:::\n\n!!! note "Care"\n\n    Well\n',
    'Title Text Care Well',
  ],
  'no shortcodes': ['{{< note title="x" >}}In{{< /note >}}\n', 'In'],
  'no inclusions': ['--8<-- "part.md"\n\n<<< @/part.ts\n\n{!part.md!}\n', ''],
  'no numbers of items': ['1. One\n2. [x] Two\n', 'One Two'],
  'signs of Chinese one by one': ['学习\n', '学 习'],
}

for (const [what, [source, words]] of Object.entries(COUNTED)) {
  t.test(`the words of a source are: ${what}`, (t) => {
    t.equal(
      sourceWords(source)
        .map(({ word }) => word)
        .join(' '),
      words,
    )
    t.end()
  })
}

function write(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

/** The content without some blocks of its pages. */
function withoutBlocks(content: Content, isDropped: (line: string) => boolean): Content {
  const locales = [...content.locales].map(([locale, rest]) => {
    const pages = rest.pages.map((page) => ({
      ...page,
      blockLines: page.blockLines
        .split('\n')
        .filter((line) => !isDropped(line))
        .join('\n'),
    }))
    return [locale, { ...rest, pages }] as const
  })
  return { ...content, locales: new Map(locales) }
}
