import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

export interface Kit {
  readonly name: string
  /** Program that must be there. */
  readonly tool: string
  /** Where it comes from. */
  readonly from: string
  /** What its success says. */
  readonly says: string
  /** Runs the tool on a copy of `deploy`, and returns what is wrong. */
  readonly check: (folder: string) => readonly string[] | Promise<readonly string[]>
}

const ROOT = join(import.meta.dirname, '../..')
const DEPLOY = join(ROOT, 'deploy')
const TIMEOUT_MS = 120_000
/** Largest exposure that `systemd-analyze security` may find, of 10. */
const EXPOSURE_LIMIT = 2.5

/** Runs a tool. @returns its output if it failed */
function run(command: string, args: readonly string[], cwd?: string): string[] {
  const { error, status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: TIMEOUT_MS })
  return status === 0 ? [] : [`${command} ${args.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`]
}

/** Writes a file of a kit anew, with what differs on this machine. Each text must be in it. */
function adapt(file: string, changes: Readonly<Record<string, string>>): void {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
    text = text.replaceAll(from, to)
  }
  writeFileSync(file, text)
}

/** Makes a certificate for each host, as an operator has one. */
function certificates(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const host of ['docs', 'account', 'icons']) {
    const [key, certificate] = [join(folder, `${host}.example.com.key`), join(folder, `${host}.example.com.pem`)]
    const how = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
    execFileSync('openssl', ['req', ...how, '-subj', `/CN=${host}.example.com`, '-keyout', key, '-out', certificate], {
      stdio: 'ignore',
    })
  }
}

function checkNginx(folder: string): string[] {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  certificates(join(folder, 'certificates'))
  adapt(join(folder, 'nginx/signpost.conf'), {
    '/etc/ssl/signpost/': `${join(folder, 'certificates')}/`,
    '/var/log/nginx/': `${folder}/`,
  })
  const main = join(folder, 'nginx/main.conf')
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  writeFileSync(main, `pid ${folder}/pid; events {} http { ${paths} include ${folder}/nginx/signpost.conf; }\n`)
  // The names of the other containers are known inside of compose alone.
  const composed = join(folder, 'docker/nginx.conf')
  adapt(composed, {
    'pid /run/nginx.pid;': `pid ${folder}/pid;`,
    '/dev/stderr': join(folder, 'errors'),
    '/dev/stdout': join(folder, 'log'),
    'signpost-1:': '127.0.0.1:',
    'signpost-2:': '127.0.0.2:',
  })
  adapt(composed, { 'http {': `http { ${paths}` })
  return [main, composed].flatMap((file) => run('nginx', ['-t', '-e', join(folder, 'errors'), '-c', file]))
}

function checkHaproxy(folder: string): string[] {
  const own = join(folder, 'certificates')
  certificates(join(folder, 'parts'))
  mkdirSync(own)
  for (const host of ['docs', 'account', 'icons']) {
    const parts = ['pem', 'key'].map((end) => readFileSync(join(folder, `parts/${host}.example.com.${end}`), 'utf8'))
    writeFileSync(join(own, `${host}.pem`), parts.join(''))
  }
  const file = join(folder, 'haproxy/haproxy.cfg')
  adapt(file, { '/etc/haproxy/certificates': own })
  return run('haproxy', ['-c', '-f', file])
}

function checkSystemd(folder: string): string[] {
  const file = join(folder, 'systemd/signpost.service')
  const faults = [...run('systemd-sysusers', ['--dry-run', join(folder, 'systemd/signpost.sysusers')])]
  const report = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], { encoding: 'utf8' })
  const exposure = Number(/Overall exposure level for signpost.service: (\d+\.\d+)/.exec(report.stdout)?.[1] ?? 10)
  if (exposure > EXPOSURE_LIMIT)
    faults.push(`the exposure is ${exposure}, and may be ${EXPOSURE_LIMIT}\n${report.stdout}`)
  // The user and the program of the unit need not be on this machine.
  adapt(file, { '/usr/bin/node dist/main.js': process.execPath, 'User=signpost\n': '', 'Group=signpost\n': '' })
  // What it cannot read in a unit is a warning alone, so nothing may be said of this one.
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', '--no-pager', file], { encoding: 'utf8' })
  return stderr.includes('signpost') ? [...faults, stderr] : faults
}

function checkPrometheus(folder: string): string[] {
  const cwd = join(folder, 'prometheus')
  writeFileSync(join(cwd, 'signpost-token'), 'a-token-of-some-length\n')
  return [
    ...run('promtool', ['check', 'config', 'prometheus.yml'], cwd),
    ...run('promtool', ['test', 'rules', 'alerts.test.yml'], cwd),
    ...checkQueries(folder),
  ]
}

/** Has promtool parse the queries of the dashboard, as rules. Variables of Grafana get a value first. */
function checkQueries(folder: string): string[] {
  const text = readFileSync(join(folder, 'grafana/signpost.json'), 'utf8')
  const queries = [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, quoted = '""']) => JSON.parse(quoted) as string,
  )
  const filled = queries.map((query) => query.replaceAll('$__rate_interval', '1m').replaceAll(/\$\w+/g, '.*'))
  const rules = filled.map((expr, number) => ({ record: `query:${number}`, expr }))
  const file = join(folder, 'queries.yml')
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }))
  return run('promtool', ['check', 'rules', file])
}

/** Has kustomize put the manifests together, and compares the result with the types of Kubernetes. */
function checkKustomize(folder: string): string[] {
  const args = ['kustomize', join(folder, 'kubernetes')]
  const { status, stderr, stdout } = spawnSync('kubectl', args, { encoding: 'utf8', timeout: TIMEOUT_MS })
  return status === 0 ? checkManifests(folder, stdout) : [`kubectl ${args.join(' ')}\n${stderr}`]
}

/** Compares each manifest of the kit with the types of Kubernetes. */
function checkKubernetes(folder: string): string[] {
  const files = readdirSync(join(folder, 'kubernetes')).filter((name) => /^(?!kustomization).*\.yaml$/.test(name))
  return checkManifests(
    folder,
    files.map((name) => readFileSync(join(folder, 'kubernetes', name), 'utf8')).join('---\n'),
  )
}

/** Has the compiler compare manifests with types, so that a member that no type has is a fault too. */
function checkManifests(folder: string, manifests: string): string[] {
  const values = parseAllDocuments(manifests).map((document) => document.toJS() as { apiVersion: string; kind: string })
  if (values.length === 0) return ['there is no manifest']
  const lines = values.map(({ apiVersion, kind, ...others }, number) => {
    const module = apiVersion.includes('/') ? apiVersion.replace('.k8s.io', '') : `core/${apiVersion}`
    const value = JSON.stringify({ apiVersion, kind, ...others }, null, 2)
    return `import type { ${kind} as Type${number} } from 'kubernetes-types/${module}'\nexport const value${number}: Type${number} = ${value}\n`
  })
  writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']
  return run(process.execPath, [join(ROOT, 'node_modules/typescript-7/bin/tsc'), ...options, 'manifests.ts'], folder)
}

/** The kits, and how their own tools check them. */
export const KITS: readonly Kit[] = [
  { name: 'nginx', tool: 'nginx', from: 'Debian', says: 'nginx -t takes both files', check: checkNginx },
  { name: 'haproxy', tool: 'haproxy', from: 'Debian', says: 'haproxy -c takes it', check: checkHaproxy },
  {
    name: 'caddy',
    tool: 'caddy',
    from: 'Debian',
    says: 'caddy validate takes it',
    check: (folder) =>
      run('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'caddy/Caddyfile')]),
  },
  {
    name: 'systemd',
    tool: 'systemd-analyze',
    from: 'Debian: systemd',
    says: `systemd-analyze verifies the unit, and finds an exposure of ${EXPOSURE_LIMIT} at most`,
    check: checkSystemd,
  },
  {
    name: 'prometheus',
    tool: 'promtool',
    from: 'Debian: prometheus',
    says: 'promtool takes the configuration, the tests of the alerts, and the queries of the dashboard',
    check: checkPrometheus,
  },
  {
    name: 'logrotate',
    tool: 'logrotate',
    from: 'Debian',
    says: 'logrotate reads the file',
    check: (folder) =>
      run('logrotate', ['--debug', '--state', join(folder, 'state'), join(folder, 'pm2/signpost.logrotate')]),
  },
  {
    name: 'kubernetes',
    tool: 'node',
    from: 'nodejs.org',
    says: 'each manifest has the type of its kind',
    check: checkKubernetes,
  },
  {
    name: 'kustomize',
    tool: 'kubectl',
    from: 'kubernetes.io',
    says: 'kubectl kustomize puts the manifests together, and each still has its type',
    check: checkKustomize,
  },
]

/** Whether this machine has no such program. Programs of administrators are in folders of their own. */
export function lacksTool({ tool }: Kit): boolean {
  return spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${tool}`]).status !== 0
}

/**
 * @param change Changes the copy of `deploy` before it is checked.
 * @returns what is wrong with a kit
 */
export async function checkKit({ check }: Kit, change?: (folder: string) => void): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-kits-'))
  try {
    cpSync(DEPLOY, folder, { recursive: true })
    change?.(folder)
    return await check(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
