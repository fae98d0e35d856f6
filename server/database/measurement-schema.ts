import { index, pgTable, text, boolean, jsonb } from 'drizzle-orm/pg-core'
import { ATTRIBUTION_STATES, MESSAGE_KINDS, TRACKER_ENVIRONMENTS } from '#shared/domain/tracker-kinds.ts'
import { timeMs } from './core-schema.ts'
import type { TrackEvent } from '#shared/api/track.ts'

/** A browser with consent to attribution, by the id that the SDK generated. */
export const attributionDevice = pgTable(
  'attribution_device',
  {
    webUuid: text('web_uuid').primaryKey(),
    adid: text().notNull().unique(),
    environment: text({ enum: TRACKER_ENVIRONMENTS }).notNull(),
    /** The hash of the browser's last user token; null without one. */
    tokenSha256: text('token_sha256'),
    network: text().notNull(),
    campaign: text().notNull().default(''),
    adgroup: text().notNull().default(''),
    creative: text().notNull().default(''),
    clickLabel: text('click_label').notNull().default(''),
    state: text({ enum: ATTRIBUTION_STATES }).notNull().default('installed'),
    createdAtMs: timeMs('created_at_ms').notNull(),
    seenAtMs: timeMs('seen_at_ms').notNull(),
  },
  (table) => [index('attribution_device_seen').on(table.seenAtMs)],
)

/** A message of the attribution SDK. `facts` is JSON of the known fields, without any token. */
export const attributionMessage = pgTable(
  'attribution_message',
  {
    id: text().primaryKey(),
    webUuid: text('web_uuid')
      .notNull()
      .references(() => attributionDevice.webUuid, { onDelete: 'cascade' }),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    facts: text().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [index('attribution_message_by_device').on(table.webUuid), index('attribution_message_age').on(table.createdAtMs)],
)

/** Browsers that asked to be forgotten: only a hash of their id remains. */
export const forgottenDevice = pgTable('forgotten_device', {
  webUuidSha256: text('web_uuid_sha256').primaryKey(),
  forgottenAtMs: timeMs('forgotten_at_ms').notNull(),
})

/** A client error, sent with consent and without identity. */
export const clientError = pgTable(
  'client_error',
  {
    id: text().primaryKey(),
    /** The error code that the user saw. */
    errorId: text('error_id').notNull(),
    kind: text().notNull(),
    words: text().notNull(),
    /** The path pattern of the screen, not the address of the page. */
    screen: text().notNull(),
    version: text().notNull(),
    userAgent: text('user_agent').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [index('client_error_by_error_id').on(table.errorId), index('client_error_age').on(table.createdAtMs)],
)

/** A usage event, sent with consent. It contains a separate browser id, and no token, account or address. */
export const usageEvent = pgTable(
  'usage_event',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    fields: jsonb().$type<TrackEvent['fields']>().notNull(),
    /** When the event happened, by the device's clock. */
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
