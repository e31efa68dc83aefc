import t from 'tap'
import { addressKey, networksOf } from '../../src/shared/address-key.ts'

const CASES: readonly (readonly [title: string, address: string, key: string])[] = [
  ['an IPv4 address is its own key', '203.0.113.9', '203.0.113.9'],
  ['an IPv6 address is counted by its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['leading zeros do not matter', '2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
  ['zeros left out at the end', '2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['zeros left out in the first half', '2001::7:1:2:3:4:5', '2001:0:7:1::/64'],
  ['zeros left out over both halves', '2001:db8::1', '2001:db8:0:0::/64'],
  ['zeros left out at the start', '::1', '0:0:0:0::/64'],
  ['capitals do not matter', '2001:DB8:A::1', '2001:db8:a:0::/64'],
  ['an IPv4 address at the end', '64:ff9b:1::203.0.113.9', '64:ff9b:1:0::/64'],
  ['a zone does not matter', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['what is no address is its own key', 'a:b:c', 'a:b:c'],
  ['nothing is its own key', '', ''],
]

for (const [title, address, key] of CASES) {
  t.test(title, async (t) => {
    t.equal(addressKey(address), key)
  })
}

t.test('the networks around an address are those that one party may hold', async (t) => {
  t.strictSame(networksOf('203.0.113.9'), ['203.0.113.9', '203.0.113.0/24', '203.0.0.0/16'])
  t.strictSame(networksOf('2001:db8:1:2:3::4'), ['2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'])
  t.strictSame(networksOf('::1'), ['0:0:0:0::/64', '0:0:0::/48', '0:0::/32'])
  t.strictSame(networksOf('a:b'), ['a:b', 'a:b', 'a:b'], 'what is no address lies in no network')
})
