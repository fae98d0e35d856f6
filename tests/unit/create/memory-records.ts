import type { RecordStore } from '#shared/browser/record-store.ts'
import { ok } from '#shared/result.ts'
import { parseRecord, toStored } from '#shared/storage/records.ts'

/** A store of records in memory, for one test. */
export function memoryRecords(): RecordStore & { readonly keys: () => readonly string[] } {
  const rows = new Map<string, unknown>()
  return {
    keys: () => [...rows.keys()].sort(),
    read: async (key, record) => parseRecord(record, rows.get(key)),
    async write(key, record, data) {
      rows.set(key, structuredClone(toStored(record, data)))
      return ok(null)
    },
    async update(key, record, change) {
      rows.set(key, structuredClone(toStored(record, change(parseRecord(record, rows.get(key))))))
      return ok(null)
    },
    async remove(key) {
      rows.delete(key)
      return ok(null)
    },
  }
}
