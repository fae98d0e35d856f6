import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { owner, timeMs } from './core-schema.ts'

/** An account. Its id is also the id of its owner, and the business user id in the API. */
export const account = pgTable(
  'account',
  {
    id: text()
      .primaryKey()
      .references(() => owner.id),
    email: text().notNull().unique(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Null for an account that logs in without a password. */
    passwordHash: text('password_hash'),
    googleSub: text('google_sub').unique(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    /** When the points of a visitor were moved to the account. Only the first visitor's points are moved, so the time is set once. */
    pointsCarriedAtMs: timeMs('points_carried_at_ms'),
    /** The scheduled erasure; null without one. */
    deletesAtMs: timeMs('deletes_at_ms'),
    /** When an operator disabled the account; null while it is enabled. */
    disabledAtMs: timeMs('disabled_at_ms'),
  },
  (table) => [
    index('account_to_erase')
      .on(table.deletesAtMs)
      .where(sql`${table.deletesAtMs} is not null`),
  ],
)

/**
 * Maps a mailbox, by the canonical form of its address, to its account. If older accounts share a mailbox, only the oldest account has a
 * row.
 */
export const accountEmail = pgTable(
  'account_email',
  {
    canonical: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The address from which `canonical` was computed. A build without this table changes only `account.email`, which may then differ. */
    email: text().notNull(),
  },
  (table) => [index('account_email_by_account').on(table.accountId)],
)

/** Mailboxes that got the welcome points, as keyed hashes; the rows outlive the account. */
export const mailboxWelcome = pgTable('mailbox_welcome', {
  mailboxHash: text('mailbox_hash').primaryKey(),
  welcomedAtMs: timeMs('welcomed_at_ms').notNull(),
})

/** A login session. Only the browser's cookie contains its token. */
export const session = pgTable(
  'session',
  {
    id: text().primaryKey(),
    tokenSha256: text('token_sha256').notNull().unique(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    device: text().notNull(),
    /** The IP address block from which the session was last used; '' if unknown. */
    place: text().notNull().default(''),
    createdAtMs: timeMs('created_at_ms').notNull(),
    seenAtMs: timeMs('seen_at_ms').notNull(),
    /** When the user last proved the identity, by a login or the password. */
    identityProvedAtMs: timeMs('password_at_ms').notNull().default(0),
    /** When the user last proved the second factor; null without a proof. */
    secondFactorAtMs: timeMs('second_factor_at_ms'),
    /** The proved factor: `app`, or the id of a passkey. Null if an earlier build wrote the time. */
    secondFactorId: text('second_factor_id'),
  },
  (table) => [index('session_by_account').on(table.accountId), index('session_age').on(table.seenAtMs)],
)

/** An authenticator app. It is inactive until a code confirms it. */
export const secondFactor = pgTable('second_factor', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  /** The app's secret, encrypted for this account. */
  sealed: text().notNull(),
  /** The time step of the last used code: codes of this step and of earlier steps are invalid. */
  lastStep: integer('last_step').notNull(),
  createdAtMs: timeMs('created_at_ms').notNull(),
  confirmedAtMs: timeMs('confirmed_at_ms'),
  /** When a user with a shell on the server confirmed this factor for the operator console. */
  consoleConfirmedAtMs: timeMs('console_confirmed_at_ms'),
})

/** Unused recovery codes, as keyed hashes. */
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

/** A passkey: a key pair whose private key stays on the device. The id is the WebAuthn credential id. */
export const passkey = pgTable(
  'passkey',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    publicKey: text('public_key').notNull(),
    /** The usage counter that the device reported last. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().notNull(),
    /** Whether a service synchronises the passkey between devices. */
    isSynced: boolean('is_synced').notNull(),
    name: text().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    usedAtMs: timeMs('used_at_ms'),
    /** When a user with a shell on the server confirmed this passkey for the operator console. */
    consoleConfirmedAtMs: timeMs('console_confirmed_at_ms'),
  },
  (table) => [index('passkey_by_account').on(table.accountId)],
)

/** An unfinished login, sign-up or passkey set-up. The cookie of its browser contains the token. */
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

/** Browsers and networks that have used the account, as keyed hashes. Failed attempts by strangers do not block these callers. */
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

/** The latest code sent to an address for one purpose, as a keyed hash. */
export const emailCode = pgTable(
  'email_code',
  {
    /** The canonical address. For a change of an account's address: the account id and the new address. */
    email: text().notNull(),
    type: integer().notNull(),
    codeHash: text('code_hash').notNull(),
    /** The caller that requested the code, as a keyed hash. */
    askedBy: text('asked_by').notNull().default(''),
    wrongTries: integer('wrong_tries').notNull(),
    /** Failed tries by callers other than the requester. */
    othersWrongTries: integer('others_wrong_tries').notNull().default(0),
    sentAtMs: timeMs('sent_at_ms').notNull(),
    usedAtMs: timeMs('used_at_ms'),
  },
  (table) => [primaryKey({ columns: [table.email, table.type] })],
)

/** Proves that a user entered the correct code. Allows one sign-up or one new password. */
export const emailProof = pgTable('email_proof', {
  tokenSha256: text('token_sha256').primaryKey(),
  email: text().notNull(),
  type: integer().notNull(),
  createdAtMs: timeMs('created_at_ms').notNull(),
})

/** The new address that the user of an account has requested. */
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

/** Outgoing mail. Without a mail server, the mail stays in this table; read it at `/dev/mail`. */
export const mail = pgTable(
  'mail',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The address for replies; null if replies go to the sender. */
    replyTo: text('reply_to'),
    /** The one-click unsubscribe address; null without one. */
    unsubscribeUrl: text('unsubscribe_url'),
    attempts: integer().notNull().default(0),
    dueAtMs: timeMs('due_at_ms').notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [index('mail_due').on(table.dueAtMs)],
)

/** Mailboxes that used the free trial, as keyed hashes. A new account with the same mailbox gets no second trial. */
export const trialUse = pgTable('trial_use', {
  emailHash: text('email_hash').primaryKey(),
  usedAtMs: timeMs('used_at_ms').notNull(),
})

/**
 * Second factors, recovery codes, passkeys, unfinished logins and requested address changes. The deletion of an account deletes its rows in
 * these tables.
 */
export const PROTECTION_TABLES = [secondFactor, recoveryCode, passkey, loginChallenge, emailChange] as const

/** Name, address and tax number for an account's invoices. Erased with the account. */
export const billingDetails = pgTable('billing_details', {
  ownerId: text('owner_id')
    .primaryKey()
    .references(() => owner.id),
  name: text().notNull(),
  address: text().notNull(),
  taxNumber: text('tax_number').notNull(),
})
