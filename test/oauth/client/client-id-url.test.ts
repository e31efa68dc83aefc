import t from 'tap'
import { isClientIdUrl } from '../../../src/oauth/client/client-id-url.ts'

const GOOD = [
  'https://client.example/oauth/metadata.json',
  'https://client.example:8443/client',
  'https://client.example:443/client',
  'https://client.example/c?v=1',
  'https://client.example/a/',
  'https://[2001:db8::1]/client',
]

const BAD: readonly (readonly [why: string, url: string])[] = [
  ['no path', 'https://client.example'],
  ['a path that is nothing but a slash', 'https://client.example/'],
  ['http', 'http://client.example/client'],
  ['http on this machine', 'http://localhost/client'],
  ['another scheme', 'ftp://client.example/client'],
  ['a scheme in capitals', 'HTTPS://client.example/client'],
  ['a host in capitals', 'https://Client.example/client'],
  ['a user name', 'https://user@client.example/client'],
  ['a password', 'https://user:secret@client.example/client'],
  ['a fragment', 'https://client.example/client#a'],
  ['an empty fragment', 'https://client.example/client#'],
  ['a dot segment', 'https://client.example/./client'],
  ['a double-dot segment', 'https://client.example/a/../client'],
  ['a coded double-dot segment', 'https://client.example/a/%2e%2e/client'],
  ['a double-dot segment at its end', 'https://client.example/a/..'],
  ['a backslash', 'https://client.example\\client'],
  ['a space', 'https://client.example/a b'],
  ['a line end', 'https://client.example/client\n'],
  ['a letter of another script', 'https://client.example/клиент'],
  ['a coded host', 'https://cl%69ent.example/client'],
  ['an address in one number', 'https://2130706433/client'],
  ['an address in hexadecimal', 'https://0x7f000001/client'],
  ['an address in octal', 'https://0177.0.0.1/client'],
  ['a short address', 'https://127.1/client'],
  ['a mapped address in dots', 'https://[::ffff:127.0.0.1]/client'],
  ['a port past the last', 'https://client.example:65536/client'],
  ['an empty port', 'https://client.example:/client'],
  ['1,025 characters', `https://client.example/${'a'.repeat(1025 - 23)}`],
]

for (const url of GOOD) {
  t.test(`${url} may be a client_id`, async (t) => {
    t.ok(isClientIdUrl(url))
  })
}

for (const [why, url] of BAD) {
  t.test(`a URL with ${why} is no client_id`, async (t) => {
    t.notOk(isClientIdUrl(url))
  })
}
