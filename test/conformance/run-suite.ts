import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'
import { parse } from 'yaml'
import { runUnderNode22 } from '../support/node-22.ts'

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const

export type Revision = (typeof REVISIONS)[number]

/** Number of scenarios that each revision requires. */
const SCENARIOS: Readonly<Record<Revision, number>> = { '2025-11-25': 30, '2026-07-28': 37 }

export interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

interface Scenario {
  readonly name: string
  readonly checks: readonly Check[]
}

export interface SuiteResult {
  /** Exit code of the suite's process. */
  readonly code: number | null
  /** Output of the suite, for a test that failed. */
  readonly output: string
  /** Scenarios that the revision requires, in its order. */
  readonly scored: readonly Scenario[]
  /** Scenarios that the suite runs for information. */
  readonly unscored: readonly Scenario[]
}

export const SUITE = dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'))

/** Runs the server scenarios of a revision of the protocol against the endpoint at `url`. */
async function runSuite(url: string, revision: Revision): Promise<SuiteResult> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-conformance-'))
  try {
    const { code, stdout, stderr } = await runUnderNode22([
      join(SUITE, 'dist/index.js'),
      'server',
      '--url',
      url,
      '--requirements',
      revision,
      '--output-dir',
      folder,
    ])
    const scenarios = await readResults(folder)
    const required = await requiredScenarios(revision)
    return {
      code,
      output: stdout + stderr,
      scored: required.map((name) => scenarios.find((scenario) => scenario.name === name) ?? { name, checks: [] }),
      unscored: scenarios.filter(({ name }) => !required.includes(name)),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Asserts that the endpoint at `url` passes all that a revision requires. Scenarios of the suite wait for half a second for
 * some answers, which is too short on a busy machine. So the first of three runs that succeeds counts.
 */
export async function assertPasses(t: Test, url: string, revision: Revision): Promise<SuiteResult> {
  let result = await runSuite(url, revision)
  for (let n = 1; n < 3 && faultsOf(result.scored).length > 0; n++) {
    t.comment(faultsOf(result.scored).join('\n'))
    result = await runSuite(url, revision)
  }
  t.same(faultsOf(result.scored), [])
  t.equal(result.scored.filter(hasPassed).length, SCENARIOS[revision])
  t.equal(result.code, 0, result.output.slice(-2000))
  return result
}

/** @returns whether a scenario has passed. One without any check has not. */
export function hasPassed({ checks }: Scenario): boolean {
  return checks.some(({ status }) => status === 'SUCCESS') && checks.every(({ status }) => status !== 'FAILURE')
}

/** @returns `scenario: check: message` for each failure and warning */
function faultsOf(scenarios: readonly Scenario[]): string[] {
  return scenarios.flatMap(({ name, checks }) =>
    checks
      .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      .map(({ id, status, errorMessage }) => `${name}: ${id}: ${status} ${errorMessage ?? ''}`),
  )
}

/** Reads the results of the suite, from folders named `server-<scenario>-<time>`. */
async function readResults(folder: string): Promise<Scenario[]> {
  const names = await readdir(folder)
  return Promise.all(
    names.toSorted().map(async (name) => ({
      name: name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
      checks: JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as Check[],
    })),
  )
}

async function requiredScenarios(revision: Revision): Promise<string[]> {
  const text = await readFile(join(SUITE, 'requirements', `${revision}.yaml`), 'utf8')
  return (parse(text) as { server: string[] }).server
}
