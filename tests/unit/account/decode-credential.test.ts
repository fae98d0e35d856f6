import { expect, test } from 'vitest'
import { decodeCredential } from '#src/account/google/google-login.ts'

const credential = (claims: unknown) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sign`

test('the claims of the middle part are read, letters of all languages too', () => {
  const claims = { sub: '1', name: 'Zoë 王 ÿþ??>>', email: 'zoe@example.com' }
  expect(credential(claims)).toMatch(/[-_]/)
  expect(decodeCredential(credential(claims))).toEqual({ ok: true, value: claims })
})

test.each(['', 'one', 'one.two', 'one.two.three.four', 'one..three'])('%j has not three parts', (text) => {
  expect(decodeCredential(text)).toMatchObject({ ok: false, error: { text: 'Invalid JWT format' } })
})

test.each(['a.!.c', 'a.bm90IGpzb24.c', 'a._w.c', credential([]), credential(null), credential('text')])('%j has no claims', (text) => {
  expect(decodeCredential(text)).toMatchObject({ ok: false, error: { text: 'Invalid credential format' } })
})
