import { z } from 'zod/mini'
import { defineCall } from '#shared/api/define-call.ts'
import { plainText } from '#shared/api/plain-text.ts'

export const pointsSchema = z.object({ points: z.number(), held: z.number() })
export type Points = z.infer<typeof pointsSchema>

export const getPoints = defineCall({ method: 'GET', base: 'main', path: '/user/points', input: z.object({}), data: pointsSchema })

export const LEDGER_KINDS = ['grant', 'purchase', 'hold', 'settle', 'return', 'expiry'] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

export const ledgerEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(LEDGER_KINDS),
  amount: z.number(),
  balance: z.number(),
  occurredAt: z.number(),
  taskId: z.optional(z.string()),
  orderId: z.optional(z.string()),
  note: z.string(),
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

export const getLedger = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/ledger',
  input: z.object({ start: z.optional(plainText(64)), limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))) }),
  data: z.object({ data: z.array(ledgerEntrySchema), hasNext: z.boolean() }),
})

export const userInfoSchema = z.object({
  /** Empty for a visitor. */
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  membershipStatus: z.string(),
  /** ms since 1970; null when there never was a membership. */
  membershipExpiresAt: z.nullable(z.number()),
  points: z.number(),
  everSubscribed: z.boolean(),
  isLoggedIn: z.boolean(),
})
export type UserInfo = z.infer<typeof userInfoSchema>

/** The caller's own account. */
export const getMe = defineCall({ method: 'GET', base: 'main', path: '/user/me', input: z.object({}), data: userInfoSchema })

/** An address the way people write it: the exact shape is the mail server's business. */
const email = plainText(254, 3).check(z.regex(/^[^\s@]+@[^\s@]+$/))

export const contactInputSchema = z.object({ email, subject: plainText(200, 1), message: plainText(5000, 1) })

/** A message to the people who run this. */
export const contactUs = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/contact/us',
  input: contactInputSchema,
  data: z.object({}),
  idempotent: true,
})
