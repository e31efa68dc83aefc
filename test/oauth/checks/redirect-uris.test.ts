import t from 'tap'
import { matchesRedirectUri } from '../../../src/oauth/checks/match-redirect-uri.ts'
import {
  isLoopbackRedirect,
  redirectTarget,
  redirectUriFault,
} from '../../../src/oauth/checks/validate-redirect-uri.ts'

const GOOD = [
  'https://client.example/callback',
  'https://client.example',
  'https://client.example:8443/a/b?tenant=1&x=%2F',
  'https://[2001:db8::1]/callback',
  'https://xn--bcher-kva.example/',
  'http://127.0.0.1/callback',
  'http://127.0.0.1:33418',
  'http://127.0.0.1:1/?a=b',
  'http://[::1]:8080/callback',
  'http://localhost:3000/callback',
  'https://localhost/callback',
  'com.example.app:/oauth2redirect',
  'com.example.app://callback/path?x=1',
  'io.github.some-client:/cb',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'vscode://vscode.github-authentication/did-authenticate',
]

const BAD: readonly (readonly [why: string, uri: string])[] = [
  ['nothing', ''],
  ['a path', '/callback'],
  ['a host alone', 'client.example/callback'],
  ['a scheme alone', 'https://'],
  ['no host', 'https:///callback'],
  ['one slash', 'https:/client.example/callback'],
  ['no slashes', 'https:client.example/callback'],
  ['backslashes', 'https:\\\\client.example\\callback'],
  ['a backslash in the authority', 'https://client.example\\@evil.example/'],
  ['a scheme that begins like that of an editor', 'cursorx://callback'],
  ['a scheme without a dot', 'myapp://callback'],
  ['http elsewhere', 'http://client.example/callback'],
  ['http on a private address', 'http://192.168.0.10/callback'],
  ['http on another loopback address', 'http://127.0.0.2/callback'],
  ['http on a name that begins like localhost', 'http://localhost.evil.example/callback'],
  ['http on a name that ends like localhost', 'http://evil-localhost/callback'],
  ['http on a dotted localhost', 'http://localhost./callback'],
  ['an address in one number', 'http://2130706433/callback'],
  ['an address in hexadecimal', 'http://0x7f.0.0.1/callback'],
  ['an address in octal', 'http://0177.0.0.1/callback'],
  ['a short address', 'http://127.1/callback'],
  ['a mapped address', 'http://[::ffff:127.0.0.1]/callback'],
  ['a long loopback address', 'http://[0:0:0:0:0:0:0:1]/callback'],
  ['a fragment', 'https://client.example/callback#x'],
  ['an empty fragment', 'https://client.example/callback#'],
  ['a user name', 'https://user@client.example/callback'],
  ['a user name and a password', 'https://user:secret@client.example/callback'],
  ['an empty user name', 'https://@client.example/callback'],
  ['a user name before localhost', 'http://localhost@evil.example/callback'],
  ['a wildcard host', 'https://*.client.example/callback'],
  ['a host in capitals', 'https://CLIENT.example/callback'],
  ['a scheme in capitals', 'HTTPS://client.example/callback'],
  ['a coded host', 'https://cl%69ent.example/callback'],
  ['a host of another script', 'https://cliеnt.example/callback'],
  ['a space', 'https://client.example/call back'],
  ['a line end', 'https://client.example/callback\r\nSet-Cookie: a=b'],
  ['a tab', 'https://client.example/call\tback'],
  ['a NUL', 'https://client.example/\0'],
  ['quotation marks', 'https://client.example/"onload="'],
  ['angle brackets', 'https://client.example/<script>'],
  ['a lone percent sign', 'https://client.example/%zz'],
  ['dot segments', 'https://client.example/a/../callback'],
  ['coded dot segments', 'https://client.example/a/%2e%2E/callback'],
  ['a single dot segment', 'https://client.example/./callback'],
  ['port 0', 'https://client.example:0/callback'],
  ['a port past the last', 'https://client.example:65536/callback'],
  ['an empty port', 'https://client.example:/callback'],
  ['a query that looks like an answer', 'https://client.example/callback?code=abc'],
  ['a query with a coded name of an answer', 'https://client.example/callback?%69ss=abc'],
  ['javascript', 'javascript:alert(1)'],
  ['javascript in disguise', 'JavaScript://client.example/%0aalert(1)'],
  ['data', 'data:text/html,hello'],
  ['file', 'file:///etc/passwd'],
  ['blob', 'blob:https://client.example/1'],
  ['about', 'about:blank'],
  ['a private-use scheme without a dot', 'myapp://callback'],
  ['a private-use scheme in capitals', 'Com.Example.App:/callback'],
  ['a scheme that ends in a dot', 'javascript.:alert(1)'],
  ['the out-of-band URN', 'urn:ietf:wg:oauth:2.0:oob'],
  ['2,049 characters', `https://client.example/${'a'.repeat(2049 - 23)}`],
]

for (const uri of GOOD) {
  t.test(`the redirect URI ${uri} may be registered`, async (t) => {
    t.equal(redirectUriFault(uri), null)
  })
}

for (const [why, uri] of BAD) {
  t.test(`a redirect URI with ${why} may not be registered`, async (t) => {
    const fault = redirectUriFault(uri)
    t.match(fault, { status: 400, code: 'invalid_redirect_uri' })
    t.match(fault?.detail, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, 'it may stand in error_description')
  })
}

t.test('a redirect URI of 2,048 characters may be registered', async (t) => {
  t.equal(redirectUriFault(`https://client.example/${'a'.repeat(2048 - 23)}`), null)
})

const REGISTERED = [
  'https://client.example/callback',
  'http://127.0.0.1/callback',
  'http://localhost:3000/callback?x=1',
  'com.example.app:/callback',
]

const MATCHES = [
  ...REGISTERED,
  'http://127.0.0.1:1/callback',
  'http://127.0.0.1:65535/callback',
  'http://localhost/callback?x=1',
  'http://localhost:49152/callback?x=1',
]

const MISMATCHES: readonly (readonly [why: string, uri: string])[] = [
  ['a slash at the end', 'https://client.example/callback/'],
  ['a slash less', 'https://client.example'],
  ['another case of the path', 'https://client.example/Callback'],
  ['another case of the host', 'https://Client.example/callback'],
  ['another case of the scheme', 'HTTPS://client.example/callback'],
  ['a port that was not registered', 'https://client.example:8443/callback'],
  ['the default port written out', 'https://client.example:443/callback'],
  ['another coding of the same path', 'https://client.example/%63allback'],
  ['a user name', 'https://user@client.example/callback'],
  ['a fragment', 'https://client.example/callback#'],
  ['a query', 'https://client.example/callback?x=1'],
  ['an empty query', 'https://client.example/callback?'],
  ['another scheme', 'http://client.example/callback'],
  ['a longer path', 'https://client.example/callback/evil'],
  ['dot segments', 'https://client.example/x/../callback'],
  ['a sub-domain', 'https://evil.client.example/callback'],
  ['a domain that goes on', 'https://client.example.evil.example/callback'],
  ['a domain after a user name', 'https://client.example@evil.example/callback'],
  ['white space before it', ' https://client.example/callback'],
  ['a line end after it', 'https://client.example/callback\n'],
  ['another loopback name', 'http://localhost/callback'],
  ['another loopback address', 'http://127.0.0.2:80/callback'],
  ['the other loopback address', 'http://[::1]/callback'],
  ['https on the loopback address', 'https://127.0.0.1/callback'],
  ['another path on the loopback address', 'http://127.0.0.1:8080/other'],
  ['port 0 on the loopback address', 'http://127.0.0.1:0/callback'],
  ['a port past the last on the loopback address', 'http://127.0.0.1:65536/callback'],
  ['a port with a zero before it', 'http://127.0.0.1:080/callback'],
  ['an empty port on the loopback address', 'http://127.0.0.1:/callback'],
  ['a user name on the loopback address', 'http://a@127.0.0.1:80/callback'],
  ['a host after a port that is none', 'http://127.0.0.1:80@evil.example/callback'],
  ['another query on the loopback address', 'http://localhost:3000/callback?x=2'],
  ['another private-use scheme', 'com.example.app2:/callback'],
  ['a private-use scheme in capitals', 'COM.example.app:/callback'],
]

t.test('a requested redirect URI matches by its characters, and loopback ones whatever their port is', async (t) => {
  for (const uri of MATCHES) t.ok(matchesRedirectUri(REGISTERED, uri), uri)
})

for (const [why, uri] of MISMATCHES) {
  t.test(`a requested redirect URI with ${why} is none of the registered ones`, async (t) => {
    t.notOk(matchesRedirectUri(REGISTERED, uri))
  })
}

t.test('a redirect URI says where the browser goes, and whether that is its own machine', async (t) => {
  t.strictSame(['https://client.example:8443/a', 'com.example.app:/callback', 'http://[::1]:80/'].map(redirectTarget), [
    'client.example:8443',
    'com.example.app',
    '[::1]',
  ])
  t.strictSame(
    ['https://client.example/', 'http://localhost:1/', 'https://localhost/', 'com.example.app:/'].map(
      isLoopbackRedirect,
    ),
    [false, true, true, false],
  )
})
