import { describe, expect, it } from 'vitest'
import { readEnvelope } from '#shared/api/envelope.ts'

describe('the envelope', () => {
  it('gives the data of a success in both forms', () => {
    expect(readEnvelope({ statusCode: 200, data: { points: 5 } }, null)).toEqual({ ok: true, value: { points: 5 } })
    expect(readEnvelope({ message: { code: 200, messageInfo: 'ok' }, result: { points: 5 } }, null)).toEqual({
      ok: true,
      value: { points: 5 },
    })
  })

  it('gives the code of a failure, its text and its fields', () => {
    const body = { statusCode: 'H3000', statusMessage: 'Invalid parameters', fields: ['prompt'] }
    expect(readEnvelope(body, null)).toEqual({
      ok: false,
      error: { code: 'H3000', retry: 'never', detail: 'Invalid parameters', fields: ['prompt'] },
    })
    expect(readEnvelope({ message: { code: 'H4044', messageInfo: 'no' } }, null)).toMatchObject({ error: { code: 'H4044', detail: 'no' } })
  })

  it('says when to come back', () => {
    expect(readEnvelope({ statusCode: 'H4022' }, '7')).toMatchObject({ error: { code: 'H4022', retry: 'later', afterMs: 7000 } })
  })

  it.each([undefined, null, 'text', 12, {}, { statusCode: null }, []])('is an error of its own when it is %j', (body) => {
    expect(readEnvelope(body, null)).toMatchObject({ ok: false, error: { code: 'answer_malformed' } })
  })

  it('turns a code nobody knows into H5001', () => {
    expect(readEnvelope({ statusCode: 'H9999' }, null)).toMatchObject({ error: { code: 'H5001' } })
  })
})
