import { spawnSync } from 'node:child_process'
import { lackOfPackages } from '../../bench/packages.ts'
import { build } from '../../scripts/test-files.ts'

/**
 * `npm run clients`: builds the service and tries it with every client. `CLIENT` is an expression that chooses rows by name; a
 * run without it writes what was seen into `test/clients/results`.
 */

const PACKAGES = ['test/clients', 'test/clients/agents'] as const
/** Limit for the whole run, which only ends one that hangs. */
const LIMIT_SECONDS = 3600

const lack = PACKAGES.map((folder) => lackOfPackages(folder, folder)).find((lack) => lack !== null)
if (lack !== undefined) throw new Error(lack)
build()
const results = process.env['CLIENT'] === undefined ? { RESULTS: 'test/clients/results/matrix.json' } : {}
const { status } = spawnSync(process.execPath, [...process.execArgv, 'test/clients/matrix.test.ts'], {
  env: { ...results, ...process.env, CLIENTS: 'all', TAP_TIMEOUT: String(LIMIT_SECONDS) },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
