import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { ATTRIBUTION_STATES, MESSAGE_KINDS, TRACKER_ENVIRONMENTS } from '../tracker-kinds.ts'
import { timeMs } from './time-ms.ts'

/** A browser whose person lets us know where they came from, by the id that the attribution SDK has made for it. */
export const attributionDevice = pgTable(
  'attribution_device',
  {
    webUuid: text('web_uuid').primaryKey(),
    adid: text().notNull().unique(),
    environment: text({ enum: TRACKER_ENVIRONMENTS }).notNull(),
    /** Hash of the user token that was there last; null before it was told. */
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

/** What such a browser told. `facts` is JSON of the fields that are known, without any token. */
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

/** Browsers that are forgotten: nothing of them is left but that, under a hash of their id. */
export const forgottenDevice = pgTable('forgotten_device', {
  webUuidSha256: text('web_uuid_sha256').primaryKey(),
  forgottenAtMs: timeMs('forgotten_at_ms').notNull(),
})

/** What broke on a page whose person lets us know. It names nobody. */
export const clientError = pgTable(
  'client_error',
  {
    id: text().primaryKey(),
    /** What the person was shown, and may have copied. */
    errorId: text('error_id').notNull(),
    kind: text().notNull(),
    words: text().notNull(),
    /** The pattern of the screen, not its address. */
    screen: text().notNull(),
    version: text().notNull(),
    userAgent: text('user_agent').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [index('client_error_by_error_id').on(table.errorId), index('client_error_age').on(table.createdAtMs)],
)
