import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { guideFor, readGuides } from '../../src/icons/guides.ts'
import { readIconNames } from './icon-names.ts'

const ROOT = join(import.meta.dirname, '../..')
const CONTENT = join(ROOT, 'content')

/** Everything that the icons host serves (docs/spec/interface.md §4.4, docs/spec/choices.md §1 and §3). */
const ADDRESSES = [
  /^\/api\/v1\/(?:icons(?:\/[a-z0-9-]+|\/\{id\}|\/\$\{id\})?|categories|sets|suggest|…)?$/,
  /^\/assets\/(?:<id>\.<ext>|[a-z0-9-]+\.(?:svg|json|lottie|png)|\$\{(?:id|place\.dataset\.icon)\}(?:\.(?:svg|json))?|…)?$/,
  /^\/icons\/[a-z0-9-]+$/,
  /^\/docs\/(?:<slug>\.md|[a-z0-9-]+\.md|…)$/,
  /^\/(?:mcp|mcp\/docs|a2a|auth\.md|catalog\.json|openapi\.json|healthz|readyz|agent\/identity|oauth2\/token)$/,
  /^\/\.well-known\/(?:agent-card\.json|oauth-protected-resource|oauth-authorization-server|jwks\.json|…)$/,
]

const { guides, faults } = readGuides(CONTENT)
const files = readdirSync(join(CONTENT, 'guides'))
const slugs = new Set(guides.map(({ slug }) => slug))
const blocks = guides.flatMap(({ markdown, slug }) =>
  [...markdown.matchAll(/^```([a-z0-9]*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    slug,
    language,
    code,
  })),
)

t.test('every file in the folder of guides is a guide', async (t) => {
  t.strictSame(faults, [])
  t.equal(guides.length, files.length)
  t.ok(guides.length >= 12)
})

t.test('each guide has a place of its own in the list', async (t) => {
  const orders = files.map((file) => /^order: (\d+)$/m.exec(readFileSync(join(CONTENT, 'guides', file), 'utf8'))?.[1])
  t.notOk(orders.includes(undefined))
  t.equal(new Set(orders).size, files.length)
})

t.test('each guide begins with a heading', async (t) => {
  t.strictSame(
    guides.filter(({ markdown }) => !/^# \S/.test(markdown)).map(({ slug }) => slug),
    [],
  )
})

t.test('each guide is neither a note nor a book', async (t) => {
  const lines = guides.map(({ markdown, slug }) => ({ slug, lines: markdown.split('\n').length }))
  t.strictSame(
    lines.filter((guide) => guide.lines < 60 || guide.lines > 150),
    [],
  )
})

t.test('links between guides lead to guides', async (t) => {
  const linked = guides.flatMap(({ markdown }) =>
    [...markdown.matchAll(/\/docs\/([a-z0-9-]+)\.md/g)].map(([, slug = '']) => slug),
  )
  t.ok(linked.length >= guides.length)
  t.strictSame(
    linked.filter((slug) => !slugs.has(slug)),
    [],
  )
})

t.test('readers see the address of the service that they read from', async (t) => {
  for (const { markdown, slug } of guides.map((guide) => guideFor(guide, 'https://icons.example')))
    t.notMatch(markdown, /localhost:4002/, slug)
})

t.test('guides name only addresses that the service has', async (t) => {
  const named = guides.flatMap(({ markdown, slug }) =>
    [...markdown.matchAll(/http:\/\/localhost:4002(\/[^\s?'"`)\\,|;]*)/g)].map(([, path = '']) => `${slug}: ${path}`),
  )
  const quoted = guides.flatMap(({ markdown, slug }) =>
    [...markdown.matchAll(/`(?:(?:GET|POST) )?(\/(?:api|assets|docs|mcp|a2a|agent|oauth2|\.well-known)[^\s?`]*)/g)].map(
      ([, path = '']) => `${slug}: ${path}`,
    ),
  )
  t.ok(named.length > 100)
  t.strictSame(
    [...named, ...quoted].filter((line) => !ADDRESSES.some((address) => address.test(line.split(': ')[1] ?? ''))),
    [],
  )
})

t.test('icons in examples exist', async (t) => {
  const sets = readIconNames()
  const named = guides.flatMap(({ markdown, slug }) =>
    [
      ...markdown.matchAll(
        /\b(meteocons|line-md|svg-spinners|eos-icons)-((?:(?:fill|flat|line|monochrome)-)?[a-z0-9-]+)/g,
      ),
    ].map(([whole, set = '', name = '']) => ({ slug, whole, set, name })),
  )
  const exists = ({ name, set }: { set: string; name: string }): boolean => {
    const names = sets.get(set)
    if (names === undefined) return false
    return set === 'meteocons'
      ? /^(?:fill|flat|line|monochrome)-/.test(name) && names.has(name.replace(/^[a-z]+-/, ''))
      : names.has(name)
  }
  t.ok(named.length > 30)
  t.strictSame(
    named.filter((icon) => !exists(icon)),
    [],
  )
})

t.test('MCP tools in guides exist', async (t) => {
  const named = guides.flatMap(({ markdown }) =>
    [...markdown.matchAll(/`((?:search|get|list|read)_[a-z_]+)`/g)].map(([, tool = '']) => tool),
  )
  t.ok(named.length > 7)
  t.strictSame(
    named.filter((tool) => !existsSync(join(ROOT, 'src/hosts/icons/tools', `${tool.replaceAll('_', '-')}.ts`))),
    [],
  )
})

t.test('JSON in guides can be parsed', async (t) => {
  const json = blocks.filter(({ language }) => language === 'json')
  t.ok(json.length > 10)
  for (const { code, slug } of json) t.doesNotThrow(() => JSON.parse(code), slug)
})

t.test('scripts in guides are without faults of syntax', async (t) => {
  const scripts = blocks.filter(({ language }) => ['js', 'jsx', 'ts', 'tsx'].includes(language))
  t.ok(scripts.length > 20)
  for (const { code, language, slug } of scripts) {
    const { diagnostics = [] } = ts.transpileModule(code, {
      fileName: `${slug}.${language}`,
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, jsx: ts.JsxEmit.Preserve },
    })
    t.strictSame(
      diagnostics.map(({ messageText }) => messageText),
      [],
      `${slug}: ${code.split('\n', 1)[0]}`,
    )
  }
})

t.test('every block of code says its language, or is no code', async (t) => {
  const without = blocks.filter(({ language }) => language === '').map(({ slug }) => slug)
  t.strictSame(without, ['your-own-icons'])
})
