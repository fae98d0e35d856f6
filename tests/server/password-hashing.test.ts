import type { HashQueue } from '#server/account/password-hashing.ts'
import { describe, expect, it } from 'vitest'
import { createPasswordHashing } from '#server/account/password-hashing.ts'

const hashing = createPasswordHashing()
const [a, b] = ['a', 'b'].map((name) => ({ name, isKnown: false })) as [HashQueue, HashQueue]

describe('the hash of a password', () => {
  it('fits that password alone, differs each time, and contains its cost', async () => {
    const [one, two] = await Promise.all([hashing.hash('a calm password', a), hashing.hash('a calm password', b)])
    if (!one.ok || !two.ok) throw new Error('not hashed')
    expect(one.value).toMatch(/^scrypt\$32768\$8\$3\$[0-9a-f]{32}\$[0-9a-f]{64}$/)
    expect(two.value).not.toBe(one.value)
    expect(await hashing.matches('a calm password', one.value, a)).toEqual({ ok: true, value: true })
    expect(await hashing.matches('a calm passwore', one.value, a)).toEqual({ ok: true, value: false })
    expect(await hashing.matches('a calm password', null, a)).toEqual({ ok: true, value: false })
  })

  it('is the same for any composition of an accent', async () => {
    const composed = await hashing.hash('caf\u00e9 caf\u00e9', a)
    if (!composed.ok) throw new Error('not hashed')
    expect(await hashing.matches('cafe\u0301 cafe\u0301', composed.value, a)).toEqual({ ok: true, value: true })
  })

  it('of a lower cost still fits', async () => {
    const cheap = 'scrypt$1024$8$1$00000000000000000000000000000000$'
    const { scryptSync } = await import('node:crypto')
    const derived = scryptSync('from before', Buffer.alloc(16), 32, { N: 1024, r: 8, p: 1 }).toString('hex')
    expect(await hashing.matches('from before', cheap + derived, a)).toEqual({ ok: true, value: true })
  })
})
