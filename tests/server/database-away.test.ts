import pg from 'pg'
import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DatabasePaused, isDatabaseAway } from '#server/database/database.ts'

const errorWithCode = (code: string) => Object.assign(new Error('said by the driver'), { code })

describe('an unresponsive database', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P03', '08006', '53300', '53100', '58030', '25006'])(
    'is away with %s',
    (code) => {
      expect(isDatabaseAway(errorWithCode(code))).toBe(true)
      expect(isDatabaseAway(new DrizzleQueryError('select 1', [], errorWithCode(code)))).toBe(true)
    },
  )

  it('is away where a connection really fails, or is cut off', async () => {
    const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none', connectionTimeoutMillis: 2000 })
    const connectionError: unknown = await pool.query('select 1').catch((error: unknown) => error)
    expect(isDatabaseAway(connectionError)).toBe(true)
    await pool.end()
    for (const words of ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])
      expect(isDatabaseAway(new Error(words))).toBe(true)
  })

  it.each(['23505', '40P01', '57014', '42P01', 'ENOSPC', 'ENOENT'])('is there with %s', (code) => {
    expect(isDatabaseAway(errorWithCode(code))).toBe(false)
    expect(isDatabaseAway(new DrizzleQueryError('select 1', [], errorWithCode(code)))).toBe(false)
  })

  it('is away while the embedded one is paused', () => {
    const pausedError = new DatabasePaused(errorWithCode('EROFS'))
    expect([isDatabaseAway(pausedError), isDatabaseAway(new DrizzleQueryError('select 1', [], pausedError))]).toEqual([true, true])
  })

  it('is there for a bug, and for a value that is no error', () => {
    for (const value of [new TypeError('x is not a function'), 'away', undefined, null]) expect(isDatabaseAway(value)).toBe(false)
  })
})
