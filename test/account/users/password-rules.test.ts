import t from 'tap'
import { normalisePassword, passwordFault } from '../../../src/account/users/password-rules.ts'

const EMAIL = 'annabel.lee@example.org'

void t.test('passwords that hold are accepted in any script', (t) => {
  const good = [
    'correct horse battery staple',
    'a heron over wet fields',
    'Tr0ub4dor&3 is fine',
    'xk9#mQ2vLp',
    '苹果树下的三只小猫咪在睡觉',
    '파란 고래가 노래를 부른다',
    '        x y z w        ',
    'ðŋħĸłµ¢“”n',
  ]
  for (const password of good) t.equal(passwordFault(password, EMAIL), null, password)
  t.end()
})

void t.test('length is counted in characters, not in bytes or halves of pairs', (t) => {
  t.equal(passwordFault('xk9#mQ2vL', EMAIL), 'too-short')
  t.equal(passwordFault('🦊🐻🐼🐨🐯', EMAIL), 'too-short')
  t.equal(passwordFault('xk9#mQ2vLpy'.repeat(23) + 'abd', EMAIL), null, '256 characters')
  t.equal(passwordFault('xk9#mQ2vLpy'.repeat(23) + 'abde', EMAIL), 'too-long')
  t.end()
})

void t.test('what is guessed first is refused, however it is dressed up', (t) => {
  const common = [
    '1234567890',
    '0987654321',
    'aaaaaaaaaaaa',
    'abababababab',
    'password123',
    'Password1234!',
    'P@ssw0rd2024!',
    'passwordpassword',
    'qwertyuiop',
    'qwerty123456',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'iloveyou123',
    'Iloveyou!!!',
    'letmein12345',
    'welcome2024!',
    'admin123456!',
    'football1234',
    'sunshine2026',
    'abcdefghij',
    'abc123abc123',
    'dragon123456',
    'monkey!!!!!!',
    'princess1234',
    'trustno1trustno1',
    'changeme1234',
    'asdfghjkl123',
    'zxcvbnm12345',
    'q1w2e3r4t5y6',
    'correcthorsebatterystaple',
    'signpost2026',
    'superman12345',
    'woaini1314520',
  ]
  for (const password of common) t.equal(passwordFault(password, EMAIL), 'common', password)
  t.end()
})

void t.test('a password that holds the e-mail address or its name is refused', (t) => {
  t.equal(passwordFault('my annabel.lee secret', EMAIL), 'contains-email')
  t.equal(passwordFault('xx ANNABEL.LEE@EXAMPLE.ORG', EMAIL), 'contains-email')
  t.equal(passwordFault('bob sees wet fields', 'bob@example.org'), null, 'a short name is in too many words')
  t.end()
})

void t.test('two ways to type one password are the same', (t) => {
  t.equal(normalisePassword('cafe\u0301 ｂａｒ'), normalisePassword('caf\u00e9 bar'))
  t.end()
})
