import t from 'tap'
import { isInterpretedScheme } from '../../../src/oauth/checks/interpreted-schemes.ts'
import { matchesRedirectUri } from '../../../src/oauth/checks/match-redirect-uri.ts'
import {
  isLoopbackRedirect,
  redirectTarget,
  redirectUriFault,
} from '../../../src/oauth/checks/validate-redirect-uri.ts'
import { selectRedirectUris } from '../../../src/oauth/checks/select-redirect-uris.ts'
import { words } from '../../../src/shared/words.ts'

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
  'warp://mcp/oauth2callback',
  'myapp://callback',
  'msteams://callback',
  'msauth.com.example.app://auth',
  'ms-appx-web://microsoft.aad.brokerplugin/00000000-0000-0000-0000-000000000000',
  'ms-app://s-1-15-2-2566872105/',
  'Com.Example.App:/callback',
  'workbuddy://workbuddy/mcp/custom-mcp%3Aexa/oauth/callback',
]
/** Private-use schemes of clients that connect to MCP servers, or might. */
const APPLICATIONS = words(`antigravity charm cherrystudio claude code-oss codex continue cursor exp goose jan jetbrains
  kiro lmstudio msty obsidian opencode positron raycast slack trae vscode vscode-insiders vscodium warp windsurf workbuddy
  zed data-app files chromatic message-centre msapp x-my-app firebase-client webapp about-me`)
/** Schemes that browsers, systems or protocols interpret, of every group and family. */
const INTERPRETED =
  words(`javascript data file blob vbscript about view-source filesystem ws wss ftp mailto tel sms intent
  content shell search-ms search steam chrome chrome-extension chrome-devtools edge brave opera vivaldi firefox
  firefox-private moz-extension moz-icon resource safari safari-web-extension microsoft-edge microsoft-edge-holographic
  googlechrome googlechromes x-web-search ms-settings ms-msdt ms-appinstaller ms-word ms-help ms-officecmd ms-cxh-full jar
  wyciwyg feed itms itmss itms-services itms-apps ldap ldaps ssh sftp git git+ssh svn+ssh vnc rdp smb nfs afp magnet sip sips
  callto facetime urn cid mid tag x-apple x-apple.systempreferences x-apple-helpbasic shortcuts applescript x-man-page
  x-help-script help hcp mk res disk disks vnd.ms.radio ie.http mhtml its livescript webcal web+myapp ext+container bitcoin
  ipfs matrix payto irc telnet tn3270 gopher http+x-invalid android-app market c`).filter(
    (name) => name !== 'http+x-invalid',
  )

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
  ['a host and a port alone', 'localhost:8080/callback'],
  ['a private-use scheme that no slash follows', 'myapp:callback'],
  ['a dotted scheme that no slash follows', 'com.example.app:callback'],
  ['a private-use scheme alone', 'myapp:'],
  ['dot segments after a private-use scheme', 'myapp://callback/../other'],
  ['a fragment after a private-use scheme', 'myapp://callback#x'],
  ['an answer after a private-use scheme', 'myapp://callback?state=x'],
  ['a line end after a private-use scheme', 'myapp://callback\nx'],
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
  ['javascript as a path', 'javascript:/alert(1)'],
  ['a handler of the system in capitals', 'MS-MSDT:/id/x'],
  ['data', 'data:text/html,hello'],
  ['file', 'file:///etc/passwd'],
  ['blob', 'blob:https://client.example/1'],
  ['about', 'about:blank'],
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
    t.match(fault, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, 'it may stand in error_description')
  })
}

for (const scheme of APPLICATIONS) {
  t.test(`the private-use scheme ${scheme} may be registered`, async (t) => {
    t.strictSame([`${scheme}://mcp/callback`, `${scheme}:/callback`].map(redirectUriFault), [null, null])
  })
}

for (const scheme of INTERPRETED) {
  t.test(`the scheme ${scheme} may not be registered, in any case and form`, async (t) => {
    for (const start of [scheme, scheme.toUpperCase()]) {
      for (const rest of ['//mcp/callback', '/callback', 'callback', '///callback']) {
        t.match(redirectUriFault(`${start}:${rest}`), /[a-z]/, `${start}:${rest}`)
      }
    }
  })
}

t.test('the scheme that is judged is the one that a browser reads', async (t) => {
  for (const uri of [
    'java\tscript:/x',
    'java\nscript:/x',
    ' javascript:/x',
    '\x01javascript:/x',
    'javascript\u2028:/x',
  ]) {
    t.match(redirectUriFault(uri), 'absolute URI', encodeURI(uri))
  }
  for (const scheme of [...APPLICATIONS, ...INTERPRETED]) {
    const read = new URL(`${scheme.toUpperCase()}:/x`).protocol.slice(0, -1)
    t.equal(isInterpretedScheme(read), INTERPRETED.includes(scheme), scheme)
  }
})

t.test('of several redirect URIs the good ones are kept, in their order and once', async (t) => {
  const good = ['https://client.example/a', 'warp://mcp/cb', 'http://127.0.0.1/cb']
  const mixed = [5, 'javascript:alert(1)', good[0], 'http://evil.example/', null, good[1], good[0], good[2]]
  t.strictSame(selectRedirectUris(mixed), { ok: true, value: good })
})

t.test('any port of a loopback address may be written as a star, and no other', async (t) => {
  const stars = ['http://localhost:*/callback', 'http://127.0.0.1:*', 'http://[::1]:*/cb?x=1']
  const plain = ['http://localhost/callback', 'http://127.0.0.1', 'http://[::1]/cb?x=1']
  t.strictSame(selectRedirectUris(stars), { ok: true, value: plain })
  t.ok(matchesRedirectUri(plain, 'http://localhost:58135/callback'))
  for (const uri of [
    'https://client.example:*/cb',
    'https://localhost:*/cb',
    'http://evil.example:*/',
    'http://localhost:*8/',
  ]) {
    t.notOk(selectRedirectUris([uri]).ok, uri)
  }
  t.notOk(matchesRedirectUri(plain, 'http://localhost:*/callback'), 'a request has a port')
})

t.test('where no redirect URI is allowed, the fault says for the first one which it is and why', async (t) => {
  const details: readonly (readonly [uris: unknown, detail: RegExp])[] = [
    [['javascript:alert(1)', 'ftp://x/'], /first one \(javascript:\): Its scheme belongs to browsers/],
    [['http://client.example/cb'], /first one \(http:\): .* must lead to 127\.0\.0\.1/],
    [['myapp:cb'], /first one \(myapp:\): .* a colon and a slash/],
    [['"<script>'], /first one: .* must be an absolute URI/],
    [[`${'a'.repeat(300)}:cb`], /\(a{40}:\)/],
    [[7], /first one: .* must be an absolute URI/],
    [[], /must be a list/],
    ['https://client.example/', /must be a list/],
    [{ length: 1, 0: 'https://client.example/' }, /must be a list/],
    [undefined, /must be a list/],
  ]
  for (const [uris, detail] of details) {
    const selected = selectRedirectUris(uris)
    t.match(selected, { ok: false, status: 400, code: 'invalid_redirect_uri', detail })
    t.match(selected, { detail: /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,400}$/ }, 'it may stand in error_description')
  }
})

t.test('past 32 redirect URIs none is read', async (t) => {
  const many = Array.from({ length: 33 }, (_, n) => `https://client.example/${n}`)
  t.strictSame(selectRedirectUris(many), { ok: true, value: many.slice(0, 32) })
})

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
  t.strictSame(
    ['https://client.example:8443/a', 'Com.Example.App:/callback', 'http://[::1]:80/', 'warp://mcp/cb'].map(
      redirectTarget,
    ),
    ['client.example:8443', 'com.example.app', '[::1]', 'warp'],
  )
  t.strictSame(
    ['https://client.example/', 'http://localhost:1/', 'https://localhost/', 'com.example.app:/'].map(
      isLoopbackRedirect,
    ),
    [false, true, true, false],
  )
})
