import t from 'tap'
import { parseEmail } from '../../../src/account/users/email.ts'

void t.test('addresses that people have are accepted, and kept as they were written', (t) => {
  for (const address of [
    'ann@example.org',
    'Ann.Lee+signpost@mail.example.co.uk',
    "o'neil@example.org",
    '用户@例子.公司',
    '김@예시.한국',
    'root@localhost',
  ]) {
    t.equal(parseEmail(` ${address}\t`)?.text, address)
  }
  t.end()
})

void t.test('spellings of one address have one key', (t) => {
  const keys = ['ann@example.org', 'Ann@Example.ORG', 'ＡＮＮ@example.org', 'ann＠example.org'].map(
    (text) => parseEmail(text)?.key,
  )
  t.strictSame([...new Set(keys)], ['ann@example.org'])
  t.end()
})

void t.test('whatever is no address is refused', (t) => {
  const wrong = [
    '',
    'ann',
    '@example.org',
    'ann@',
    'ann@@example.org',
    'ann@example..org',
    'ann@-example.org',
    'ann@example-.org',
    '.ann@example.org',
    'ann.@example.org',
    'an n@example.org',
    'ann@exam ple.org',
    'ann@example.org\nbcc: x@example.org',
    'ann\u0000@example.org',
    'ann\u202e@example.org',
    '"ann"@example.org',
    'ann@[127.0.0.1]',
    'ann@example.org,bob@example.org',
    '<ann@example.org>',
    `${'a'.repeat(65)}@example.org`,
    `ann@${'a'.repeat(64)}.org`,
    `ann@${'a.'.repeat(130)}org`,
  ]
  for (const text of wrong) t.equal(parseEmail(text), null, JSON.stringify(text))
  t.end()
})
