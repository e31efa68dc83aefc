/** Expressions that may take more than linear time, and what bounds the texts that they look at. */
export interface Excuse {
  readonly file: string
  readonly bound: string
  readonly expressions: readonly RegExp[]
}

/** Expressions against which recheck has something to say, or about which it does not know enough. */
export const EXCUSED: readonly Excuse[] = [
  {
    file: 'src/analytics/counted-query.ts',
    bound: 'A counted query has at most QUERY_LIMIT_CHARS, 100 characters.',
    expressions: [
      /(?<![\p{L}\p{N}_:])(?=[a-f:]*\d)[\da-f][\da-f:]*::[\da-f:]*(?![\p{L}\p{N}_:])/u,
      /\b[a-z][a-z\d+.-]*:\/\//,
    ],
  },
  {
    file: 'src/docs/files/content-files.ts',
    bound: 'Linear: the part between two slashes ends where the next match may begin.',
    expressions: [/(^|\/)i18n\/[^/]+\/docusaurus-plugin-content-(docs|blog|pages)\/(?:current\/)?/],
  },
  {
    file: 'src/docs/front-matter-formats.ts',
    bound: 'Linear: a mark that closes is no white space, so that each run behind one is looked at twice and no more.',
    expressions: [/^(["'])([^]*)\1(?:\s+#[^]*|\s*)$/],
  },
  {
    file: 'src/docs/model/risky-signs.ts',
    bound: 'A match begins at a line, and looks at most at 99 spaces; the last alternative begins once.',
    expressions: [/\][([]|\[\^|(?:^|\n)\s{0,99}\[|^\s*!\[/],
  },
  {
    file: 'src/docs/readers/html/decode-html.ts',
    bound: 'The beginning of a page alone, SNIFFED_BYTES, 2,048 of them.',
    expressions: [/<meta[^>]{0,200}?\bcharset\s*=\s*["']?\s*([\w:.+-]{1,40})/i],
  },
  {
    file: 'src/docs/readers/html/left-out.ts',
    bound: 'The path of a file, which the system bounds at 4,096 bytes.',
    expressions: [/(?:^|\/)src\/.*\.rs\.html$/],
  },
  {
    file: 'src/docs/readers/html/page-address.ts',
    bound: 'The path of a file, which the system bounds at 4,096 bytes.',
    expressions: [/(?:(?:^|\/)index)+$/i],
  },
  {
    file: 'src/docs/readers/html/page-title.ts',
    bound: 'One space stands for each run of them in a tidied title.',
    expressions: [/\s+[|\-–—·•»›:~]+\s+|\s*\|\s*|\s+::\s+/],
  },
  {
    file: 'src/docs/readers/markdown/code/code-view.ts',
    bound: 'What stands behind a fence is cut at INFO_LIMIT_CHARS, 2,000 characters.',
    expressions: [
      /(?:([A-Za-z_][\w-]*)\s*=\s*)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|\{((?:[^{}"]|"[^"]*")*)\}|\[([^\]]*)\]|(?<!\S)\/((?:\\.|[^/\\\s])+)\/(?!\S)|([^\s"'{}[\]]+))/g,
    ],
  },
  {
    file: 'src/docs/readers/markdown/code/fence.ts',
    bound: 'A match begins at one place alone, and its last part matches whatever came before.',
    expressions: [/[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\n]*)/y],
  },
  {
    file: 'src/docs/readers/markdown/code/line-comments.ts',
    bound: 'A comment has at most 60 characters, and white space stands behind one sign alone.',
    expressions: [/\{?(?:\/\/|#|--|%|;|\/\*|<!--)[ \t]*\[!code ([^\]\n]{1,60})\][ \t]*(?:\*\/\}?|-->)?$/],
  },
  {
    file: 'src/docs/sources/expand-lines.ts',
    bound: 'The text is one line, so that the last part takes its rest whatever came before.',
    expressions: [/^((?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*)(`{3,}|~{3,})([^\n]*)$/],
  },
  {
    file: 'src/docs/sources/kinds/book/gitbook-blocks.ts',
    bound: 'A block has at most 1,000 characters, and its attributes stand within it.',
    expressions: [/([\w-]+)\s*=\s*(?:"([^"\n]*)"|(\w+))/g],
  },
  {
    file: 'src/docs/sources/kinds/book/gitbook-elements.ts',
    bound: 'A match begins at one place alone, and what is looked for within the tag is one text.',
    expressions: [/<table\b[^>\n]*\bdata-view="cards"[^\n]*/y],
  },
  {
    file: 'src/docs/sources/kinds/docusaurus/file-address.ts',
    bound: 'The path of a file, which the system bounds at 4,096 bytes.',
    expressions: [/^(.*?)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](.*)$/],
  },
  {
    file: 'src/docs/sources/kinds/hugo/markdown.ts',
    bound: 'Comments are looked for in EMPTY_LIMIT_CHARS, 2,000 characters.',
    expressions: [/<!--[^]*?-->/g],
  },
  {
    file: 'src/docs/sources/kinds/mintlify/mintlify-fences.ts',
    bound: 'A language has at most 64 characters, and a title 2,000.',
    expressions: [/^[^\s{}`=]{1,64}[ \t]+(\S[^\n]{0,2000})$/],
  },
  {
    file: 'src/docs/sources/kinds/mintlify/mintlify-operation.ts',
    bound: 'The text is cut at WRITTEN_LIMIT_CHARS, 1,000 characters.',
    expressions: [/^(?:(\S.*?)\s+)?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|WEBHOOK)\s+(\S+)$/i],
  },
  {
    file: 'src/docs/sources/kinds/mkdocs/include-variants.ts',
    bound: 'Each pair of brackets has at most 500 characters between them, and is closed.',
    expressions: [/(ln|hl|title)\[([^\]]*)\]/g],
  },
  {
    file: 'src/docs/readers/markdown/block-reader.ts',
    bound: 'A match begins at the start of a text, and the run of spaces is looked at once.',
    expressions: [/^:[ \t]+(?=\S)/],
  },
  {
    file: 'src/docs/sources/kinds/mkdocs/formulas.ts',
    bound: 'A formula has at most 5,000 characters and no blank line, and those between brackets hold no further one.',
    expressions: [
      /(\\begin\{([a-z]{1,20}\*?)\}(?:[^\n]|\n(?![ \t]*\n)){1,2000}?\\end\{\2\})[ \t]*$/my,
      /\\\[((?:\\[^[\]\n]|[^\\\n]|\\?\n(?![ \t]*\n)){1,5000}?)\\\][ \t]*$/my,
    ],
  },
  {
    file: 'src/docs/sources/kinds/mkdocs/marks.ts',
    bound: 'What is looked at has at most 1,000 characters, and each attribute ends where the next begins.',
    expressions: [
      /(?<![\w\\*])__(?<!(?:\]\(|\]:[ \t]|:\/\/)[^()\s]{0,100}__)([a-z\d]+(?:_[a-z\d]+)*)__(?![\w*])/y,
      /(?<!`)(`+)#![\w+-]+[ ]+([^\n]{0,1000}?[^`\n])\1(?!`)/y,
      /(?<=[)\]\x60*_>:=^~+])\{:?[ ]*((?:[#.][\w:-]+|[\w-]+=(?:"[^"{}\n]*"|'[^'{}\n]*'|[^\s{}"']+))(?:[ ]+(?:[#.][\w:-]+|[\w-]+=(?:"[^"{}\n]*"|'[^'{}\n]*'|[^\s{}"']+)|[\w-]+)){0,20})[ ]*\}/y,
    ],
  },
  {
    file: 'src/docs/sources/kinds/mkdocs/hooks.ts',
    bound: 'A name has at most 200 characters, and a pattern is tried where a comment begins a line.',
    expressions: [/<!--[ \t]*[\w-]+:[\w-]+[ \t]+([^\s<>[\]{}\x60]{1,200})[ \t]*-->[ \t]*(?=\n\n?[ \t]*:[ \t])/my],
  },
  {
    file: 'src/docs/readers/markdown/lines.ts',
    bound: 'A value ends where the next quotation mark stands.',
    expressions: [/(?<!(?:^|\s)id)=(?:"[^"]*"|'[^']*')/g],
  },
  {
    file: 'src/docs/sources/kinds/mkdocs/hooks.ts',
    bound: 'A match begins at one place alone, and a comment has at most 640 characters.',
    expressions: [/<!--[ \t]{0,20}[\w-]{1,60}:[\w-]{1,60}\b[^<>\n]{0,500}?-->/y],
  },
  {
    file: 'src/docs/sources/kinds/vitepress/vue-alias.ts',
    bound: 'A name has at most 500 characters, and a list 2,000.',
    expressions: [/^(\S[^]{0,500}?)\s+(?:in|of)\s+(\S[^]{0,2000})$/],
  },
  {
    file: 'src/docs/sources/kinds/vitepress/vue-components.ts',
    bound: 'A template has at most TEMPLATE_LIMIT_CHARS, and a comment 1,000.',
    expressions: [/<!--[^>]{0,1000}-->/g],
  },
  {
    file: 'src/docs/sources/read-source.ts',
    bound: 'The path of a file, which the system bounds at 4,096 bytes.',
    expressions: [/(?:(?:^|\/)index)+$/],
  },
  {
    file: 'src/docs/sources/sheet-colours.ts',
    bound: 'A name has at most 100 characters, a value 200, and a sheet SHEET_LIMIT_CHARS.',
    expressions: [/(--[\w-]{1,100})\s*:\s*([^;]{1,200})/g],
  },
  {
    file: 'src/engine/text/analyse.ts',
    bound: 'A word has at most twice MAX_WORD_LENGTH characters.',
    expressions: [/^_+|_+$/g],
  },
  {
    file: 'src/engine/text/pasted-noise.ts',
    bound: 'Only queries of at most LONGEST_PASTED, 512 characters, are looked at.',
    expressions: [
      /(?:\bat )?(?:\basync )?\(?\b(?:https?|file|node|webpack[\w-]*):[^\s"')]*:\d+\)?/,
      /(?:\bat )?(?:\basync )?\(?(?<![\w@.+~\\/-])(?=[^\s:]*[\\/])[\w@.+~\\/-]+(?::\d+){1,2}\)?/,
      /\b[\w-]+\.[A-Za-z]{1,5}:\d+(?::\d+)?/,
      /\b\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:[Zz]\b|[+-]\d\d:?\d\d\b)?|\b\d{1,2}:\d\d:\d\d(?: [AaPp][Mm])?\b|\bFile ["'][^"']+["'], line \d+(?:, in \S+)?|\bat (?:async |new )?[\w.$<>]+ (?=\()|(?:\bat )?(?:\basync )?\(?\b(?:https?|file|node|webpack[\w-]*):[^\s"')]*:\d+\)?|(?:\bat )?(?:\basync )?\(?(?<![\w@.+~\\/-])(?=[^\s:]*[\\/])[\w@.+~\\/-]+(?::\d+){1,2}\)?|\b[\w-]+\.[A-Za-z]{1,5}:\d+(?::\d+)?|(?:\/(?:home|Users|usr|var|tmp|opt|root|private|mnt)\/|\b[A-Za-z]:\\)[^\s"')]*|\b0[Xx][\dA-Fa-f]{4,}\b|\b[\dA-Fa-f]{8}-(?:[\dA-Fa-f]{4}-){3}[\dA-Fa-f]{12}\b|\bTraceback \(most recent call last\):?|\(anonymous\)|\bObject\.<anonymous>/g,
    ],
  },
  {
    file: 'src/hosts/docs/api/docsearch/filters.ts',
    bound: 'Filters have at most NAME_LIMIT_CHARS, 512 characters.',
    expressions: [/\s+AND\s+/],
  },
  {
    file: 'src/hosts/docs/cards/set-text.ts',
    bound: 'The text is as wide as a card at most.',
    expressions: [/[\s.,;:!?，。、；：！？]+$/u],
  },
  {
    file: 'src/hosts/docs/pages/mcp-install.ts',
    bound: 'A name has at most NAME_LIMIT_CHARS.',
    expressions: [/-+$/],
  },
  {
    file: 'src/hosts/docs/typeset/typeset-page.ts',
    bound: 'HTML that the service wrote itself, in which each element is closed.',
    expressions: [
      /<code class="language-([\w+#.-]{1,32})">([^]*?)<\/code>|<(pre|code) class="math"(?: tabindex="0")?>([^<]*)<\/\3>/g,
    ],
  },
  {
    file: 'src/hosts/docs/widget-route.ts',
    bound: 'The style sheet of this project, read when the service starts.',
    expressions: [/\/\*[\s\S]*?\*\//g],
  },
  {
    file: 'src/hosts/icons/a2a/understand.ts',
    bound: 'A request has at most 1,000 characters, and one space stands for each run of them.',
    expressions: [
      /,\s?(?:还有|再|另外|然后)|(?<=\S\s?(?:(?:icons?|animations?|symbols?|pictograms?|anything|everything|图标|动画|动效|아이콘들?)|(?:guides?|docs|documentation|tutorials?|manuals?|指南|文档|教程|手册|가이드|문서|튜토리얼|설명서|안내서))|[a-z0-9]-[a-z0-9]{1,30})(?:,?\s(?:and|then)\s(?:also\s|then\s)?|(?:和|与|以及|还有|、)|(?:과|이랑|하고)\s|,\s?(?=[^,]{0,60}(?:icons?|animations?|symbols?|pictograms?|anything|everything|图标|动画|动效|아이콘들?)))(?!(?:(?:icons?|animations?|symbols?|pictograms?|anything|everything|图标|动画|动效|아이콘들?)|(?:guides?|docs|documentation|tutorials?|manuals?|指南|文档|教程|手册|가이드|문서|튜토리얼|설명서|안내서)))/,
      /[a-z0-9]+(?:-[a-z0-9]+)+/g,
    ],
  },
  {
    file: 'src/hosts/icons/a2a/words.ts',
    bound: 'A request has at most 1,000 characters, and one space stands for each run of them.',
    expressions: [/[\s,:;!?.、]{0,8}(?:(\p{Script=Han}+)|([^\s,:;!?、\p{Script=Han}]+))/uy],
  },
  {
    file: 'src/http/uws-package.ts',
    bound: 'Names of folders below node_modules, of which the system bounds each at 255 bytes.',
    expressions: [/^(.+)-(.+)-(\d+)$/m],
  },
  {
    file: 'src/icons/build/strokes/path-data.ts',
    bound: 'A match begins at one place alone, and takes each digit that it has read.',
    expressions: [/[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  },
  {
    file: 'src/icons/build/svg/smil-timing.ts',
    bound: 'The text has no end of a line, so that the last part takes its rest whatever came before.',
    expressions: [/^(.+)\.(begin|end)(?:([+-])(.+))?$/],
  },
  {
    file: 'src/web/draw-icon.ts',
    bound: 'The icons of lucide-static, none of which a stranger writes.',
    expressions: [/<svg[^>]*>(.*)<\/svg>/s, /\s*\n\s*/g],
  },
  {
    file: 'src/web/join-parts.ts',
    bound: 'The scripts of this project, which join when the service starts.',
    expressions: [/^import [^;]*?from '[^']+'\n/gm, /^[ \t]*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm, /\/\*[^]*?\*\//g],
  },
  {
    file: 'src/web/static/search/composition.js',
    bound: 'What visitors type into the box of their own browser.',
    expressions: [/[\u1100-\u11ff\u3131-\u318e]+$/],
  },
]

/** Functions that make expressions of values, and what these values are. */
export const BUILT: ReadonlyMap<string, string> = new Map([
  [
    'src/account/users/cookies.ts',
    'The name of one of few cookies. Each space is passed once, behind the semicolon before it.',
  ],
  ['src/docs/readers/markdown/markup-reader.ts', 'The name of one of few elements, and a part that always matches.'],
  [
    'src/docs/sources/expansion/formula-blocks.ts',
    'Two signs of a configuration, escaped, and at most 5,000 characters between them, from each place where the first one stands.',
  ],
  ['src/docs/sources/config/member-line.ts', 'The name of a member that a reader looks for, which has no repetition.'],
  [
    'src/docs/sources/config/text-function.ts',
    'An expression of an author, with one repetition in each alternative, for texts of TEXT_LIMIT_CHARS, 400 characters.',
  ],
  [
    'src/docs/sources/kinds/vitepress/vitepress-markdown.ts',
    'Delimiters of the configuration, of at most DELIMITER_LIMIT_CHARS; the expressions match at one place alone.',
  ],
  ['src/hosts/docs/pages/links.ts', 'The code of a locale.'],
  ['src/hosts/icons/a2a/agent.ts', 'The name of one of few colours.'],
  ['src/hosts/icons/a2a/words.ts', 'Nouns of this project, for requests of at most 1,000 characters.'],
])
