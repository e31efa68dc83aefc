import t from 'tap'
import { parseContinue } from '../../../src/account/users/continue-path.ts'

void t.test('paths of the account and of an authorization are gone on to', (t) => {
  for (const path of [
    '/account',
    '/account/activity?before=aud_1',
    '/authorize?client_id=x&state=%2F%2Fevil',
    '/authorize?a=b#'.slice(0, -1),
  ]) {
    t.equal(parseContinue(path), path)
  }
  t.equal(parseContinue("/authorize?state='"), '/authorize?state=%27', 'as a browser writes it')
  t.end()
})

void t.test('nothing leads to another site or to another page', (t) => {
  const hostile = [
    '',
    '/',
    '/sign-out',
    '//evil.example',
    '//evil.example/account',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/account\\..\\..\\evil',
    'https://evil.example/account',
    'https:evil.example',
    'http://account@evil.example',
    'javascript:alert(1)//account',
    'data:text/html,/account',
    ' /account',
    '/account ',
    '\t//evil.example',
    '/ account',
    '/account\r\nLocation: https://evil.example',
    '/account\u0000',
    '/account/../sign-out',
    '/account/%2e%2e/sign-out',
    '/account/./../../evil',
    '/account//evil.example',
    '/account/..//evil.example',
    '/accountevil.example',
    '/account.evil.example',
    '/account@evil.example',
    '/account#@evil.example',
    '/authorize',
    '/authorize/decision',
    '/authorize#?x',
    '/Authorize?x',
    '/authorize?x\\y',
    '/authorize?x#y',
    '%2Faccount',
    '/%61ccount',
    'account',
    './account',
    '？/account',
    `/account?${'x'.repeat(9000)}`,
  ]
  for (const path of hostile) t.equal(parseContinue(path), null, JSON.stringify(path).slice(0, 60))
  t.end()
})
