import t from 'tap'
import { clientAddress, createTrust, ipv4Bits } from '../../../src/http/wire/client-address.ts'

const trusts = createTrust(['10.0.0.0/8', 'fd00::/8'])

const CASES: readonly (readonly [
  title: string,
  peer: string,
  forwarded: string,
  xForwardedFor: string,
  client: string,
])[] = [
  ['a peer that is no proxy is the client, whatever it claims', '203.0.113.9', 'for=1.2.3.4', '1.2.3.4', '203.0.113.9'],
  ['a proxy names the client', '10.0.0.1', '', '198.51.100.7', '198.51.100.7'],
  [
    'only the hops behind trusted proxies are believed',
    '10.0.0.1',
    '',
    '6.6.6.6, 198.51.100.7, 10.0.0.2',
    '198.51.100.7',
  ],
  ['Forwarded names the client too', '10.0.0.1', 'for=198.51.100.7;proto=https', '', '198.51.100.7'],
  ['fields that agree are believed', '10.0.0.1', 'for=6.6.6.6, for=198.51.100.7', '198.51.100.7', '198.51.100.7'],
  ['of fields that contradict each other neither is believed', '10.0.0.1', 'for=6.6.6.6', '198.51.100.7', '10.0.0.1'],
  ['an IPv6 hop has brackets and may have a port', 'fd00::1', 'for="[2001:db8::17]:4711"', '', '2001:db8::17'],
  ['an IPv4 hop may have a port', '10.0.0.1', '', '198.51.100.7:8080', '198.51.100.7'],
  ['a hop that is no address ends the walk', '10.0.0.1', 'for=_hidden', '', '10.0.0.1'],
  ['text in place of an address never comes out', '10.0.0.1', '', '"><script>', '10.0.0.1'],
  ['a proxy that names nobody is the client itself', '10.0.0.1', '', '', '10.0.0.1'],
  [
    'an IPv4 peer on an IPv6 socket is an IPv4 address',
    '0000:0000:0000:0000:0000:ffff:0a00:0001',
    '',
    '198.51.100.7',
    '198.51.100.7',
  ],
  ['its short form too', '::ffff:203.0.113.9', '', '', '203.0.113.9'],
]

for (const [title, peer, forwarded, xForwardedFor, client] of CASES) {
  t.test(title, async (t) => {
    t.equal(clientAddress(peer, forwarded, xForwardedFor, trusts), client)
  })
}

t.test('an IPv4 address is read as one number, and nothing else is taken for one', async (t) => {
  for (const text of ['0.0.0.0', '10.0.0.1', '127.0.0.1', '198.51.100.7', '255.255.255.255']) {
    t.equal(
      ipv4Bits(text),
      text.split('.').reduce((bits, part) => bits * 256 + Number(part), 0),
      text,
    )
  }
  const others = [
    '',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.00',
    '1..2.3',
    '1.2.3.',
    '.1.2.3',
    ' 1.2.3.4',
    '1.2.3.4 ',
  ]
  for (const text of [...others, '1.2.3.4,5.6.7.8', '::1', '１.2.3.4', '0x1.2.3.4', '1e1.2.3.4', '1111.2.3.4'])
    t.equal(ipv4Bits(text), -1, text)
})

t.test('a network holds exactly the addresses of its prefix', async (t) => {
  const holds = createTrust(['192.168.4.0/22', '203.0.113.9/32', '0.0.0.0/1', 'fd00::/8'])
  for (const address of ['192.168.4.0', '192.168.7.255', '203.0.113.9', '127.255.255.255', 'fd12::1'])
    t.ok(holds(address), address)
  for (const address of [
    '192.168.3.255',
    '192.168.8.0',
    '203.0.113.8',
    '203.0.113.10',
    '128.0.0.0',
    'fe00::1',
    'x',
    '',
  ])
    t.notOk(holds(address), address)
  t.ok(createTrust(['10.9.8.7/8'])('10.1.1.1'), 'bits past the prefix do not matter')
  t.ok(createTrust(['0.0.0.0/0'])('8.8.8.8'))
})
