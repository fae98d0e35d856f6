import type { ZodMiniType } from 'zod/mini'

/** A kind of stored record: its shape, version, fallback and migration. */
export interface StoredRecord<T> {
  readonly version: number
  readonly schema: ZodMiniType<T>
  readonly fallback: () => T
  /** Migrates the data of an older version; undefined when it can't be kept. */
  readonly migrate?: (fromVersion: number, data: unknown) => unknown
}

/** What is written to the store. */
export interface Versioned {
  readonly version: number
  readonly data: unknown
}

/** Declares a record. */
export function defineRecord<T>(record: StoredRecord<T>): StoredRecord<T> {
  return record
}

/** Parses stored data: never throws, unknown or broken data becomes undefined. */
export function parseRecord<T>(record: StoredRecord<T>, raw: unknown): T | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined
  const { version, data } = raw as Partial<Versioned>
  if (typeof version !== 'number' || version > record.version) return undefined
  try {
    const current = version === record.version ? data : record.migrate?.(version, data)
    const parsed = record.schema.safeParse(current)
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Parses stored data, or returns the record's fallback. Never throws. */
export function readRecord<T>(record: StoredRecord<T>, raw: unknown): T {
  return parseRecord(record, raw) ?? record.fallback()
}

/** The stored form of a value. */
export function toStored<T>(record: StoredRecord<T>, data: T): Versioned {
  return { version: record.version, data }
}
