import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { KITS, checkKit, lacksTool } from '../../scripts/kits/checks.ts'

/** Tools that the test command of README.md installs. The others run where they are. */
const INSTALLED = new Set(['nginx', 'haproxy', 'kubernetes'])

/** For each kit a change of one of its files that its tool must refuse. */
const SPOILT: Readonly<Record<string, readonly [file: string, from: string, to: string]>> = {
  nginx: ['nginx/signpost.conf', 'proxy_buffering off', 'proxy_bufering off'],
  haproxy: ['haproxy/haproxy.cfg', 'default-server check inter', 'default-server check intre'],
  caddy: ['caddy/Caddyfile', 'health_uri', 'health_url'],
  systemd: ['systemd/signpost.service', 'CapabilityBoundingSet=\n', ''],
  prometheus: ['prometheus/alerts.yml', '== 0', '== 1'],
  logrotate: ['pm2/signpost.logrotate', 'rotate 14', 'rotate often'],
  kubernetes: ['kubernetes/deployment.yaml', 'readOnlyRootFilesystem', 'readonlyRootFilesystem'],
  kustomize: ['kubernetes/kustomization.yaml', 'service.yaml', 'services.yaml'],
}

for (const kit of KITS) {
  const { from, name, says, tool } = kit
  const skip = !INSTALLED.has(name) && lacksTool(kit) && `${tool} is not installed (${from})`
  t.test(`${name}: ${says}`, { skip }, async (t) => {
    t.strictSame(await checkKit(kit), [])
    const [file, text, other] = SPOILT[name] ?? ['', '', '']
    const faults = await checkKit(kit, (folder) => {
      const path = join(folder, file)
      const whole = readFileSync(path, 'utf8')
      t.ok(whole.includes(text), `${file} says ${text}`)
      writeFileSync(path, whole.replaceAll(text, other))
    })
    t.not(faults.length, 0, `a fault in ${file} is found`)
  })
}

const prometheus = KITS.find(({ name }) => name === 'prometheus')!
const lacksPromtool = lacksTool(prometheus) && 'promtool is not installed'

t.test('a query of the dashboard that Prometheus could not read is found', { skip: lacksPromtool }, async (t) => {
  const faults = await checkKit(prometheus, (folder) => {
    const path = join(folder, 'grafana/signpost.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('sum(up{', 'sum((up{'))
  })
  t.not(faults.length, 0)
})
