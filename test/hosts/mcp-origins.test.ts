import t from 'tap'
import { loadConfig, type Config } from '../../src/config/config.ts'
import { createOriginCheck } from '../../src/hosts/mcp-origins.ts'

const HOSTS = { DOCS_URL: 'https://docs.example', ICONS_URL: 'https://icons.example' }
const LOOPBACK = '127.0.0.1:4000'
/** Origins of pages that have nothing to do with the hosts, as browsers and applications send them. */
const ELSEWHERE = [
  'https://claude.ai',
  'https://chatgpt.com',
  'http://evil.example',
  'vscode-file://vscode-app',
  'vscode-webview://1abc',
  'app://obsidian.md',
  'tauri://localhost',
  'https://tauri.localhost',
  'capacitor://localhost',
  'chrome-extension://abcdefghijklmnop',
  'null',
]

function configOf(env: Readonly<Record<string, string>>): Config {
  return loadConfig({ ...HOSTS, ...env }, 2)
}

t.test('pages of the hosts, of this machine and of named origins may call MCP, others may not', async (t) => {
  const allowed = createOriginCheck(configOf({ MCP_ORIGINS: 'https://app.example' }), null)
  for (const origin of [
    'https://docs.example',
    'https://icons.example',
    'https://app.example',
    'http://localhost',
    'http://localhost:6274',
    'https://127.0.0.1:8443',
    'http://[::1]:3000',
  ])
    for (const host of [LOOPBACK, 'docs.example', '']) t.ok(allowed(origin, host), origin)
  for (const origin of [
    ...ELSEWHERE,
    'https://evil.example',
    'http://docs.example',
    'https://docs.example.evil.example',
    'https://icons.example:444',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil.example#http://localhost',
    'http://localhost:6274/',
    '',
  ])
    for (const host of [LOOPBACK, 'docs.example', '']) t.notOk(allowed(origin, host), origin)
})

t.test('with * every page may', async (t) => {
  t.ok(createOriginCheck(configOf({ MCP_ORIGINS: '*' }), null)('https://evil.example', LOOPBACK))
})

t.test('under its public name every page may call a host without credentials', async (t) => {
  for (const [url, hosts] of [
    ['https://docs.example.com', ['docs.example.com', 'DOCS.Example.com', 'docs.example.com:443']],
    ['http://docs.example.com', ['docs.example.com', 'docs.example.com:80']],
    ['https://docs.example.com:8443', ['docs.example.com:8443']],
    ['https://localhost.example.com', ['localhost.example.com']],
    ['https://internal.example.com', ['internal.example.com']],
    ['http://8.8.8.8:4000', ['8.8.8.8:4000']],
    ['http://[2606:4700::1111]', ['[2606:4700::1111]', '[2606:4700::1111]:80']],
  ] as const) {
    const allowed = createOriginCheck(configOf({ DOCS_URL: url }), url)
    for (const host of hosts) for (const origin of ELSEWHERE) t.ok(allowed(origin, host), `${host} ${origin}`)
    for (const host of [
      '',
      LOOPBACK,
      'evil.example',
      'docs.example.com.evil.example',
      'docs.example.com:81',
      'docs.example',
    ]) {
      for (const origin of ELSEWHERE) t.notOk(allowed(origin, host), `${url}: ${host} ${origin}`)
      t.ok(allowed('http://localhost:6274', host))
    }
  }
})

t.test('a name or address that means something else in each network opens nothing', async (t) => {
  for (const name of [
    'localhost',
    'docs',
    'docs.localhost',
    'docs.local',
    'docs.internal',
    'docs.corp',
    'docs.lan',
    'docs.home.arpa',
    'docs.test',
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.2',
    '100.64.0.1',
    '169.254.1.1',
    '0.0.0.0',
    '[::1]',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:8.8.8.8]',
  ]) {
    for (const url of [`http://${name}`, `https://${name}:4000`]) {
      const { host } = new URL(url)
      const allowed = createOriginCheck(configOf({ DOCS_URL: new URL(url).origin }), new URL(url).origin)
      for (const origin of ELSEWHERE) t.notOk(allowed(origin, host), `${url} ${origin}`)
    }
  }
})
