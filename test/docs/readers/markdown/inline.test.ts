import t from 'tap'
import { plainText } from '../../../../src/docs/model/plain-text.ts'
import { readInline } from '../../../../src/docs/readers/markdown/inline.ts'

const CONTEXT = {
  mdx: false,
  references: new Map(['REF', 'TWO WORDS'].map((label) => [label, { target: '/x', title: null }])),
  footnotes: new Map([
    ['1', '1'],
    ['NOTE', 'note'],
  ]),
  unknown: new Set<string>(),
}

const CASES: Record<string, readonly (readonly [markdown: string, text: string])[]> = {
  'words that only look like markup stay whole': [
    ['snake_case and a_b_c', 'snake_case and a_b_c'],
    ['a*b, a*b*c and 2 * 3 * 4', 'a*b, a*b*c and 2 * 3 * 4'],
    ['call __init__ or __name__.', 'call __init__ or __name__.'],
    ['C++, C#, F*, ~/home and ~5', 'C++, C#, F*, ~/home and ~5'],
    ['2 < 3 and a<b, <3', '2 < 3 and a<b, <3'],
    ['List<T>, Map<String, Object> and Vec<Option>', 'List<T>, Map<String, Object> and Vec<Option>'],
    ['cp <source> <your name>', 'cp <source> <your name>'],
    ['a <Tab> and `</Tab>` or </Box> <Box>', 'a <Tab> and </Tab> or <Box>'],
    ['arr[0][1] and [x]', 'arr[0][1] and [x]'],
    ['f(x) [not a link] (really)', 'f(x) [not a link] (really)'],
    ['AT&T & co; &unknown; &#xZZ;', 'AT&T & co; &unknown; &#xZZ;'],
    ['C:\\temp', 'C:\\temp'],
    ['**open and ` tick', '**open and ` tick'],
    ['支持 **kwargs：**Optional** 参数', '支持 **kwargs：Optional 参数'],
    ['f(*args)：*x* y', 'f(*args)：x y'],
    ['支持 **kwargs、**options 参数', '支持 **kwargs、**options 参数'],
    ['2*（a+b）*c', '2*（a+b）*c'],
    ['wow! [ ! ]', 'wow! [ ! ]'],
  ],
  'marks of emphasis go': [
    ['**bold** *it* __Bold words__ _it_ ***both*** ~~gone~~', 'bold it Bold words it both gone'],
    ['un**believ**able', 'unbelievable'],
    ['中文**强调**中文 and **“强调”**中文', '中文强调中文 and “强调”中文'],
    ['**한국어**를', '한국어를'],
    ['**文件名：**String、**默认值：**`a`、v1**（稳定）**2', '文件名：String、默认值：a、v1（稳定）2'],
    ['**甲**：**乙**，*丙*。**丁**', '甲：乙，丙。丁'],
    ['**名称：**name and **other**', '名称：name and other'],
    ['**（重要）**note and ~~（旧）~~note', '（重要）note and （旧）note'],
    ['*a **b** c*', 'a b c'],
  ],
  'links and images leave their text': [
    ['[text](http://a.b/c "title")', 'text'],
    ['[a *b*](<x y>) and [c](d(e)f)', 'a b and c'],
    ['![alt text](x.png) [![logo](l.svg)](/)', 'alt text logo'],
    ['[text][ref], [Ref][], [ref], [x][two  Words]', 'text, Ref, ref, x'],
    ['[text][missing]', '[text][missing]'],
    ['note[^1] and[^note] but [^abc]', 'note and but [^abc]'],
    ['<https://x.y/z> <me@example.org>', 'https://x.y/z me@example.org'],
    ['[]( x )', ''],
    ['[a](b', '[a](b'],
  ],
  'code is verbatim': [
    ['`a *b* &amp; <c>`', 'a *b* &amp; <c>'],
    ['`` a ` b `` and ` ` `', 'a ` b and   `'.replace('   ', ' ')],
    ['`unclosed', '`unclosed'],
  ],
  'escapes and character references are resolved': [
    ['\\*lit\\* \\[x\\](y) 1\\. \\\\', '*lit* [x](y) 1. \\'],
    ['&amp; &lt;T&gt; &#20013; &#x4E2D; &nbsp;x', '& <T> 中 中 x'],
    ['&#0; &#xD800;', '\ufffd \ufffd'],
  ],
  'tags and comments go and their content stays': [
    ['press <kbd>K</kbd>.', 'press K.'],
    ['un<b>b</b>x', 'unbx'],
    ['one<br>two<br/>three', 'one two three'],
    ['<a href="/x">link</a> <img src="x" alt="shown">', 'link shown'],
    ['a <!-- hidden --> b', 'a b'],
    ['a <!-- open', 'a <!-- open'],
    ['<Badge text="x">New</Badge>', 'New'],
    ['of <Level>two</Level> or <my-sign>`<Level>`</my-sign>', 'of two or <Level>'],
  ],
  'elements of other languages stay words': [
    ['of <dependency>foo</dependency> and <name>', 'of <dependency>foo</dependency> and <name>'],
    ['<groupId>x</groupId> <PROJECT>y</PROJECT>', '<groupId>x</groupId> <PROJECT>y</PROJECT>'],
    ['<a1>x<a1>y</a1></a1></a1>', '<a1>x<a1>y</a1></a1>'],
    ['<T>x</T> of <name> and </div>', '<T>x</T> of <name> and'],
    ['<some word="x">y</some>', 'y'],
  ],
  'lines of one paragraph are joined': [
    ['one\ntwo  \nthree\\\nfour', 'one two three four'],
    ['中文\n换行', '中文换行'],
    ['한국어\n줄', '한국어 줄'],
  ],
}

for (const [title, cases] of Object.entries(CASES)) {
  t.test(title, async (t) => {
    for (const [markdown, text] of cases) t.equal(plainText(readInline(markdown, CONTEXT)), text, markdown)
  })
}

t.test('marks within wide brackets make bold what they surround', async (t) => {
  t.same(readInline('**粗（**A**）**', CONTEXT), [
    { kind: 'span', element: 'strong', content: ['粗（', { kind: 'span', element: 'strong', content: ['A'] }, '）'] },
  ])
})
