import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { freePort } from '../../support/free-port.ts'
import { askRedis, crash, launchRedis } from '../../support/start-redis.ts'

const run = promisify(execFile)
const folder = t.testdir()
const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name)) as [string, string]
await run('openssl', [
  'req',
  '-x509',
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:prime256v1',
  '-nodes',
  '-days',
  '2',
  '-keyout',
  key,
  '-out',
  certificate,
  '-subj',
  '/CN=redis',
  '-addext',
  'subjectAltName=IP:127.0.0.1',
])

async function startTlsRedis(...args: readonly string[]): Promise<number> {
  const [plain, tls] = [await freePort(), await freePort()]
  const child = await launchRedis(plain, [
    '--dir',
    folder,
    '--tls-port',
    `${tls}`,
    '--tls-cert-file',
    certificate,
    '--tls-key-file',
    key,
    '--tls-auth-clients',
    'no',
    '--tls-ca-cert-file',
    certificate,
    ...args.map((arg) => arg.replace('PLAIN', `${plain}`)),
  ])
  t.teardown(() => crash(child))
  if (args.includes('--cluster-enabled')) await askRedis(plain, ['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'])
  return tls
}

/** @returns what a process that trusts the certificate reads from Redis, or why it cannot */
async function connect(url: string, trusted: string | null): Promise<string> {
  const script = join(import.meta.dirname, '../../support/redis-tls-child.ts')
  const env = { PATH: process.env['PATH'], ...(trusted === null ? {} : { NODE_EXTRA_CA_CERTS: trusted }) }
  return (await run(process.execPath, ['--import=./scripts/register-typescript.mjs', script, url], { env })).stdout
}

t.test('a server with a certificate that the machine trusts is talked to over TLS', async (t) => {
  const port = await startTlsRedis()
  t.equal(await connect(`rediss://127.0.0.1:${port}`, certificate), 'kept')
})

t.test('a cluster is, too', async (t) => {
  const port = await startTlsRedis(
    '--cluster-enabled',
    'yes',
    '--tls-cluster',
    'yes',
    '--cluster-config-file',
    'nodes-PLAIN.conf',
    '--cluster-port',
    `${await freePort()}`,
    '--cluster-announce-ip',
    '127.0.0.1',
  )
  t.equal(await connect(`rediss+cluster://127.0.0.1:${port}`, certificate), 'kept')
})

t.test('a certificate that nobody trusts is refused', async (t) => {
  const port = await startTlsRedis()
  t.equal(await connect(`rediss://127.0.0.1:${port}`, null), 'DEPTH_ZERO_SELF_SIGNED_CERT')
})
