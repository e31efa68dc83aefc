// What a machine must have for a fleet.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Programs by the Debian packages in which they are. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  iproute2: ['ip', 'ss'],
  iptables: ['iptables'],
  'util-linux': ['setpriv'],
  openssl: ['openssl'],
  haproxy: ['haproxy'],
  nginx: ['nginx'],
  'redis-server': ['redis-server', 'redis-cli'],
  'etcd-server': ['etcd'],
  patroni: ['patroni', 'patronictl'],
  'postgresql-client': ['psql'],
  'postgresql-15': ['/usr/lib/postgresql/15/bin/postgres', '/usr/lib/postgresql/15/bin/pg_rewind'],
}

/** @returns sentences about what this machine lacks, or none */
export function whatLacks(): readonly string[] {
  if (process.getuid?.() !== 0) return ['Run it as root, since it makes network namespaces.']
  const lacks = Object.entries(PROGRAMS).flatMap(([name, programs]) =>
    programs.filter((program) => !isThere(program)).map((program) => `${program} is not there: install ${name}.`),
  )
  if (!existsSync(new URL('../../dist/main.js', import.meta.url))) lacks.push('dist is not there: run npm run build.')
  return lacks
}

function isThere(program: string): boolean {
  if (program.startsWith('/')) return existsSync(program)
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
