import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EMPTY_DRAFT, forgetContactDraft, saveContactDraft, readContactDraft } from '#src/content/support/contact-draft.ts'
import { contactProblems } from '#src/content/support/contact-form.tsx'
import { letterState } from '#src/content/support/letter-list.tsx'

const DRAFT = { email: 'ann@example.org', subject: 'Hello', message: 'Where is my video?' }

beforeEach(() => {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the draft of a message', () => {
  test('is restored for its writer, and for nobody else', () => {
    saveContactDraft('ann', DRAFT)
    expect(readContactDraft('ann')).toEqual(DRAFT)
    expect(readContactDraft('bob')).toEqual(EMPTY_DRAFT)
    expect(readContactDraft('')).toEqual(EMPTY_DRAFT)
  })

  test('of a visitor is moved to the account', () => {
    saveContactDraft('', DRAFT)
    expect(readContactDraft('ann')).toEqual(DRAFT)
  })

  test('is deleted with its account, not with another one', () => {
    saveContactDraft('ann', DRAFT)
    forgetContactDraft('bob')
    expect(readContactDraft('ann')).toEqual(DRAFT)
    forgetContactDraft('ann')
    expect(readContactDraft('ann')).toEqual(EMPTY_DRAFT)
  })

  test('is not stored once it is empty', () => {
    saveContactDraft('ann', DRAFT)
    saveContactDraft('ann', { ...EMPTY_DRAFT, email: 'ann@example.org' })
    expect(readContactDraft('ann')).toEqual(EMPTY_DRAFT)
  })

  test('each field has its last written value, from any tab', () => {
    saveContactDraft('ann', { subject: 'Typed in one' })
    saveContactDraft('ann', { message: 'Typed in another' })
    expect(readContactDraft('ann')).toEqual({ email: '', subject: 'Typed in one', message: 'Typed in another' })
  })

  test('of an account waits for it while others write, and a visitor’s empty one deletes nothing', () => {
    saveContactDraft('ann', DRAFT)
    saveContactDraft('', { ...EMPTY_DRAFT, email: 'v@example.org' })
    expect(readContactDraft('ann')).toEqual(DRAFT)
    saveContactDraft('bob', { ...DRAFT, subject: 'Of Bob' })
    expect([readContactDraft('ann'), readContactDraft('bob').subject, readContactDraft('')]).toEqual([DRAFT, 'Of Bob', EMPTY_DRAFT])
    saveContactDraft('', { ...DRAFT, subject: 'Of nobody yet' })
    expect(readContactDraft('ann').subject).toBe('Of nobody yet')
    saveContactDraft('ann', { ...DRAFT, subject: 'Of Ann now' })
    expect([readContactDraft('ann').subject, readContactDraft('')]).toEqual(['Of Ann now', EMPTY_DRAFT])
  })

  test.each(['{', 'null', '7', '{"owner":"ann"}', '{"ann":{"email":1,"subject":"","message":""}}', '[]'])(
    '%s in storage is no draft',
    (storedText) => {
      localStorage.setItem('kinora.contactDraft', storedText)
      expect(readContactDraft('ann')).toEqual(EMPTY_DRAFT)
    },
  )
})

describe('a message', () => {
  test('needs an address for the answer, and a topic', () => {
    expect(contactProblems(DRAFT)).toEqual({})
    expect(contactProblems(EMPTY_DRAFT)).toEqual({ email: 'missing', subject: 'missing', message: 'missing' })
    expect(contactProblems({ email: 'ann', subject: ' ', message: '\n' })).toEqual({
      email: 'shape',
      subject: 'missing',
      message: 'missing',
    })
    expect(contactProblems({ ...DRAFT, email: 'ann@example.org.' })).toEqual({ email: 'shape' })
  })

  const limitedError = { code: 'H4022', retry: 'later' } as const
  const lostError = { code: '40001', retry: 'now' } as const
  test.each([
    ['sent', undefined, true],
    ['sending', { state: 'queued', error: null }, true],
    ['sending', { state: 'sending', error: null }, true],
    ['waiting', { state: 'queued', error: null }, false],
    ['waiting', { state: 'unknown', error: lostError }, true],
    ['limited', { state: 'queued', error: limitedError }, true],
    ['refused', { state: 'refused', error: { code: 'H3000', retry: 'never' } }, true],
  ] as const)('is %s by the state of the hub', (state, item, isOnline) => {
    expect(letterState(item, isOnline)).toBe(state)
  })
})
