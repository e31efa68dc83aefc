import t from 'tap'
import { ConfigError, loadConfig } from '../../src/config/config.ts'

const CORES = 8

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env, CORES)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

t.test('an empty environment gives the documented defaults', async (t) => {
  const config = loadConfig({}, CORES)
  t.match(config, {
    hosts: ['docs', 'account', 'icons'],
    bind: '127.0.0.1',
    docs: { port: 4000, url: 'http://localhost:4000', siteOrigins: ['http://localhost:4000'] },
    account: { port: 4001, url: 'http://localhost:4001', databaseUrl: null, databaseConnections: 8, signup: 'open' },
    icons: { port: 4002, url: 'http://localhost:4002', signingKeyFile: null, addressLimit: 3000 },
    mcpOrigins: [],
    redisUrl: null,
    threads: { listeners: 1, search: 7, token: 1 },
    listenerNice: -3,
    search: { queueLimit: 4096, timeoutMs: 2000 },
    cacheLimitBytes: 64 * 1024 * 1024,
    logLevel: 'info',
    logFormat: 'json',
    metricsPort: 4009,
    metricsBind: '127.0.0.1',
    metricsToken: null,
    probePort: null,
    watch: 'off',
    drainTimeoutMs: 10_000,
  })
})

t.test('an empty value counts as unset', async (t) => {
  t.equal(loadConfig({ DOCS_PORT: '', DOCS_URL: '', LISTENERS: '' }, CORES).docs.url, 'http://localhost:4000')
})

t.test('the default address follows the port', async (t) => {
  t.equal(loadConfig({ DOCS_PORT: '8080' }, CORES).docs.url, 'http://localhost:8080')
})

t.test('the configuration is frozen to its depth', async (t) => {
  const config = loadConfig({}, CORES)
  t.ok(Object.isFrozen(config) && Object.isFrozen(config.docs) && Object.isFrozen(config.docs.siteOrigins))
})

t.test('every fault is listed in one message', async (t) => {
  const faults = faultsOf({ DOCS_PORT: '70000', WATCH: 'yes', LOG_LEVEL: 'loud', BIND: 'localhost' })
  t.same(faults, [
    'BIND must be an IP address such as 127.0.0.1, 0.0.0.0 or ::',
    'DOCS_PORT must be a whole number from 0 to 65535',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    'WATCH must be 0, 1 or poll',
  ])
  t.equal(new ConfigError(faults).message.split('\n').length, 5)
})

t.test('faults between values are listed beside bad values, and none about a bad value', async (t) => {
  const ports = { DOCS_PORT: 'x', ACCOUNT_PORT: '4002', METRICS_PORT: '4000' }
  t.same(faultsOf({ ...ports, LOG_LEVEL: 'loud' }), [
    'DOCS_PORT must be a whole number from 0 to 65535',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    'ACCOUNT_PORT and ICONS_PORT are both 4002; give each its own port',
  ])
  t.equal(faultsOf({ HOSTS: 'doc', ACCOUNT_PORT: '4002' }).length, 1, 'which ports count is not known')
})

const REDIS = { REDIS_URL: 'redis://127.0.0.1:6379' }

t.test('threads come from the core count, one of each at least', async (t) => {
  const threads = (cores: number, env: Record<string, string> = REDIS) => {
    const { listeners, search, token } = loadConfig(env, cores).threads
    return [listeners, search, token]
  }
  t.same(threads(1), [1, 1, 1])
  t.same(threads(2), [1, 1, 1])
  t.same(threads(4), [1, 3, 1])
  t.same(threads(16), [4, 12, 4])
  t.same(threads(2, { ...REDIS, LISTENERS: '3' }), [3, 3, 3], 'each listener has a thread of each kind')
  t.same(threads(16, { ...REDIS, SEARCH_THREADS: '2' }), [2, 2, 2], 'no more listeners than search threads')
  t.same(threads(16, { ...REDIS, TOKEN_THREADS: '1' }), [1, 15, 1], 'no more listeners than token threads')
})

t.test('without Redis there is one listener, unless only hosts without shared state are served', async (t) => {
  t.equal(loadConfig({}, 16).threads.listeners, 1)
  t.equal(loadConfig({ HOSTS: 'docs' }, 16).threads.listeners, 4)
  t.equal(loadConfig({ HOSTS: 'docs', LISTENERS: '3' }, 16).threads.listeners, 3)
})

t.test('strangers may sign up where only this machine can reach the host, or where the operator says so', async (t) => {
  const signup = (env: Readonly<Record<string, string>>) => loadConfig(env, CORES).account.signup
  t.equal(signup({ ACCOUNT_URL: 'https://account.example.org' }), 'closed')
  t.equal(signup({ ACCOUNT_URL: 'https://account.example.org', SIGNUP: 'open' }), 'open')
  t.equal(signup({ ACCOUNT_URL: 'http://127.0.0.1:4001' }), 'open')
  t.equal(signup({ SIGNUP: 'closed' }), 'closed')
})

t.test('hosts that are not served may have any port', async (t) => {
  t.same(loadConfig({ HOSTS: 'icons', DOCS_PORT: '4002' }, CORES).hosts, ['icons'])
})

const REFUSED: readonly (readonly [fault: RegExp, env: Record<string, string>])[] = [
  [/^DATABASE_URL must be a postgres/, { DATABASE_URL: 'mysql://localhost/signpost' }],
  [/^SIGNUP must be open or closed/, { SIGNUP: 'yes' }],
  [/^LISTENER_NICE must be a whole number from -20 to 0/, { LISTENER_NICE: '1' }],
  [/^LISTENER_NICE must be a whole number from -20 to 0/, { LISTENER_NICE: '-21' }],
  [/^LISTENER_NICE must be a whole number from -20 to 0/, { LISTENER_NICE: '--3' }],
  [/^DATABASE_CONNECTIONS must be a whole number from 1/, { DATABASE_CONNECTIONS: '0' }],
  [/^HOSTS "shop" is not a host/, { HOSTS: 'shop' }],
  [/^HOSTS must name at least one host/, { HOSTS: ',' }],
  [/^DOCS_PORT /, { DOCS_PORT: '-1' }],
  [/^DOCS_PORT /, { DOCS_PORT: '80.5' }],
  [/^DOCS_PORT /, { DOCS_PORT: '0x50' }],
  [/^DOCS_URL must be set when DOCS_PORT is 0/, { DOCS_PORT: '0' }],
  [/^DOCS_URL .*write "http:\/\/a\.example"/, { DOCS_URL: 'http://a.example/' }],
  [/^DOCS_URL .*write "https:\/\/a\.example"/, { DOCS_URL: 'https://a.example/docs' }],
  [/^DOCS_URL .*write "https:\/\/a\.example"/, { DOCS_URL: 'https://A.example:443' }],
  [/^DOCS_URL "ftp:\/\/a\.example" is not an http or https address/, { DOCS_URL: 'ftp://a.example' }],
  [/^DOCS_URL "a\.example" is not/, { DOCS_URL: 'a.example' }],
  [/^DOCS_SITE_ORIGINS "nonsense" is not/, { DOCS_SITE_ORIGINS: 'https://a.example,nonsense' }],
  [/^METRICS_PORT and DOCS_PORT are both 4009/, { DOCS_PORT: '4009' }],
  [/^SEARCH_THREADS is 1 but LISTENERS is 2/, { ...REDIS, LISTENERS: '2', SEARCH_THREADS: '1' }],
  [/^TOKEN_THREADS is 1 but LISTENERS is 2/, { ...REDIS, LISTENERS: '2', TOKEN_THREADS: '1' }],
  [/^LISTENERS is 2, but without REDIS_URL/, { LISTENERS: '2' }],
  [/^METRICS_PORT and ICONS_PORT are both 4009/, { ICONS_PORT: '4009' }],
  [/^METRICS_PORT and PROBE_PORT are both 4009/, { PROBE_PORT: '4009' }],
  [/^METRICS_BIND is 0\.0\.0\.0, which other machines reach; set METRICS_TOKEN/, { METRICS_BIND: '0.0.0.0' }],
  [/^METRICS_BIND is ::, which other machines reach/, { METRICS_BIND: '::' }],
  [/^METRICS_BIND is 192\.0\.2\.1, which other machines reach/, { METRICS_BIND: '192.0.2.1' }],
  [/^METRICS_BIND is ::ffff:0\.0\.0\.0, which other/, { METRICS_BIND: '::ffff:0.0.0.0' }],
  [/^METRICS_BIND must be an IP address/, { METRICS_BIND: 'localhost' }],
  [/^METRICS_TOKEN must have 16 to 256 visible ASCII characters/, { METRICS_TOKEN: 'short' }],
  [/^METRICS_TOKEN must have 16 to 256 visible/, { METRICS_TOKEN: 'a token with spaces in it' }],
  [
    /^METRICS_TOKEN and METRICS_TOKEN_FILE are both set/,
    { METRICS_TOKEN: 'x'.repeat(16), METRICS_TOKEN_FILE: 'token' },
  ],
  [/^PROBE_PORT and DOCS_PORT are both 4000/, { PROBE_PORT: '4000' }],
  [/^PROBE_PORT must be a whole number from 1/, { PROBE_PORT: '0' }],
  [/^DOCS_PORT and ICONS_PORT are both 4002/, { DOCS_PORT: '4002' }],
  [/^ICONS_URL must be set when ICONS_PORT is 0/, { ICONS_PORT: '0' }],
  [/^ICONS_URL .*write "https:\/\/i\.example"/, { ICONS_URL: 'https://i.example/' }],
  [/^REDIS_URL must be a redis:/, { REDIS_URL: 'http://127.0.0.1' }],
  [/^CARD_FONTS "fonts" is not a font file; its name must end with/, { CARD_FONTS: 'a.ttf,fonts' }],
  [/^CARD_FONTS must name at most 8/, { CARD_FONTS: Array.from({ length: 9 }, (_, n) => `${n}.ttf`).join(',') }],
  [/^IMAGE_ORIGINS "http:\/\/img\.example" must begin with https/, { IMAGE_ORIGINS: 'http://img.example' }],
  [/^IMAGE_ORIGINS .*write "https:\/\/img\.example"/, { IMAGE_ORIGINS: 'https://img.example/a' }],
  [/^IMAGE_ORIGINS "\*" is not/, { IMAGE_ORIGINS: '*' }],
  [/^IMAGE_ORIGINS /, { IMAGE_ORIGINS: "https://img.example; script-src 'unsafe-inline'" }],
  [
    /^IMAGE_ORIGINS must name at most 50/,
    { IMAGE_ORIGINS: Array.from({ length: 51 }, (_, n) => `https://a${n}.example`).join(',') },
  ],
  [/^MCP_ORIGINS "null" is not/, { MCP_ORIGINS: 'null' }],
  [/^TRUSTED_PROXIES "10\.0\.0\.0\/33" is not/, { TRUSTED_PROXIES: '10.0.0.0/33' }],
  [/^TRUSTED_PROXIES "example" is not/, { TRUSTED_PROXIES: '::1/128, example' }],
  [/^DRAIN_TIMEOUT_MS must be a whole number from 0 to 10000/, { DRAIN_TIMEOUT_MS: '10001' }],
  [/^CONTENT_DIR must not contain a NUL/, { CONTENT_DIR: 'a\0b' }],
]

for (const [fault, env] of REFUSED) {
  t.test(`${JSON.stringify(env)} is refused`, async (t) => {
    const faults = faultsOf(env)
    t.equal(faults.length, 1)
    t.match(faults[0], fault)
  })
}

t.test('the address of the host comes first among the accepted origins, and none twice', async (t) => {
  const env = { DOCS_URL: 'https://docs.example', DOCS_SITE_ORIGINS: 'https://old.example, https://docs.example' }
  t.same(loadConfig(env, CORES).docs.siteOrigins, ['https://docs.example', 'https://old.example'])
})

t.test('a single address is a network of its own', async (t) => {
  t.same(loadConfig({ TRUSTED_PROXIES: '10.1.2.3, fd00::/8' }, CORES).trustedProxies, ['10.1.2.3/32', 'fd00::/8'])
})
