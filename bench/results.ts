import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatPage } from './html/page.ts'
import { QUESTIONS } from './questions.ts'
import { mergeRuns, readRun, writeRun, type SavedRun } from './saved-run.ts'
import { formatSummary } from './summary.ts'

const RESULTS = 'bench/results'
const RUN = 'run.json'

/**
 * Writes a run and the files that are made from it: `<question>.md`, `run.json`, `summary.md`, `report.html`.
 *
 * @param options With `whole` the run replaces the saved one; otherwise its answers replace those of the saved run. With
 * `quick` the run goes to a new folder, so that its rough figures do not replace others.
 * @returns the folder
 */
export function writeResults(
  run: SavedRun,
  { quick, whole }: { readonly quick: boolean; readonly whole: boolean },
): string {
  const folder = quick ? mkdtempSync(join(tmpdir(), 'signpost-bench-results-')) : RESULTS
  mkdirSync(folder, { recursive: true })
  for (const question of run.questions) {
    if (question.state === 'answered') writeFileSync(join(folder, `${question.name}.md`), `${question.report.trim()}\n`)
  }
  const file = join(folder, RUN)
  const order = QUESTIONS.map(({ name }) => name)
  const saved = whole || !existsSync(file) ? run : mergeRuns(readRun(file), run, order)
  writeRun(file, saved)
  renderRun(saved, folder)
  return folder
}

/** Writes `summary.md` and `report.html` of a run. */
export function renderRun(run: SavedRun, folder: string): void {
  writeFileSync(join(folder, 'summary.md'), `${formatSummary(run)}\n`)
  writeFileSync(join(folder, 'report.html'), formatPage(run))
}
