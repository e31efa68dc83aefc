import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { REDIS_KEYS } from '../../src/store/redis/keys.ts'

/** @returns the cells of every row of the tables of a document */
async function rowsOf(document: string): Promise<string[][]> {
  const text = await readFile(document, 'utf8')
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

function spansOf(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
}

async function sourceAt(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return readFile(path, 'utf8')
  const names = await readdir(path, { recursive: true })
  const texts = names.filter((name) => name.endsWith('.ts')).map((name) => readFile(join(path, name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

/** Whether a row of docs/limits.md is of a limit, and not of a route. */
function isLimit([what = '']: readonly string[]): boolean {
  return !/^(?:docs|account|icons): /.test(what.trim())
}

t.test('every limit in docs/limits.md has its name in the files of its row', async (t) => {
  const rows = await rowsOf('docs/limits.md')
  const known = new Set(rows.filter(isLimit).flatMap(([, names]) => spansOf(names)))
  for (const [what = '', , , limited = ''] of rows.filter((row) => !isLimit(row))) {
    const names = spansOf(limited).filter((name) => !name.includes('/'))
    t.strictSame(
      names.filter((name) => !known.has(name)),
      [],
      `what limits ${what} has rows`,
    )
  }
  for (const [what = '', names, , files = ''] of rows.filter(isLimit)) {
    const source = (await Promise.all(spansOf(files).map(sourceAt))).join('\n')
    for (const name of spansOf(names)) {
      const last = name.replaceAll('…', '').split('.').at(-1) ?? ''
      t.ok(source.includes(last), `${name} of ${what} stands in ${files}`)
    }
  }
})

t.test('docs/stores.md has every key that the service keeps in Redis, and no other', async (t) => {
  const written = (await rowsOf('docs/stores.md')).flatMap(([key]) => spansOf(key).slice(0, 1))
  const listed = written.filter((key) => key.startsWith('signpost:'))
  const patterns = Object.values(REDIS_KEYS).map((key) => {
    const shown = typeof key === 'string' ? key : key('<>', '<>')
    return new RegExp(`^${shown.replaceAll(/[{}]/g, String.raw`\$&`).replaceAll('<>', '[^{}]+')}$`)
  })
  for (const key of listed)
    t.ok(
      patterns.some((pattern) => pattern.test(key)),
      `${key} is in keys.ts`,
    )
  for (const pattern of patterns)
    t.ok(
      listed.some((key) => pattern.test(key)),
      `${pattern.source} is in the document`,
    )
})

t.test('docs/stores.md has every table of the database, and no other', async (t) => {
  const source = await readFile('src/store/postgres/tables.ts', 'utf8')
  const tables = [...source.matchAll(/^ {2}readonly (\w+): \w+Table$/gm)].map(([, name]) => name)
  const rows = (await rowsOf('docs/stores.md')).filter(([name]) => /^`[a-z_]+`/.test(name ?? ''))
  const listed = rows.flatMap(([name]) => spansOf(name))
  t.ok(tables.length > 10)
  t.strictSame(new Set(listed), new Set([...tables, 'migrations']))
  t.equal(listed.length, tables.length + 1)
})

const PAGES = ['en', 'zh', 'ko'].map((locale) => `content/docs/${locale}/operations`)

t.test('the page about metrics names every metric of the service', async (t) => {
  const source = `${await sourceAt('src/http/observe/metrics-registry.ts')}${await sourceAt('src/analytics')}`
  const names = [...source.matchAll(/'(signpost_\w+)'/g)].map(([, name = '']) => name)
  t.ok(names.length > 20)
  for (const page of PAGES) {
    const text = await readFile(`${page}/metrics.mdx`, 'utf8')
    for (const name of names) t.ok(text.includes(`\`${name}\``), `${page} names ${name}`)
  }
})

/** A call that writes a line of level 40 and above, with its message. */
const LOGGED = /(?:pino\.(?:warn|error|fatal)\(|\bonFault\(|events\.log\('warn',)\s*(?:\{[^{}]*\},\s*)?'([^']+)'/g

t.test('the page about logs names every warning and error that the service writes', async (t) => {
  const messages = [...(await sourceAt('src')).matchAll(LOGGED)].map(([, message = '']) => message)
  t.ok(messages.length > 40)
  for (const page of PAGES) {
    const spans = (await rowsOf(`${page}/logs.mdx`)).flatMap((cells) => cells.flatMap(spansOf))
    const known = spans.map(
      (span) => new RegExp(`^${span.replaceAll(/[.?()]/g, String.raw`\$&`).replaceAll('…', '.+')}$`),
    )
    for (const message of messages)
      t.ok(
        known.some((pattern) => pattern.test(message)),
        `${page} names "${message}"`,
      )
  }
})

/** What recipes of CONTRIBUTING.md add to a line, and the file that has the line without it. */
const ADDED_TO_LINES = [[", '/api/locales'", 'test/hosts/docs/docs-description.test.ts']] as const

t.test('a line that CONTRIBUTING.md shows with one thing more stands in its file without it', async (t) => {
  const lines = (await readFile('CONTRIBUTING.md', 'utf8')).split('\n')
  for (const [added, file] of ADDED_TO_LINES) {
    const source = await readFile(file, 'utf8')
    const shown = lines.filter((line) => line.includes(added)).map((line) => line.replace(added, '').trim())
    t.ok(
      shown.some((line) => source.includes(line)),
      `${file} has a line of ${shown.join(' or ')}`,
    )
  }
})
