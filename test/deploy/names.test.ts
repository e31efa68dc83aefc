import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseAllDocuments } from 'yaml'
import { loadConfig } from '../../src/config/config.ts'
import { envSchema } from '../../src/config/env.ts'
import { createMetrics } from '../../src/http/observe/metrics.ts'
import { startMetricsServer } from '../../src/http/observe/metrics-server.ts'
import { infoGauge } from '../../src/http/observe/reading.ts'
import { followPublished } from '../../src/process/followed-content.ts'
import { RebuildCounts } from '../../src/process/rebuild-counts.ts'
import { statusReadings } from '../../src/process/status-readings.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const PORTS = [4000, 4001, 4002, 4009]

const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8')
const yaml = (file: string): unknown => parseAllDocuments(read(file), { merge: true })[0]!.toJS({ maxAliasCount: 100 })

/** Variables that a text of lines `NAME=value` sets, those in comments too. */
const assigned = (text: string): string[] => [...text.matchAll(/\b([A-Z][A-Z_]{3,})=/g)].map(([, name = '']) => name)

interface Compose {
  readonly services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, string>> }>>
}
interface Deployment {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly env: readonly { readonly name: string; readonly value?: string }[]
          readonly ports: readonly { readonly containerPort: number }[]
        }[]
      }
    }
  }
}
const compose = yaml('docker/compose.yaml') as Compose
const [container] = (yaml('kubernetes/deployment.yaml') as Deployment).spec.template.spec.containers

t.test('each variable of the kits is one that the program reads', async (t) => {
  // What Node.js, PostgreSQL and systemd read.
  const others = new Set(['NODE_ENV', 'POSTGRES_PASSWORD', 'POSTGRES_USER', 'POSTGRES_DB', 'BASE'])
  const names = new Map<string, string[]>([
    ['docker/Dockerfile', assigned(read('docker/Dockerfile'))],
    [
      'docker/compose.yaml',
      Object.values(compose.services).flatMap(({ environment }) => Object.keys(environment ?? {})),
    ],
    ['kubernetes/deployment.yaml', container!.env.map(({ name }) => name)],
    ['kubernetes/signpost.env', assigned(read('kubernetes/signpost.env'))],
    ['systemd/signpost.env', assigned(read('systemd/signpost.env'))],
    [
      'systemd/signpost.service',
      [...read('systemd/signpost.service').matchAll(/^Environment=(\w+)/gm)].map(([, n = '']) => n),
    ],
    ['nginx/signpost.conf', assigned(read('nginx/signpost.conf'))],
    ['haproxy/haproxy.cfg', assigned(read('haproxy/haproxy.cfg'))],
    ['caddy/Caddyfile', assigned(read('caddy/Caddyfile'))],
  ])
  for (const [file, found] of names) {
    t.not(found.length, 0, `${file} sets variables`)
    for (const name of found) t.ok(name in envSchema.shape || others.has(name), `${file}: ${name}`)
  }
})

t.test('what the kits set together is a configuration that starts', async (t) => {
  const password = 'of-the-operator'
  const environment = compose.services['signpost-1']?.environment ?? {}
  const filled = Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{[^}]*\}/, password)])
  const image = Object.fromEntries(
    [...read('docker/Dockerfile').matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  )
  t.match(loadConfig({ ...image, ...Object.fromEntries(filled) }, 2), {
    bind: '0.0.0.0',
    account: { databaseUrl: `postgres://signpost:${password}@postgres/signpost`, signup: 'closed' },
  })
  const lines = (file: string): Record<string, string> =>
    Object.fromEntries([...read(file).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
  const stores = { DATABASE_URL: 'postgres://u:p@h/d', REDIS_URL: 'redis://h' }
  const plain = Object.fromEntries(
    container!.env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
  )
  t.ok(loadConfig({ ...image, ...lines('kubernetes/signpost.env'), ...plain, ...stores }, 2))
  t.match(loadConfig(lines('systemd/signpost.env'), 2), { metricsToken: null, metricsBind: '127.0.0.1' })
})

t.test('each port of the kits is one of the program', async (t) => {
  const { account, docs, icons, metricsPort } = loadConfig({}, 2)
  t.same([docs.port, account.port, icons.port, metricsPort], PORTS)
  t.same(
    container!.ports.map(({ containerPort }) => containerPort),
    PORTS,
  )
  t.match(read('docker/Dockerfile'), `EXPOSE ${PORTS.join(' ')}`)
  for (const file of [
    'nginx/signpost.conf',
    'docker/nginx.conf',
    'haproxy/haproxy.cfg',
    'caddy/Caddyfile',
    'prometheus/prometheus.yml',
  ]) {
    const found = [...read(file).matchAll(/:(4\d{3})\b/g)].map(([, port]) => Number(port))
    t.not(found.length, 0, file)
    t.same(
      found.filter((port) => !PORTS.includes(port)),
      [],
      file,
    )
  }
})

t.test('each metric of the alerts and of the dashboard is one that a service has, with its labels', async (t) => {
  const metrics = createMetrics('docs', ['/api/search'])
  metrics.record(0, 200, 1)
  const siblings = { count: () => [{ kind: 'predecessor', count: 0 }], found: [] } as unknown as Parameters<
    typeof statusReadings
  >[1]
  const followed = followPublished({
    config: loadConfig({ GENERATION_URL: 'file:///srv/content' }, 2),
    current: { docs: null, icons: null },
  } as unknown as Parameters<typeof followPublished>[0])
  const readings = [
    ...followed!.readings,
    infoGauge('signpost_build_info', '', () => [{ version: '1', revision: 'a' }]),
    infoGauge('signpost_index_info', '', () => [{ host: 'docs', content: 'sha256:1' }]),
    ...new RebuildCounts(() => null).readings,
    ...statusReadings(() => [], siblings),
  ]
  const server = await startMetricsServer({ port: 0, bind: '127.0.0.1', token: null }, () => [metrics.shared], {
    readings,
    answer: () => null,
  })
  t.teardown(async () => {
    metrics.stop()
    await server.close()
  })
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  const labels = new Map<string, Set<string>>()
  for (const [, name = '', inner = ''] of text.matchAll(/^([a-z_\d]+)(?:\{(.*)\})? /gm)) {
    const known = labels.get(name) ?? new Set(['job', 'instance'])
    for (const [, label = ''] of inner.matchAll(/(\w+)="/g)) known.add(label)
    labels.set(name, known)
  }
  for (const file of ['prometheus/alerts.yml', 'prometheus/alerts.test.yml', 'grafana/signpost.json']) {
    const found = [...read(file).matchAll(/\b((?:signpost|process|nodejs)_[a-z_\d]+)(?:\{([^}]*)\})?/g)]
    t.ok(found.length > 10, `${file} names metrics`)
    for (const [, name = '', inner = ''] of found) {
      t.ok(labels.has(name), `${file}: ${name}`)
      for (const [, label = ''] of inner.matchAll(/(\w+)\s*(?:=|!)/g))
        t.ok(labels.get(name)?.has(label), `${file}: ${label} of ${name}`)
    }
  }
})

t.test('every alert is shown to fire and not to fire', async (t) => {
  const alerts = [...read('prometheus/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  const { tests: cases } = yaml('prometheus/alerts.test.yml') as {
    readonly tests: readonly {
      readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[]
    }[]
  }
  const tests = cases.flatMap(({ alert_rule_test }) => alert_rule_test)
  for (const name of alerts) {
    const those = tests.filter(({ alertname }) => alertname === name)
    const outcomes = new Set(those.map(({ exp_alerts }) => exp_alerts.length))
    t.ok(outcomes.has(0) && outcomes.has(1), name)
  }
})

t.test('the dashboard has what Grafana needs of each panel, and no panel lies on another', async (t) => {
  interface Place {
    readonly h: number
    readonly w: number
    readonly x: number
    readonly y: number
  }
  const { panels, templating, uid } = JSON.parse(read('grafana/signpost.json')) as {
    readonly uid: string
    readonly templating: { readonly list: readonly { readonly name: string }[] }
    readonly panels: readonly {
      readonly id: number
      readonly type: string
      readonly title: string
      readonly gridPos: Place
      readonly targets?: readonly { readonly expr: string }[]
    }[]
  }
  t.equal(uid, 'signpost')
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  const taken = new Set<string>()
  for (const {
    gridPos: { h, w, x, y },
    targets,
    title,
    type,
  } of panels) {
    t.ok(['row', 'stat', 'table', 'timeseries'].includes(type), title)
    t.ok(type === 'row' || (targets?.length ?? 0) > 0, title)
    t.ok(x + w <= 24, title)
    for (let cell = 0; cell < w * h; cell++) {
      const place = `${x + (cell % w)} ${y + Math.floor(cell / w)}`
      t.notOk(taken.has(place), `${title} at ${place}`)
      taken.add(place)
    }
  }
  const variables = new Set(templating.list.map(({ name }) => name))
  for (const [, name = ''] of read('grafana/signpost.json').matchAll(/\$\{?([a-z]\w+)/g))
    t.ok(variables.has(name), name)
})

t.test('no file of the kits holds a secret', async (t) => {
  for (const file of readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' })) {
    if (!/\.\w+$|file$/i.test(file)) continue
    const text = read(file)
    t.notMatch(text, /PRIVATE KEY|(?:PASSWORD|TOKEN|SECRET)=(?!\s|$|%)\S/, file)
  }
})
