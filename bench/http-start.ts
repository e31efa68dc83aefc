import { DOCS_ENV } from './http-content.ts'
import { end, spawnService, untilReady } from './load/service.ts'
import { untilQuiet } from './quiet.ts'

const INTERVAL_MS = 5

/**
 * Measures the time from the start of the process to the first answer of a search. The index is already in the data folder.
 *
 * @returns milliseconds
 */
export async function timeStarts(
  service: { readonly contentDir: string; readonly dataDir: string; readonly entry: string },
  path: string,
  rounds: number,
): Promise<number[]> {
  const found: number[] = []
  for (let round = 0; round < rounds; round++) {
    await untilQuiet()
    const before = performance.now()
    const { child, origin } = await spawnService({ host: 'docs', env: DOCS_ENV, ...service })
    await untilReady(origin + path, child, INTERVAL_MS)
    found.push(performance.now() - before)
    await end(child, () => child.kill('SIGTERM'))
  }
  return found
}
