import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { owner, timeMs } from './core-schema.ts'

/** An account. Its id is also its owner's id and the business user id. */
export const account = pgTable(
  'account',
  {
    id: text()
      .primaryKey()
      .references(() => owner.id),
    email: text().notNull().unique(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Null for a Google-only account. */
    passwordHash: text('password_hash'),
    googleSub: text('google_sub').unique(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    /** When the points of its first visitor were added; set once. */
    pointsCarriedAtMs: timeMs('points_carried_at_ms'),
    /** When it will be erased; null without a scheduled deletion. */
    deletesAtMs: timeMs('deletes_at_ms'),
    /** An operator has closed it to its person; null while it is open. */
    disabledAtMs: timeMs('disabled_at_ms'),
  },
  (table) => [
    index('account_to_erase')
      .on(table.deletesAtMs)
      .where(sql`${table.deletesAtMs} is not null`),
  ],
)

/**
 * The account that has a mailbox, by the canonical form of its address. Of accounts from before this table that share one, the
 * oldest has the row.
 */
export const accountEmail = pgTable(
  'account_email',
  {
    canonical: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The account's address that `canonical` was computed from. A build without this table changes the address alone. */
    email: text().notNull(),
  },
  (table) => [index('account_email_by_account').on(table.accountId)],
)

/** Mailboxes that got the welcome points, as keyed hashes, which survive the account. */
export const mailboxWelcome = pgTable('mailbox_welcome', {
  mailboxHash: text('mailbox_hash').primaryKey(),
  welcomedAtMs: timeMs('welcomed_at_ms').notNull(),
})

/** A login session. Only the browser's cookie holds its token. */
export const session = pgTable(
  'session',
  {
    id: text().primaryKey(),
    tokenSha256: text('token_sha256').notNull().unique(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    device: text().notNull(),
    /** The block of addresses it was used from last; '' where that is not known. */
    place: text().notNull().default(''),
    createdAtMs: timeMs('created_at_ms').notNull(),
    seenAtMs: timeMs('seen_at_ms').notNull(),
    /** When it last proved who it is, by a login or the password. */
    passwordAtMs: timeMs('password_at_ms').notNull().default(0),
    /** When it last proved the second factor; null where it never did. */
    secondFactorAtMs: timeMs('second_factor_at_ms'),
    /** Which factor that was: `app`, or the id of a passkey; null where the build before wrote the time. */
    secondFactorId: text('second_factor_id'),
  },
  (table) => [index('session_by_account').on(table.accountId), index('session_age').on(table.seenAtMs)],
)

/** An authenticator app. Until a code has confirmed it, it counts for nothing. */
export const secondFactor = pgTable('second_factor', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  /** Its secret, encrypted for this account. */
  sealed: text().notNull(),
  /** The step of the last code that was used: no code of it, or of one before, is right again. */
  lastStep: integer('last_step').notNull(),
  createdAtMs: timeMs('created_at_ms').notNull(),
  confirmedAtMs: timeMs('confirmed_at_ms'),
  /** When a person with a shell on the server confirmed it for the operator's console. */
  consoleConfirmedAtMs: timeMs('console_confirmed_at_ms'),
})

/** Recovery codes that are left, as keyed hashes. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
)

/** A passkey: a key pair whose private half the device keeps. Its id is that of WebAuthn. */
export const passkey = pgTable(
  'passkey',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    publicKey: text('public_key').notNull(),
    /** How often it was used, as far as the device counts. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().notNull(),
    /** Whether it is kept by a service that shares it between devices. */
    isSynced: boolean('is_synced').notNull(),
    name: text().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    usedAtMs: timeMs('used_at_ms'),
    /** When a person with a shell on the server confirmed it for the operator's console. */
    consoleConfirmedAtMs: timeMs('console_confirmed_at_ms'),
  },
  (table) => [index('passkey_by_account').on(table.accountId)],
)

/** A login that is not finished, of the browser whose cookie holds its token. */
export const loginChallenge = pgTable(
  'login_challenge',
  {
    tokenSha256: text('token_sha256').primaryKey(),
    kind: text().notNull(),
    accountId: text('account_id').references(() => account.id, { onDelete: 'cascade' }),
    data: text().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [index('login_challenge_by_account').on(table.accountId), index('login_challenge_age').on(table.createdAtMs)],
)

/** Browsers and networks that the account was used from, as keyed hashes: attempts by strangers do not lock these out. */
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
    /** The canonical address. For a new address of an account: its id and that address. */
    email: text().notNull(),
    type: integer().notNull(),
    codeHash: text('code_hash').notNull(),
    /** The requester, as a keyed hash. */
    askedBy: text('asked_by').notNull().default(''),
    wrongTries: integer('wrong_tries').notNull(),
    /** Failed tries by callers other than the requester. */
    othersWrongTries: integer('others_wrong_tries').notNull().default(0),
    sentAtMs: timeMs('sent_at_ms').notNull(),
    usedAtMs: timeMs('used_at_ms'),
  },
  (table) => [primaryKey({ columns: [table.email, table.type] })],
)

/** The result of a correct code: the right to sign up or to set a password, once. */
export const emailProof = pgTable('email_proof', {
  tokenSha256: text('token_sha256').primaryKey(),
  email: text().notNull(),
  type: integer().notNull(),
  createdAtMs: timeMs('created_at_ms').notNull(),
})

/** The address that an account is about to change to. */
export const emailChange = pgTable('email_change', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  newEmail: text('new_email').notNull(),
  createdAtMs: timeMs('created_at_ms').notNull(),
})

/** Rate-limit counters; the key contains the limit and a hash of the caller. */
export const rateLimit = pgTable('rate_limit', {
  key: text().primaryKey(),
  count: integer().notNull(),
  endsAtMs: timeMs('ends_at_ms').notNull(),
})

/** Outgoing mail. Without a mail server it is stored, to be read at `/dev/mail`. */
export const mail = pgTable(
  'mail',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The reply-to address; null for the sender. */
    replyTo: text('reply_to'),
    /** The one-click unsubscribe address; null where there is none. */
    unsubscribeUrl: text('unsubscribe_url'),
    attempts: integer().notNull().default(0),
    dueAtMs: timeMs('due_at_ms').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [index('mail_due').on(table.dueAtMs)],
)

/** Mailboxes that used the free trial; a new account of the same address gets no second one. */
export const trialUse = pgTable('trial_use', {
  emailHash: text('email_hash').primaryKey(),
  usedAtMs: timeMs('used_at_ms').notNull(),
})

/** The tables of what protects an account, beside the account itself. */
export const PROTECTION_TABLES = [secondFactor, recoveryCode, passkey, loginChallenge, emailChange] as const

/** Name, address and tax number that an account wants on its invoices. Erased with the account. */
export const billingDetails = pgTable('billing_details', {
  ownerId: text('owner_id')
    .primaryKey()
    .references(() => owner.id),
  name: text().notNull(),
  address: text().notNull(),
  taxNumber: text('tax_number').notNull(),
})
