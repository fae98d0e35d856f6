import { describe, expect, it } from 'vitest'
import { readEnvelope, SERVER_MESSAGE_MAX_LENGTH } from '#shared/api/client.ts'

describe('the envelope', () => {
  it('returns the data of a success in both forms', () => {
    expect(readEnvelope({ statusCode: 200, data: { points: 5 } }, null)).toEqual({ ok: true, value: { points: 5 } })
    expect(readEnvelope({ message: { code: 200, messageInfo: 'ok' }, result: { points: 5 } }, null)).toEqual({
      ok: true,
      value: { points: 5 },
    })
  })

  it('returns the code of a failure, its text and its fields', () => {
    const body = { statusCode: 'H3000', statusMessage: 'Invalid parameters', fields: ['prompt'] }
    expect(readEnvelope(body, null)).toEqual({
      ok: false,
      error: { code: 'H3000', retry: 'never', message: 'Invalid parameters', fields: ['prompt'] },
    })
    expect(readEnvelope({ message: { code: 'H4044', messageInfo: 'no' } }, null)).toMatchObject({ error: { code: 'H4044', message: 'no' } })
  })

  it('has the retry time', () => {
    expect(readEnvelope({ statusCode: 'H4022' }, '7')).toMatchObject({ error: { code: 'H4022', retry: 'later', afterMs: 7000 } })
  })

  it.each([undefined, null, 'text', 12, {}, { statusCode: null }, []])('is an error of its own when it is %j', (body) => {
    expect(readEnvelope(body, null)).toMatchObject({ ok: false, error: { code: 'answer_malformed' } })
  })

  it('turns an unknown code into H5001 and retains the message of the server', () => {
    const body = { statusCode: 'H9999', statusMessage: 'Closed on Sundays' }
    expect(readEnvelope(body, null)).toEqual({ ok: false, error: { code: 'H5001', retry: 'never', message: 'Closed on Sundays' } })
    for (const name of ['toString', '__proto__'])
      expect(readEnvelope({ statusCode: name }, null)).toMatchObject({ error: { code: 'H5001' } })
  })

  const messageOf = (statusMessage: unknown) => {
    const answer = readEnvelope({ statusCode: 'H4021', statusMessage }, null)
    return answer.ok ? null : answer.error.message
  }

  it('returns the message of a server as one line of limited length', () => {
    expect(SERVER_MESSAGE_MAX_LENGTH).toBe(200)
    expect(messageOf('  one\n\ttwo \u0000\u001B[31mthree\u202E ')).toBe('one two [31mthree')
    expect(messageOf('<b>bold</b>')).toBe('<b>bold</b>')
    expect(messageOf('é'.repeat(200))).toBe('é'.repeat(200))
    expect(messageOf('🎬'.repeat(10_000))).toBe(`${'🎬'.repeat(199)}…`)
  })

  it.each(['', ' \n', null, 7, { toString: 'x' }, undefined])('has no message where %j is said', (statusMessage) => {
    expect(messageOf(statusMessage)).toBeUndefined()
  })
})
