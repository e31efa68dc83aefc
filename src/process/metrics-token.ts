import type { Config } from '../config/config.ts'
import { METRICS_TOKEN_RULE, isMetricsToken } from '../config/metrics-token.ts'
import { readBounded } from '../shared/read-bounded.ts'
import { reasonOf } from '../shared/reason.ts'

const FILE_LIMIT_BYTES = 4096

/**
 * Reads the token of the metrics; null if no request needs one.
 *
 * @throws {Error} The file of `METRICS_TOKEN_FILE` cannot be read, or has no usable token in it.
 */
export function readMetricsToken(configured: Config['metricsToken']): string | null {
  if (configured === null) return null
  if ('text' in configured) return configured.text
  const token = readFile(configured.file).trim()
  if (isMetricsToken(token)) return token
  throw new Error(`METRICS_TOKEN_FILE ${configured.file} must hold the token alone, which ${METRICS_TOKEN_RULE}`)
}

function readFile(file: string): string {
  try {
    return readBounded(file, FILE_LIMIT_BYTES).toString()
  } catch (error) {
    throw new Error(`METRICS_TOKEN_FILE ${file} is not usable: ${reasonOf(error)}`, { cause: error })
  }
}
