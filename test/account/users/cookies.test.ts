import t from 'tap'
import { COOKIES, createCookieJar } from '../../../src/account/users/cookies.ts'

const TOKEN = 'x'.repeat(43)

void t.test('on https every cookie belongs to this host alone and is out of reach of scripts', (t) => {
  const jar = createCookieJar('https://account.example')
  for (const cookie of COOKIES) {
    const line = jar.write(cookie, TOKEN)
    t.match(line, /^__Host-signpost[a-z-]*=x{43}; /)
    t.match(line, /; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    t.notMatch(line, /Domain/i)
  }
  t.match(jar.write('session', TOKEN), /^__Host-signpost=/)
  t.match(jar.clear('session'), /^__Host-signpost=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  t.end()
})

void t.test('on http, which is this machine, the cookies have plain names and are not Secure', (t) => {
  const line = createCookieJar('http://localhost:4001').write('session', TOKEN)
  t.match(line, /^signpost=x{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
  t.end()
})

void t.test('a cookie is read by its whole name, and only once', (t) => {
  const jar = createCookieJar('https://account.example')
  t.equal(jar.read(`a=b; __Host-signpost=${TOKEN};c=d`, 'session'), TOKEN)
  for (const field of [
    '',
    `signpost=${TOKEN}`,
    `__host-signpost=${TOKEN}`,
    `x__Host-signpost=${TOKEN}`,
    `__Host-signpost=${TOKEN}; __Host-signpost=${TOKEN}`,
    `__Host-signpost="${TOKEN}"`,
    '__Host-signpost=',
    '__Host-signpost=a b',
  ]) {
    t.equal(jar.read(field, 'session'), '', field)
  }
  t.end()
})
