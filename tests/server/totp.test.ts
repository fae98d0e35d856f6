import { describe, expect, it, test } from 'vitest'
import { stepOfCode, toBase32, totpCode, totpUri } from '#server/account/second-factor.ts'
import { seal, unseal } from '#server/crypto/seal.ts'
import {
  normalizeSecondFactor,
  SECOND_FACTOR_LENGTH,
  SECOND_FACTOR_STEP_MS,
  SECOND_FACTOR_STEPS_APART,
} from '#shared/domain/account-rules.ts'

/** The secret and the test vectors of RFC 6238, appendix B. A vector has seconds since 1970, and the code of eight digits with SHA-1. */
const SECRET = Buffer.from('12345678901234567890')
const VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const
const STEP_S = SECOND_FACTOR_STEP_MS / 1000

test.each(VECTORS)('at %i s the code is that of RFC 6238', (atS, code) => {
  expect(totpCode(SECRET, Math.floor(atS / STEP_S))).toBe(code.slice(-SECOND_FACTOR_LENGTH))
})

describe('a code', () => {
  const nowMs = 1_234_567_890_000
  const currentStep = Math.floor(nowMs / SECOND_FACTOR_STEP_MS)

  it.each([-1, 0, 1])('is right %i steps away, and returns its step', (stepsAway) => {
    expect(stepOfCode(SECRET, totpCode(SECRET, currentStep + stepsAway * SECOND_FACTOR_STEPS_APART), nowMs)).toBe(currentStep + stepsAway)
  })

  it.each([-2, 2])('is wrong %i steps away', (stepsAway) => {
    expect(stepOfCode(SECRET, totpCode(SECRET, currentStep + stepsAway), nowMs)).toBeUndefined()
  })

  it('is wrong with one digit less', () => {
    expect(stepOfCode(SECRET, totpCode(SECRET, currentStep).slice(1), nowMs)).toBeUndefined()
  })
})

test('a secret is shown in the letters of RFC 4648, and its address has account and issuer', () => {
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(totpUri('MZXW6YTBOI', 'a+b@example.org')).toBe('otpauth://totp/Kinora:a%2Bb%40example.org?secret=MZXW6YTBOI&issuer=Kinora')
})

test('codes are read with spaces, dashes and capitals', () => {
  expect(normalizeSecondFactor(' 123 456 ')).toBe('123456')
  expect(normalizeSecondFactor('ABCD–efgh-2345')).toBe('abcdefgh2345')
  expect(normalizeSecondFactor('\u2066ＡＢＣＤ\u200Befgh\u00AD2345\u2069')).toBe('abcdefgh2345')
})

describe('a sealed text', () => {
  const sealedText = seal(SECRET, 'the secret', 'ann')

  it('opens for its recipient, is different each time, and shows nothing of its content', () => {
    expect(unseal(sealedText, 'the secret', 'ann')).toEqual(SECRET)
    expect(seal(SECRET, 'the secret', 'ann')).not.toBe(sealedText)
    expect(Buffer.from(sealedText, 'base64url').includes(SECRET)).toBe(false)
  })

  it('does not open for another recipient, under another secret, or after a change', () => {
    const changedBytes = Buffer.from(sealedText, 'base64url')
    changedBytes.writeUInt8(changedBytes.readUInt8(changedBytes.length - 1) ^ 1, changedBytes.length - 1)
    expect(() => unseal(sealedText, 'the secret', 'bob')).toThrow()
    expect(() => unseal(sealedText, 'another secret', 'ann')).toThrow()
    expect(() => unseal(changedBytes.toString('base64url'), 'the secret', 'ann')).toThrow()
  })
})
