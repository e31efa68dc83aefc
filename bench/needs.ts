import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { hasWrk } from './load/wrk.ts'
import type { BenchOptions } from './options.ts'
import { lackOfPackages } from './packages.ts'

/** Prerequisite of a question. */
export type Need = 'packages' | 'wrk' | 'redis' | 'postgres' | 'build'

const POSTGRES = '/usr/lib/postgresql'

/** @returns why a prerequisite is missing and how to get it, or null if none is missing */
export async function findLack(needs: readonly Need[], { entry }: BenchOptions): Promise<string | null> {
  for (const need of needs) {
    const lack = await lackOf(need, entry)
    if (lack !== null) return lack
  }
  return null
}

async function lackOf(need: Need, entry: string): Promise<string | null> {
  switch (need) {
    case 'packages':
      return lackOfPackages()
    case 'wrk':
      return (await hasWrk()) ? null : 'wrk is missing (Debian package wrk)'
    case 'redis':
      return runs('redis-server') ? null : 'redis-server is missing (Debian package redis-server)'
    case 'postgres':
      return existsSync(POSTGRES) ? null : 'PostgreSQL is missing (Debian package postgresql)'
    case 'build':
      return existsSync(entry) ? null : `${entry} is missing: run npm run build first`
  }
}

function runs(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
