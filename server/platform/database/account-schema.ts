import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { owner } from './schema.ts'
import { timeMs } from './time-ms.ts'

/** Somebody who has signed up. Its id is the id of the owner it is, and the business user id. */
export const account = pgTable(
  'account',
  {
    id: text()
      .primaryKey()
      .references(() => owner.id),
    email: text().notNull().unique(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Null: only Google opens it. */
    passwordHash: text('password_hash'),
    googleSub: text('google_sub').unique(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    /** When a visitor's points were added: that happens once. */
    pointsCarriedAtMs: timeMs('points_carried_at_ms'),
    /** When it will be erased; null unless its deletion was asked for. */
    deletesAtMs: timeMs('deletes_at_ms'),
  },
  (table) => [
    index('account_to_erase')
      .on(table.deletesAtMs)
      .where(sql`${table.deletesAtMs} is not null`),
  ],
)

/** Mailboxes that have had a new account's points, hidden by a key: they stay known after the account is gone. */
export const mailboxWelcome = pgTable('mailbox_welcome', {
  mailboxHash: text('mailbox_hash').primaryKey(),
  welcomedAtMs: timeMs('welcomed_at_ms').notNull(),
})

/** One login. Its token is known only to the browser's cookie. */
export const session = pgTable(
  'session',
  {
    id: text().primaryKey(),
    tokenSha256: text('token_sha256').notNull().unique(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    device: text().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    seenAtMs: timeMs('seen_at_ms').notNull(),
  },
  (table) => [index('session_by_account').on(table.accountId), index('session_age').on(table.seenAtMs)],
)

/** Browsers and networks that an account was used from, hidden by a keyed hash: what others try does not keep these out. */
export const knownCaller = pgTable(
  'known_caller',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    callerHash: text('caller_hash').notNull(),
    seenAtMs: timeMs('seen_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.callerHash] }), index('known_caller_age').on(table.seenAtMs)],
)

/** The latest code sent to an address for one purpose; kept as a keyed hash. */
export const emailCode = pgTable(
  'email_code',
  {
    email: text().notNull(),
    type: integer().notNull(),
    codeHash: text('code_hash').notNull(),
    /** Who asked for it, hidden by a keyed hash. */
    askedBy: text('asked_by').notNull().default(''),
    wrongTries: integer('wrong_tries').notNull(),
    /** Of everybody but who asked for it. */
    othersWrongTries: integer('others_wrong_tries').notNull().default(0),
    sentAtMs: timeMs('sent_at_ms').notNull(),
    usedAtMs: timeMs('used_at_ms'),
  },
  (table) => [primaryKey({ columns: [table.email, table.type] })],
)

/** What a read code was exchanged for: the right to sign up, or to set a password, once. */
export const emailProof = pgTable('email_proof', {
  tokenSha256: text('token_sha256').primaryKey(),
  email: text().notNull(),
  type: integer().notNull(),
  createdAtMs: timeMs('created_at_ms').notNull(),
})

/** How often something was tried in the current window; the key says what and by whom, hidden by a hash. */
export const rateLimit = pgTable('rate_limit', {
  key: text().primaryKey(),
  count: integer().notNull(),
  endsAtMs: timeMs('ends_at_ms').notNull(),
})

/** A message on its way. Where no mail server is configured it stays, to be read at `/dev/mail`. */
export const mail = pgTable(
  'mail',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** Who hears an answer to it; null for the sender. */
    replyTo: text('reply_to'),
    /** Where one request without a page ends such messages; null where there is nothing to end. */
    unsubscribeUrl: text('unsubscribe_url'),
    attempts: integer().notNull().default(0),
    dueAtMs: timeMs('due_at_ms').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [index('mail_due').on(table.dueAtMs)],
)
