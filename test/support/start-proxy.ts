import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { crash } from './start-redis.ts'
import { freePort } from './free-port.ts'

export type Proxy = 'haproxy' | 'nginx'

const START_LIMIT_MS = 10_000

/**
 * Starts a proxy from Debian on a free port, until the test ends. It keeps its connections to the service open, shares them
 * among all clients, and forwards bodies without buffering.
 *
 * @param folder Folder for its files.
 * @returns its port
 */
export async function startProxy(t: Test, kind: Proxy, folder: string, servicePort: number): Promise<number> {
  const port = await freePort()
  const file = join(folder, `${kind}.conf`)
  writeFileSync(file, kind === 'haproxy' ? haproxyConfig(port, servicePort) : nginxConfig(folder, port, servicePort))
  const args = kind === 'haproxy' ? ['-db', '-f', file] : ['-p', folder, '-e', join(folder, 'errors'), '-c', file]
  if (kind === 'nginx') mkdirSync(join(folder, 'temp'))
  const child = spawn(kind, args, { stdio: 'ignore' })
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`${kind} could not be started`, { cause: error })
  })
  t.teardown(() => crash(child))
  await Promise.race([listening(port), failed])
  return port
}

function haproxyConfig(port: number, servicePort: number): string {
  return `
defaults
  mode http
  timeout connect 5s
  timeout client 20s
  timeout server 20s
  http-reuse always
frontend clients
  bind 127.0.0.1:${port}
  default_backend service
backend service
  server one 127.0.0.1:${servicePort} pool-max-conn 4
`
}

function nginxConfig(folder: string, port: number, servicePort: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
master_process off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/temp/${name};`).join(' ')}
  upstream service { server 127.0.0.1:${servicePort}; keepalive 4; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_request_buffering off;
      proxy_buffering off;
    }
  }
}
`
}

async function listening(port: number): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const open = await once(socket, 'connect')
      .then(() => true)
      .catch(() => false)
    socket.destroy()
    if (open) return
    if (Date.now() > deadline) throw new Error('the proxy does not listen')
    await sleep(20)
  }
}
