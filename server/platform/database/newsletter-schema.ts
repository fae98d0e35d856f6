import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { timeMs } from './time-ms.ts'

/** An address that asked for the newsletter. It gets letters only once it was confirmed, and goes with the first word against it. */
export const newsletterSubscriber = pgTable(
  'newsletter_subscriber',
  {
    /** Its links are made from this. */
    id: text().primaryKey(),
    email: text().notNull().unique(),
    /** When it asked last. */
    askedAtMs: timeMs('asked_at_ms').notNull(),
    confirmedAtMs: timeMs('confirmed_at_ms'),
  },
  (table) => [index('newsletter_subscriber_age').on(table.askedAtMs)],
)
