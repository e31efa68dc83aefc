import t from 'tap'
import { countedQuery } from '../../src/analytics/counted-query.ts'

t.test('a query is counted in one form, whatever its case, width and white space', (t) => {
  t.equal(countedQuery('  Rate\u3000 LIMIT '), 'rate limit')
  t.equal(countedQuery('ＡＰＩ'), 'api')
  t.equal(countedQuery('한국어'), '한국어')
  t.end()
})

t.test('characters that deceive do not reach the counts', (t) => {
  t.equal(countedQuery('pay\u202egap'), 'pay gap')
  t.equal(countedQuery('a\u0000b'), 'a b')
  t.equal(countedQuery('\u200b\u200b'), null)
  t.end()
})

t.test('texts that may tell about a person, a machine or a secret are not kept', (t) => {
  for (const query of [
    'mail to jane.doe@example.com',
    '@janedoe',
    '+49 (30) 1234567',
    '4111 1111 1111 1111',
    'my order 20261125001',
    'log of 10.2.33.4',
    'fe80:1:2:3::4',
    'fe80::1',
    'ping 2001:DB8::1 fails',
    'http on [2001:db8::1]:8080',
    'route 2001:db8::/32',
    'fe80::1%eth0',
    'https://example.com/reset?code=abc',
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'sk-proj-abcdefghijklmnop',
    'AKIAIOSFODNN7EXAMPLE',
    'Bearer eyJhbGciOiJIUzI1NiJ9',
    'd328eaae5f1b9c27',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    '-----BEGIN PRIVATE KEY',
    'password: hunter2',
    '비밀번호=호랑이',
  ]) {
    t.equal(countedQuery(query), null, query)
  }
  t.end()
})

t.test('texts of the field are kept, with digits and signs', (t) => {
  for (const query of [
    'error 404',
    'rfc 9457',
    'node 20.19.43',
    'k8s',
    'utf8mb4_0900_ai_ci',
    'searchthreads',
    'contentsecuritypolicy',
    'x86_64-unknown-linux-gnu',
    'std::vector',
    'std::array<int, 3>',
    'utf8::decode',
    'dead::beef',
    'list[::2]',
    'http2 vs http3',
    'token limits',
    'password rules',
    'c++ operator==',
  ]) {
    t.equal(countedQuery(query), query)
  }
  t.end()
})

t.test('a text of more than 100 characters is not kept, and one of 100 is', (t) => {
  t.equal(countedQuery('語'.repeat(100)), '語'.repeat(100))
  t.equal(countedQuery('語'.repeat(101)), null)
  t.end()
})
