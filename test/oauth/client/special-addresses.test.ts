import t from 'tap'
import { isLoopbackAddress, isPublicAddress } from '../../../src/oauth/client/special-addresses.ts'

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '11.0.0.1',
  '172.15.255.255',
  '172.32.0.0',
  '100.128.0.0',
  '192.0.1.0',
  '223.255.255.255',
]
const PUBLIC_IPV6 = ['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450::1', '2001:200::1', '3fff:1000::1']

const SPECIAL: readonly (readonly [what: string, address: string])[] = [
  ['this network', '0.0.0.0'],
  ['private, 10/8', '10.1.2.3'],
  ['shared, behind a carrier', '100.64.0.1'],
  ['loopback', '127.0.0.1'],
  ['the last of loopback', '127.255.255.255'],
  ['link-local', '169.254.0.1'],
  ['metadata of clouds', '169.254.169.254'],
  ['private, 172.16/12', '172.16.0.1'],
  ['the last of 172.16/12', '172.31.255.255'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['old 6to4 relays', '192.88.99.1'],
  ['private, 192.168/16', '192.168.255.255'],
  ['benchmarks', '198.19.0.1'],
  ['documentation 2', '198.51.100.1'],
  ['documentation 3', '203.0.113.255'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 unspecified', '::'],
  ['IPv6 loopback', '::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['mapped public', '::ffff:8.8.8.8'],
  ['compatible loopback', '::127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64 of a network', '64:ff9b:1::1'],
  ['discard', '100::1'],
  ['Teredo', '2001::1'],
  ['ORCHIDv2', '2001:20::1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['newer documentation', '3fff::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fd00::1'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with a zone', 'fe80::1%eth0'],
  ['old site-local', 'fec0::1'],
  ['IPv6 multicast', 'ff02::1'],
  ['no address', 'localhost'],
  ['one number', '2130706433'],
  ['hexadecimal', '0x7f.0.0.1'],
  ['octal', '0177.0.0.1'],
  ['nothing', ''],
]

t.test('addresses of the internet may be asked', async (t) => {
  for (const address of [...PUBLIC, ...PUBLIC_IPV6]) t.ok(isPublicAddress(address), address)
})

for (const [what, address] of SPECIAL) {
  t.test(`an address that is ${what} may not be asked`, async (t) => {
    t.notOk(isPublicAddress(address))
  })
}

t.test('a loopback address is told in its plain forms alone', async (t) => {
  for (const address of ['127.0.0.1', '127.8.9.1', '::1']) t.ok(isLoopbackAddress(address), address)
  for (const address of ['128.0.0.1', '::2', '::ffff:127.0.0.1', 'localhost', '10.0.0.1', '']) {
    t.notOk(isLoopbackAddress(address), address)
  }
})
