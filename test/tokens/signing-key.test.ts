import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import t from 'tap'
import { generateSigningKey, parseSigningKey } from '../../src/tokens/signing-key.ts'

/** A new pair, read from text: keys of the generator itself may stand still at their export (`generateSigningKey`). */
function pairOn(namedCurve: string): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { privateKey: createPrivateKey(privateKey), publicKey: createPublicKey(publicKey) }
}

const { privateKey, publicKey } = pairOn('P-256')
const jwk = privateKey.export({ format: 'jwk' })
const pem = (type: 'pkcs8' | 'sec1'): string => privateKey.export({ type, format: 'pem' }) as string

t.test('a key is the same key as JWK, PKCS #8 and SEC 1', async (t) => {
  const kid = await calculateJwkThumbprint(publicKey.export({ format: 'jwk' }))
  for (const text of [
    JSON.stringify(jwk),
    `\n ${JSON.stringify({ ...jwk, kid: 'chosen by someone' })}\n`,
    pem('pkcs8'),
    pem('sec1'),
  ]) {
    const key = await parseSigningKey(text)
    t.equal(key.kid, kid)
    t.equal(key.privateJwk.d, jwk.d)
    t.strictSame(key.publicJwk, { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y, kid, alg: 'ES256', use: 'sig' })
  }
})

const other = pairOn('P-256').publicKey.export({ format: 'jwk' })
const REFUSED: readonly (readonly [title: string, text: string])[] = [
  ['nothing', ''],
  ['text', 'hello'],
  ['JSON that is no object', '"{}"'],
  ['a JWK that is cut off', JSON.stringify(jwk).slice(0, -5)],
  ['an empty object', '{}'],
  ['a public JWK', JSON.stringify(publicKey.export({ format: 'jwk' }))],
  ['a JWK whose public half belongs to another key', JSON.stringify({ ...jwk, x: other.x, y: other.y })],
  ['a JWK whose members are no numbers of the curve', JSON.stringify({ ...jwk, x: 'AAAA', y: 'AAAA' })],
  ['a public key in PEM', publicKey.export({ type: 'spki', format: 'pem' }) as string],
  ['a key on another curve', pairOn('P-384').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string],
  ['a key on another curve as JWK', JSON.stringify(pairOn('secp256k1').privateKey.export({ format: 'jwk' }))],
  [
    'an RSA key',
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  ],
  [
    'an encrypted key',
    privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }) as string,
  ],
]

for (const [title, text] of REFUSED) {
  t.test(`${title} is refused, and the reason repeats none of it`, async (t) => {
    const error = await parseSigningKey(text).then(
      () => null,
      (error: unknown) => error as Error,
    )
    t.equal(error?.name, 'KeyError')
    t.notOk(jwk.d !== undefined && error?.message.includes(jwk.d))
  })
}

t.test('generated keys differ', async (t) => {
  t.not((await generateSigningKey()).kid, (await generateSigningKey()).kid)
})
