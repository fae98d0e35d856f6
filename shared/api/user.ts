import { type ZodMiniType, z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { MAX_PAGE_ROWS } from '#shared/domain/number-bounds.ts'

export const pointsSchema = z.lazy(() => z.object({ points: numbers.amount(), held: numbers.amount() }))
export type Points = z.infer<typeof pointsSchema>

export const getPoints = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/points',
  input: z.lazy(() => z.object({})),
  data: pointsSchema,
})

export const LEDGER_KINDS = ['grant', 'purchase', 'hold', 'settle', 'return', 'expiry'] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

export const ledgerEntrySchema = z.lazy(() =>
  z.object({
    id: z.string(),
    kind: z.enum(LEDGER_KINDS),
    amount: numbers.amount(),
    balance: numbers.amount(),
    occurredAt: numbers.time(),
    taskId: z.optional(z.string()),
    orderId: z.optional(z.string()),
    note: z.string(),
  }),
)
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

export const getLedger = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/ledger',
  input: z.lazy(() => z.object({ start: z.optional(plainText(64)), limit: z.optional(numbers.queryNumber(1, MAX_PAGE_ROWS)) })),
  data: z.lazy(() => z.object({ data: z.array(ledgerEntrySchema), hasNext: z.boolean() })),
})

const TRUE_VALUES: ReadonlySet<unknown> = new Set([1, '1', true])

/** `everSubscribed` has two names on the wire; 1, '1' and true there mean true. */
function readEverSubscribed(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw
  const { everSubscribed, isEverSubscribed } = raw as Record<string, unknown>
  return { ...raw, everSubscribed: TRUE_VALUES.has(everSubscribed ?? isEverSubscribed) }
}

const plainUserInfoSchema = z.lazy(() =>
  z.object({
    /** The account's id; empty for a visitor. */
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    membershipStatus: z.string(),
    /** The end of the membership, in ms since 1970; null if the account never had a membership. */
    membershipExpiresAt: z.nullable(numbers.time()),
    points: numbers.amount(),
    everSubscribed: z.boolean(),
    isLoggedIn: z.boolean(),
    /** False for an account that only Google or a passkey opens. */
    hasPassword: z.boolean(),
    hasGoogle: z.boolean(),
    createdAt: numbers.time(),
    /** The time of the scheduled erasure, in ms since 1970; null if no erasure is scheduled. */
    deletesAt: z.nullable(numbers.time()),
    /** The user must change the address: another account has this mailbox in another spelling, or new accounts may not use the address. */
    needsOtherEmail: z.optional(z.boolean()),
  }),
)
export type UserInfo = z.infer<typeof plainUserInfoSchema>

/** The account information of a visitor. */
export const VISITOR_INFO: UserInfo = {
  id: '',
  email: '',
  firstName: '',
  lastName: '',
  membershipStatus: 'NONE',
  membershipExpiresAt: null,
  points: 0,
  everSubscribed: false,
  isLoggedIn: false,
  hasPassword: false,
  hasGoogle: false,
  createdAt: 0,
  deletesAt: null,
}

/** The account, as each answer contains it. Rule: docs/account.md, "Accounts". */
export const userInfoSchema: ZodMiniType<UserInfo> = z.pipe(z.transform(readEverSubscribed), plainUserInfoSchema)

/** The caller's account; for a visitor, `VISITOR_INFO` with the visitor's points. H3009: the caller is neither. */
export const getMe = defineCall({ method: 'GET', base: 'main', path: '/user/me', input: z.lazy(() => z.object({})), data: userInfoSchema })
