import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { runUnderNode22 } from '../support/node-22.ts'

export type Revision = '2025-11-25' | '2026-07-28'

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
  /** Of the suite's own process. */
  readonly code: number | null
  /** What it wrote, for a test that failed. */
  readonly output: string
  /** Scenarios that the revision requires, in its order. */
  readonly scored: readonly Scenario[]
  /** Scenarios that it runs for information. */
  readonly unscored: readonly Scenario[]
}

export const SUITE = dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'))

/** Runs what a revision of the protocol requires of servers against the endpoint at `url`. */
export async function runSuite(url: string, revision: Revision): Promise<SuiteResult> {
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

/** A scenario that made no check at all has not passed. */
export function hasPassed({ checks }: Scenario): boolean {
  return checks.some(({ status }) => status === 'SUCCESS') && checks.every(({ status }) => status !== 'FAILURE')
}

/** `scenario: check: message` of everything that failed or was warned of. */
export function faultsOf(scenarios: readonly Scenario[]): string[] {
  return scenarios.flatMap(({ name, checks }) =>
    checks
      .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      .map(({ id, status, errorMessage }) => `${name}: ${id}: ${status} ${errorMessage ?? ''}`),
  )
}

/** Folders are named `server-<scenario>-<time>`. */
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
