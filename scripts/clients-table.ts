// Writes into the pages on clients what was seen of each, from the last whole run of `npm run clients`.
// `npm run ts scripts/clients-table.ts` rewrites the tables. With `--check` it only fails when one is out of date.
import { readFileSync, writeFileSync } from 'node:fs'

/** What a run wrote of one client (`test/clients/rows.ts`). */
interface Row {
  readonly client: string
  readonly version: string
  readonly signsIn: 'browser' | 'token' | null
  readonly steps: Readonly<Record<string, string | null>>
}

interface Words {
  /** Heads of the first table: the client, its version, and the columns. */
  readonly heads: readonly string[]
  /** Heads of the second table. */
  readonly others: readonly [string, string, string]
  readonly yes: string
  readonly no: string
  /** The client refuses such arguments before it asks the server. */
  readonly itself: string
  readonly browser: string
  readonly token: string
  readonly steps: Readonly<Record<string, string>>
}

/** Steps by column. What one column sums up is true of all of its steps. */
const COLUMNS: readonly (readonly string[])[] = [
  ['reads a page', 'searches documentation'],
  ['writes arguments as models do'],
  ['takes an address with a slash at its end'],
  ['searches icons', 'reads a licence'],
  ['signs in'],
  ['keeps a description', 'uploads and reads a Lottie'],
  ['moves a large Lottie by addresses'],
  ['goes on after a restart'],
  ['refreshes in four processes'],
]
const SIGN_IN = 4
const NONE = '–'

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    heads: [
      'Client',
      'Version',
      'Pages, search',
      'Loose arguments',
      '`/mcp/`',
      'Icons',
      'Sign-in',
      'Lottie',
      'Large Lottie',
      'Restart',
      'Refresh race',
    ],
    others: ['Library or rule', 'Version', 'What was tried'],
    yes: 'yes',
    no: '**no**',
    itself: 'own refusal',
    browser: 'browser',
    token: 'token',
    steps: {
      'signs in': 'sign-in with more scopes than there are',
      'refreshes in four processes': 'refresh race of four processes',
      'is greeted': 'a greeting',
      'searches icons': 'a search for icons',
      'gets code to embed': 'code to embed an icon',
      'asks nobody to sign in for documentation and icons': 'no sign-in for documentation and icons',
      'asks a person to sign in for the account': 'sign-in for the account',
      'takes every tool': 'every tool of every server',
    },
  },
  zh: {
    heads: [
      '客户端',
      '版本',
      '页面和搜索',
      '宽松的参数',
      '`/mcp/`',
      '图标',
      '登录',
      'Lottie',
      '大 Lottie',
      '重启',
      '并发刷新',
    ],
    others: ['库或规则', '版本', '试过的内容'],
    yes: '是',
    no: '**否**',
    itself: '客户端自己拒绝',
    browser: '浏览器',
    token: '令牌',
    steps: {
      'signs in': '用多余的 scope 登录',
      'refreshes in four processes': '四个进程同时刷新',
      'is greeted': '打招呼',
      'searches icons': '搜索图标',
      'gets code to embed': '嵌入图标的代码',
      'asks nobody to sign in for documentation and icons': '文档和图标不要求登录',
      'asks a person to sign in for the account': '账户要求登录',
      'takes every tool': '每个服务器的每个工具',
    },
  },
  ko: {
    heads: [
      '클라이언트',
      '버전',
      '페이지와 검색',
      '느슨한 인수',
      '`/mcp/`',
      '아이콘',
      '로그인',
      'Lottie',
      '큰 Lottie',
      '재시작',
      '동시 갱신',
    ],
    others: ['라이브러리 또는 규칙', '버전', '시험한 것'],
    yes: '예',
    no: '**아니요**',
    itself: '클라이언트가 거부',
    browser: '브라우저',
    token: '토큰',
    steps: {
      'signs in': '남는 scope로 로그인',
      'refreshes in four processes': '네 프로세스의 동시 갱신',
      'is greeted': '인사',
      'searches icons': '아이콘 검색',
      'gets code to embed': '아이콘을 넣는 코드',
      'asks nobody to sign in for documentation and icons': '문서와 아이콘에는 로그인이 필요 없음',
      'asks a person to sign in for the account': '계정에는 로그인이 필요함',
      'takes every tool': '모든 서버의 모든 도구',
    },
  },
}

const RESULTS = new URL('../test/clients/results/matrix.json', import.meta.url)
const { rows } = JSON.parse(readFileSync(RESULTS, 'utf8')) as { readonly rows: readonly Row[] }

let isStale = false
for (const [locale, words] of Object.entries(WORDS)) {
  const file = new URL(`../content/docs/${locale}/mcp/clients.mdx`, import.meta.url)
  const page = readFileSync(file, 'utf8')
  const seats = rows.filter(({ steps }) => 'reads a page' in steps)
  const others = rows.filter((row) => !seats.includes(row))
  const updated = [table(seatRows(seats, words)), table(otherRows(others, words))].reduce(
    (text, written, index) => between(text, `clients-${index + 1}`, written),
    page,
  )
  if (updated === page) continue
  isStale = true
  if (!process.argv.includes('--check')) writeFileSync(file, updated)
}
if (isStale && process.argv.includes('--check')) {
  process.stderr.write('A table of clients is out of date: run `npm run ts scripts/clients-table.ts`.\n')
  process.exitCode = 1
}

function seatRows(seats: readonly Row[], words: Words): readonly (readonly string[])[] {
  const cells = ({ client, signsIn, steps, version }: Row): readonly string[] => [
    client,
    version,
    ...COLUMNS.map((column, index) => {
      const seen = column.filter((step) => step in steps).map((step) => steps[step] ?? null)
      if (seen.length === 0) return NONE
      if (seen.includes('by itself')) return words.itself
      if (seen.some((fault) => fault !== null)) return words.no
      return index === SIGN_IN && signsIn !== null ? words[signsIn] : words.yes
    }),
  ]
  return [words.heads, ...seats.map(cells)]
}

function otherRows(others: readonly Row[], words: Words): readonly (readonly string[])[] {
  const tried = ({ client, steps, version }: Row): readonly string[] => [
    client,
    version,
    Object.entries(steps)
      .map(([step, fault]) => `${words.steps[step] ?? step}: ${fault === null ? words.yes : words.no}`)
      .join('; '),
  ]
  return [words.others, ...others.map(tried)]
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Replaces what stands between two comments of a page. */
function between(page: string, name: string, written: string): string {
  const [start, end] = [`{/* ${name} */}`, `{/* /${name} */}`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`a page on clients lacks the comments ${start} and ${end}`)
  return `${page.slice(0, from + start.length)}\n\n${written}\n\n${page.slice(to)}`
}
