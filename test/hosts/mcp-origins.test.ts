import t from 'tap'
import { loadConfig } from '../../src/config/config.ts'
import { createOriginCheck } from '../../src/hosts/mcp-origins.ts'

const HOSTS = { DOCS_URL: 'https://docs.example', ICONS_URL: 'https://icons.example' }

t.test('pages of the hosts, of this machine and of named origins may call MCP, others may not', async (t) => {
  const allowed = createOriginCheck(loadConfig({ ...HOSTS, MCP_ORIGINS: 'https://app.example' }, 2))
  for (const origin of [
    'https://docs.example',
    'https://icons.example',
    'https://app.example',
    'http://localhost',
    'http://localhost:6274',
    'https://127.0.0.1:8443',
    'http://[::1]:3000',
  ])
    t.ok(allowed(origin), origin)
  for (const origin of [
    'null',
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
    t.notOk(allowed(origin), origin)
})

t.test('with * every page may', async (t) => {
  t.ok(createOriginCheck(loadConfig({ ...HOSTS, MCP_ORIGINS: '*' }, 2))('https://evil.example'))
})
