// HAProxy in front of a fleet, by the kit of deploy/. What is changed in it is what its head asks an operator to change.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, CLIENTS, machinesOf } from './network.ts'
import { run, start, when, type Program } from './processes.ts'

const KIT = new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url)
export const DOCS_URL = 'https://docs.example.com'
export const ACCOUNT_URL = 'https://account.example.com'
export const HOST_NAMES = ['docs.example.com', 'account.example.com', 'icons.example.com']

/** One address for PostgreSQL, behind which the primary is, as the documentation of Patroni has it. */
const PRIMARY = `
listen postgres-primary
  bind :5432
  mode tcp
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${machinesOf('postgres')
  .map((name) => `  server ${name} ${addressOf(name)}:5432 check port 8008\n`)
  .join('')}`

/** Makes the certificate before the clients start, since they read it at their start. */
export function makeCertificate(folder: string): string {
  const certificates = join(folder, 'certificates')
  mkdirSync(certificates, { recursive: true })
  const pem = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  const names = HOST_NAMES.map((name) => `DNS:${name}`).join(',')
  const request = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=fleet', '-addext']
  run(CLIENTS, 'openssl', 'req', ...request, `subjectAltName=${names}`, '-keyout', key, '-out', pem)
  writeFileSync(join(certificates, 'all.pem'), readFileSync(pem, 'utf8') + readFileSync(key, 'utf8'))
  return pem
}

export async function startBalancer(folder: string): Promise<Program> {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, withServers(readFileSync(KIT, 'utf8'), join(folder, 'certificates')) + PRIMARY)
  const log = join(folder, 'haproxy.log')
  const program = start('balancer', ['haproxy', '-db', '-f', file], { log })
  const ended = program.ended.then(() => {
    throw new Error(`HAProxy ended: ${readFileSync(log, 'utf8')}`)
  })
  await Promise.race([when('HAProxy listens', () => run('balancer', 'ss', '-ltn').includes(':443')), ended])
  return program
}

/**
 * @returns the kit with the nodes of the fleet as servers
 * @throws {Error} if the kit has another form than this knows
 */
function withServers(kit: string, certificates: string): string {
  const nodes = machinesOf('node')
  let hosts = 0
  const changed = kit
    .replace('/etc/haproxy/certificates', certificates)
    .replace('maxconn 20000', 'maxconn 1000')
    .replace('retries 4', `retries ${2 * nodes.length}`)
    .replaceAll(/^ {2}server one \S+:(\d+)\n {2}server two \S+\n/gm, (_, port: string) => {
      hosts += 1
      return nodes.map((node) => `  server ${node} ${addressOf(node)}:${port}\n`).join('')
    })
  if (hosts !== HOST_NAMES.length) throw new Error('the kit of HAProxy does not have two servers for each host')
  return changed
}
