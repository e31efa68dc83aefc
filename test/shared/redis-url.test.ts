import t from 'tap'
import { parseRedisUrl } from '../../src/shared/urls/redis-url.ts'

const SINGLE = {
  kind: 'single',
  addresses: [{ host: 'localhost', port: 6379 }],
  tls: false,
  username: null,
  password: null,
  database: 0,
  primary: '',
  sentinelUsername: null,
  sentinelPassword: null,
}

const GOOD: readonly (readonly [url: string, target: object])[] = [
  ['redis://localhost', SINGLE],
  ['redis://localhost/', SINGLE],
  ['redis://127.0.0.1:6380/3', { ...SINGLE, addresses: [{ host: '127.0.0.1', port: 6380 }], database: 3 }],
  ['redis://[::1]:6380', { ...SINGLE, addresses: [{ host: '::1', port: 6380 }] }],
  ['rediss://:p%40ss%3A%2F@localhost', { ...SINGLE, tls: true, password: 'p@ss:/' }],
  ['redis://user:a:b@localhost', { ...SINGLE, username: 'user', password: 'a:b' }],
  ['redis://user@localhost', { ...SINGLE, username: 'user' }],
  [
    'redis+sentinel://user:pass@a.example:1,b_c,[fe80::1]:3/2?name=my%20primary&sentinel_password=s%26t',
    {
      ...SINGLE,
      kind: 'sentinel',
      addresses: [
        { host: 'a.example', port: 1 },
        { host: 'b_c', port: 26_379 },
        { host: 'fe80::1', port: 3 },
      ],
      username: 'user',
      password: 'pass',
      database: 2,
      primary: 'my primary',
      sentinelPassword: 's&t',
    },
  ],
  [
    'rediss+sentinel://a?sentinel_username=u&name=x',
    {
      ...SINGLE,
      kind: 'sentinel',
      tls: true,
      addresses: [{ host: 'a', port: 26_379 }],
      primary: 'x',
      sentinelUsername: 'u',
    },
  ],
  [
    'rediss+cluster://:p@a,b:7001/0',
    {
      ...SINGLE,
      kind: 'cluster',
      tls: true,
      addresses: [
        { host: 'a', port: 6379 },
        { host: 'b', port: 7001 },
      ],
      password: 'p',
    },
  ],
]

const BAD: readonly string[] = [
  '',
  'localhost:6379',
  'http://localhost',
  'redis:localhost',
  'redis://',
  'redis:///0',
  'redis://localhost:0',
  'redis://localhost:65536',
  'redis://localhost:6379:1',
  'redis://localhost:',
  'redis://localhost:port',
  'redis://a,b',
  'redis://local host',
  'redis://::1',
  'redis://[::1',
  'redis://[::g]',
  'redis://[1.2]',
  'redis://localhost/x',
  'redis://localhost/-1',
  'redis://localhost/0/1',
  'redis://localhost?db=1',
  'redis://localhost?name=x',
  'redis://localhost?sentinel_password=x',
  'redis://localhost#x',
  'redis://a@b@localhost',
  'redis://:%@localhost',
  'redis://:%ff@localhost',
  'redis+sentinel://localhost',
  'redis+sentinel://localhost?name=',
  'redis+sentinel://localhost?name=a&name=b',
  'redis+sentinel://localhost?name=%',
  'redis+sentinel://localhost?name=a&__proto__=b',
  'redis+sentinel://,localhost?name=a',
  'redis+sentinel://localhost,?name=a',
  'redis+cluster://localhost/1',
  'redis+cluster://localhost?name=a',
  'redis+cluster://',
  `redis+cluster://${'a,'.repeat(64)}a`,
  'redis+other://localhost',
  'REDIS://localhost',
]

for (const [url, target] of GOOD) t.test(`${url} is understood`, async (t) => t.same(parseRedisUrl(url), target))

t.test('nothing else is', async (t) => {
  for (const url of BAD) t.equal(parseRedisUrl(url), null, JSON.stringify(url))
})
