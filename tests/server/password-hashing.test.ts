import type { HashQueue } from '#server/account/password-hashing.ts'
import { describe, expect, it } from 'vitest'
import { createPasswordHashing } from '#server/account/password-hashing.ts'

const hashing = createPasswordHashing()
const [queueA, queueB] = ['a', 'b'].map((name) => ({ name, isKnown: false })) as [HashQueue, HashQueue]

describe('the hash of a password', () => {
  it('fits that password alone, differs each time, and contains its cost', async () => {
    const [firstHash, secondHash] = await Promise.all([hashing.hash('a calm password', queueA), hashing.hash('a calm password', queueB)])
    if (!firstHash.ok || !secondHash.ok) throw new Error('not hashed')
    expect(firstHash.value).toMatch(/^scrypt\$32768\$8\$3\$[0-9a-f]{32}\$[0-9a-f]{64}$/)
    expect(secondHash.value).not.toBe(firstHash.value)
    expect(await hashing.matches('a calm password', firstHash.value, queueA)).toEqual({ ok: true, value: true })
    expect(await hashing.matches('a calm passwore', firstHash.value, queueA)).toEqual({ ok: true, value: false })
    expect(await hashing.matches('a calm password', null, queueA)).toEqual({ ok: true, value: false })
  })

  it('is the same for any composition of an accent', async () => {
    const composedHash = await hashing.hash('caf\u00e9 caf\u00e9', queueA)
    if (!composedHash.ok) throw new Error('not hashed')
    expect(await hashing.matches('cafe\u0301 cafe\u0301', composedHash.value, queueA)).toEqual({ ok: true, value: true })
  })

  it('of a lower cost still fits', async () => {
    const cheapPrefix = 'scrypt$1024$8$1$00000000000000000000000000000000$'
    const { scryptSync } = await import('node:crypto')
    const derivedKey = scryptSync('from before', Buffer.alloc(16), 32, { N: 1024, r: 8, p: 1 }).toString('hex')
    expect(await hashing.matches('from before', cheapPrefix + derivedKey, queueA)).toEqual({ ok: true, value: true })
  })
})
