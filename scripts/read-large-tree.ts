import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readContent } from '../src/docs/read-content.ts'

/**
 * Reads a tree of many small pages, and prints time and memory: `npm run ts scripts/read-large-tree.ts -- --kind vitepress
 * --pages 50000`. Run it by hand; it keeps nothing.
 */

const FOLDER_PAGES = 100
const CONFIGS: Readonly<Record<string, { readonly files: Readonly<Record<string, string>>; readonly root: string }>> = {
  docusaurus: { files: { 'docusaurus.config.js': 'module.exports = { title: "T" }' }, root: 'docs' },
  vitepress: { files: { '.vitepress/config.js': 'export default { title: "T" }' }, root: '.' },
  hugo: { files: { 'hugo.toml': 'title = "T"' }, root: 'content' },
  mkdocs: { files: { 'mkdocs.yml': 'site_name: T' }, root: 'docs' },
  markdown: { files: {}, root: 'docs/en' },
}

const { values } = parseArgs({
  options: { kind: { type: 'string', default: 'docusaurus' }, pages: { type: 'string', default: '50000' } },
})
const chosen = CONFIGS[values.kind]
if (chosen === undefined) throw new Error(`The kinds are ${Object.keys(CONFIGS).join(', ')}.`)
const folder = mkdtempSync(join(tmpdir(), 'signpost-large-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const pages = Number(values.pages)
for (const [name, text] of Object.entries(chosen.files)) write(name, text)
for (let at = 0; at < pages; at++) write(join(chosen.root, pathOf(at)), textOf(at))

let most = 0
const started = performance.now()
const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100)
const { faults, locales } = await readContent(folder)
clearInterval(timer)
const seconds = (performance.now() - started) / 1000
const read = [...locales.values()].reduce((sum, locale) => sum + locale.pages.length, 0)
const { system, user } = process.cpuUsage()
const mib = Math.round(Math.max(most, process.memoryUsage.rss()) / 1_048_576)
process.stdout.write(
  `${values.kind}: ${read} pages of ${pages}, ${faults.length} faults, ${seconds.toFixed(1)} s ` +
    `(${((system + user) / 1e6).toFixed(1)} s of the processor, writing included), ${mib} MiB at most\n`,
)

function pathOf(at: number): string {
  return `part-${Math.floor(at / FOLDER_PAGES)}/page-${at}.md`
}

function textOf(at: number): string {
  const next = pathOf((at + 1) % pages)
  return `---\ntitle: Page ${at}\n---\n\n# Page ${at}\n\nText of *page* ${at}, with a [link](../${next}#more).\n\n## More\n\n- one\n- two\n\n\`\`\`js\nrun(${at})\n\`\`\`\n`
}

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
