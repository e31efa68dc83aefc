import { readFileSync } from 'node:fs'

const OWN = new URL('../../package.json', import.meta.url)
const TRACES = /^@opentelemetry\//

interface Description {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/**
 * Says how to install the packages that traces need and that are missing; null: all are there. A checkout has them. The package
 * `signpost` leaves them out, since they are a sixth of it.
 */
export function missingForTraces(): string | null {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(OWN, 'utf8')) as Description
  const needed = Object.entries({ ...dependencies, ...peerDependencies }).filter(([name]) => TRACES.test(name))
  const missing = needed.filter(([name]) => !isInstalled(name))
  if (missing.length === 0) return null
  const install = missing.map(([name, version]) => `${name}@${version}`).join(' ')
  return `nothing is traced, since the packages that send traces are not installed: npm i -g ${install}`
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
