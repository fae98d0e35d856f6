import { expect, test } from 'vitest'
import { parseRecord, toStored } from '#shared/storage/records.ts'
import { type MutationRow, mutationRecord } from '#shared/storage/hub-records.ts'

const row: MutationRow = {
  id: 'm1',
  account: 'account:ann',
  mutation: { kind: 'delete', ids: ['a'] },
  state: 'refused',
  createdAtMs: 1,
  error: { code: 'H4021', retry: 'never', message: 'Illegal operation', afterMs: 5, fields: ['ids'] },
}

const storeAndReadError = (error: unknown) =>
  parseRecord(mutationRecord, { ...toStored(mutationRecord, row), data: { ...row, error } })?.error

test('an error is read back as stored', () => {
  expect(storeAndReadError(row.error)).toEqual(row.error)
  expect(storeAndReadError(null)).toBeNull()
})

test.each([
  [
    { code: 'H9999', retry: 'later' },
    { code: 'H5001', retry: 'later' },
  ],
  [
    { code: 'H4021', retry: 'perhaps' },
    { code: 'H5001', retry: 'never' },
  ],
  ['H4021', { code: 'H5001', retry: 'never' }],
])('one that this build does not understand, %j, leaves its row, and becomes an unknown one', (error, expected) => {
  expect(storeAndReadError(error)).toEqual(expected)
})
