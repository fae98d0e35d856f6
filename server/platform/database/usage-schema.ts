import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { TrackEvent } from '#shared/api/track.ts'
import { timeMs } from './time-ms.ts'

/** A usage event, sent with consent. It contains a separate browser id, and no token, account or address. */
export const usageEvent = pgTable(
  'usage_event',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    fields: jsonb().$type<TrackEvent['fields']>().notNull(),
    /** By the device's clock. */
    atMs: timeMs('at_ms').notNull(),
    receivedAtMs: timeMs('received_at_ms').notNull(),
    appInstanceId: text('app_instance_id').notNull(),
    hasAccount: boolean('has_account').notNull(),
    language: text().notNull(),
    deviceSize: text('device_size').notNull(),
    appVersion: text('app_version').notNull(),
    trackerVersion: text('tracker_version').notNull(),
  },
  (table) => [index('usage_event_age').on(table.receivedAtMs)],
)
