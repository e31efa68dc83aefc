// `npm run build && npm run ts bench/rebuild.ts -- <dist of another build> [--content <folder>] [--pages 5000] [--rounds 5]`: what
// a build from nothing, one after a changed heading and one after a renamed file cost this build and another one, which take
// turns. The medians of the ratios of the rounds count, and without rounds there are none. It also says how long an edit takes under
// `WATCH=1` until it is found. Without a folder the pages are those of a corpus (`--corpus`), and `--no-watch` leaves the service out.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listFamilies, readCorpusDocuments } from './corpus.ts'
import { SERVICE_ENTRY, startService } from './load/service.ts'
import { median } from './timing.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    content: { type: 'string' },
    'no-watch': { type: 'boolean', default: false },
    corpus: { type: 'string', default: '../shared/corpus' },
    pages: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
  },
})
const [other] = positionals
if (other === undefined) throw new Error('name the dist folder of another build')

/** From nothing, after a heading was added, and after its file was renamed. */
const BUILDS = ['nothing', 'heading', 'renamed'] as const

interface Cost {
  readonly wallMs: number
  readonly cpuMs: number
  readonly rssMib: number
  readonly content: string
}

const folder = mkdtempSync(join(tmpdir(), 'signpost-bench-rebuild-'))
try {
  const content = join(folder, 'content')
  const edited = values.content === undefined ? writePages(content) : copyPages(values.content, content)
  const own: Round[] = []
  const theirs: Round[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const isOwn of round % 2 === 0 ? [true, false] : [false, true]) {
      ;(isOwn ? own : theirs).push(measure(isOwn ? dirname(SERVICE_ENTRY) : other, content, edited, round))
    }
    const [mine, their] = [own[round] as Round, theirs[round] as Round]
    for (const build of BUILDS) {
      if (mine[build].content !== their[build].content) console.log(`${build}: the content of both builds differs`)
    }
  }
  if (own.length > 0) printCosts(own, theirs)
  if (!values['no-watch']) {
    const times = (await watchedMs(content, edited)).map((ms) => ms.toFixed(0))
    console.log(`an edit is found after ${times.join(', ')} ms`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

type Round = Readonly<Record<(typeof BUILDS)[number], Cost>>

function printCosts(own: readonly Round[], theirs: readonly Round[]): void {
  for (const build of BUILDS) {
    for (const key of ['wallMs', 'cpuMs', 'rssMib'] as const) {
      const ratios = own.map((mine, round) => mine[build][key] / (theirs[round] as Round).nothing[key])
      const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
      const cost = median(own.map((round) => round[build][key])).toFixed(0)
      console.log(`${build}, ${key}: ${cost}, ${median(ratios).toFixed(2)} of the other from nothing (${range})`)
    }
  }
}

/** @returns the file whose heading is changed */
function copyPages(from: string, content: string): string {
  cpSync(from, content, { recursive: true })
  const names = readdirSync(content, { recursive: true }).map(String)
  const pages = names.filter((name) => /\.mdx?$/.test(name)).toSorted()
  console.log(`${pages.length} pages`)
  return join(content, pages[pages.length >> 1] as string)
}

/** @returns the file whose heading is changed */
function writePages(content: string): string {
  const count = Number(values.pages)
  const family = listFamilies(values.corpus)[0] ?? ''
  const files: string[] = []
  for (const { body, description, path, title } of readCorpusDocuments(values.corpus, family, 'en')) {
    if (files.length === count) break
    const file = join(content, 'docs/en', `${path.replace(/(^|\/)index$/, '$1index-page')}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}`,
    )
    files.push(file)
  }
  return files[count >> 1] as string
}

function measure(dist: string, content: string, edited: string, round: number): Round {
  const data = mkdtempSync(join(folder, 'data-'))
  const build = (): Cost =>
    JSON.parse(execFileSync('node', ['bench/rebuild-child.mjs', dist, content, data], { encoding: 'utf8' })) as Cost
  const before = readFileSync(edited, 'utf8')
  const renamedFile = join(dirname(edited), `renamed-${round}.md`)
  try {
    const nothing = build()
    writeFileSync(edited, `${before}\n\n## Heading ${round}\n`)
    const heading = build()
    renameSync(edited, renamedFile)
    return { nothing, heading, renamed: build() }
  } finally {
    rmSync(renamedFile, { force: true })
    writeFileSync(edited, before)
    rmSync(data, { recursive: true, force: true })
  }
}

async function watchedMs(content: string, edited: string): Promise<number[]> {
  const service = await startService({ host: 'docs', entry: SERVICE_ENTRY, contentDir: content, env: { WATCH: '1' } })
  const times: number[] = []
  try {
    for (const word of ['zyxwvone', 'zyxwvtwo', 'zyxwvthree']) {
      writeFileSync(edited, `${readFileSync(edited, 'utf8')}\n\n## ${word}\n`)
      const savedAt = performance.now()
      // The answer repeats the query: what was edited is found once a result shows it.
      const isFound = async (): Promise<boolean> => {
        const answer = await fetch(`${service.origin}/api/search?q=${word}&include=sections`)
        const { results } = (await answer.json()) as { readonly results?: readonly unknown[] }
        return JSON.stringify(results ?? []).includes(word)
      }
      while (!(await isFound())) await wait(10)
      times.push(performance.now() - savedAt)
    }
  } finally {
    await service.stop()
  }
  return times
}
