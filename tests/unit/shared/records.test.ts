import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { defineRecord, parseRecord, readRecord, toStored } from '#shared/storage/records.ts'

const record = defineRecord({
  version: 2,
  schema: z.object({ name: z.string() }),
  fallback: () => ({ name: 'none' }),
  migrate: (fromVersion, data) => (fromVersion === 1 ? { name: String(data) } : undefined),
})

describe('stored records', () => {
  it('are read back as written', () => {
    expect(readRecord(record, toStored(record, { name: 'a' }))).toEqual({ name: 'a' })
  })

  it('of an older version are migrated', () => {
    expect(readRecord(record, { version: 1, data: 'old' })).toEqual({ name: 'old' })
  })

  it.each([undefined, null, 7, {}, { version: 2, data: { name: 1 } }, { version: 9, data: { name: 'future' } }])(
    'that are %j become the fallback',
    (raw) => {
      expect(readRecord(record, raw)).toEqual({ name: 'none' })
      expect(parseRecord(record, raw)).toBeUndefined()
    },
  )
})
