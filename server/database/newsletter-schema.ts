import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { timeMs } from './core-schema.ts'

/** A newsletter subscription. It gets mail only after confirmation, and is deleted when unsubscribed. */
export const newsletterSubscriber = pgTable(
  'newsletter_subscriber',
  {
    /** The links in mails to this subscriber contain and sign this id. */
    id: text().primaryKey(),
    /** The canonical form of the address. */
    email: text().notNull().unique(),
    /** The address that receives mail; null in a row of an earlier build, where `email` receives it. */
    sentTo: text('sent_to'),
    askedAtMs: timeMs('asked_at_ms').notNull(),
    confirmedAtMs: timeMs('confirmed_at_ms'),
  },
  (table) => [index('newsletter_subscriber_age').on(table.askedAtMs)],
)
