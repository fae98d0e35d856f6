import { z } from 'zod/mini'
import { PAY_RESULTS } from '#shared/api/pay-orders.ts'
import { userInfoSchema } from '#shared/api/user.ts'
import { defineRecord } from '#shared/storage/define-record.ts'

/** The account as it was last read, so that an offline start can show it and the monitor keeps its rhythm over a restart. */
export const accountRecord = defineRecord({
  version: 2,
  schema: z.nullable(z.object({ account: userInfoSchema, refreshedAtMs: z.number() })),
  fallback: () => null,
})

const stateBeforeSchema = z.object({
  lastestChosenSku: z.string(),
  isVip: z.boolean(),
  /** -1 when the balance was not known. */
  points: z.number(),
})

/** An order that is watched until its end is known, and shown for a while after it. */
export const orderRecord = defineRecord({
  version: 2,
  schema: z.object({
    payOrderId: z.string(),
    account: z.string(),
    sessionId: z.string(),
    skuId: z.string(),
    skuType: z.number(),
    checkoutUrl: z.string(),
    isEmbedded: z.boolean(),
    amountCents: z.number(),
    createdAtMs: z.number(),
    state: z.enum(['waiting', 'confirming', 'late', 'success', 'failed', 'closed']),
    lastState: stateBeforeSchema,
    /** When the checkout last said that it was paid; null when it never did. */
    confirmedAtMs: z.nullable(z.number()),
    /** Answered questions of the short poll, and of the slow one after it. */
    confirmPolls: z.number(),
    latePolls: z.number(),
    /** The last answered question, and how long after it the next one is asked. */
    askedAtMs: z.number(),
    pauseMs: z.number(),
    endedAtMs: z.nullable(z.number()),
    /** The success has been passed on: balance, membership and histories were read anew. */
    isTold: z.boolean(),
  }),
  fallback: (): never => {
    throw new Error('an order has no fallback')
  },
  migrate: (_version, data) => {
    const { state, createdAtMs } = data as { readonly state: string; readonly createdAtMs: number }
    const hasEnded = state === 'success' || state === 'failed' || state === 'closed'
    const lastState = { lastestChosenSku: '', isVip: false, points: -1 }
    const unknown = { sessionId: '', isEmbedded: true, amountCents: 0, lastState }
    return { ...(data as object), ...unknown, endedAtMs: hasEnded ? createdAtMs : null }
  },
})
export type OrderRow = z.infer<typeof orderRecord.schema>

/** What somebody wants to buy: stored before the first call, with the exact body that is sent, and linked with its order once there is one. */
export const intentRecord = defineRecord({
  version: 1,
  schema: z.object({
    idempotencyKey: z.string(),
    account: z.string(),
    skuId: z.string(),
    skuType: z.number(),
    body: z.string(),
    createdAtMs: z.number(),
    /** It was made though an order of the same SKU was open. */
    isAgain: z.boolean(),
    lastState: stateBeforeSchema,
    /** The press that began it, and those for one more that joined it. */
    pressIds: z.array(z.string()),
    /** Null as long as no answer has come. */
    payOrderId: z.nullable(z.string()),
  }),
  fallback: (): never => {
    throw new Error('an intent has no fallback')
  },
})
export type IntentRow = z.infer<typeof intentRecord.schema>

/** The last order of an account and what became of it. */
export const lastOrderRecord = defineRecord({
  version: 1,
  schema: z.object({
    account: z.string(),
    checkoutUrl: z.string(),
    sessionId: z.string(),
    payOrderId: z.string(),
    /** The server's clock, in ms since 1970. */
    orderTime: z.number(),
    payResult: z.enum(PAY_RESULTS),
    lastState: stateBeforeSchema,
    storedAtMs: z.number(),
  }),
  fallback: (): never => {
    throw new Error('a last order has no fallback')
  },
})

/** The SKU that an account chose last. */
export const lastSkuRecord = defineRecord({
  version: 1,
  schema: z.object({
    account: z.string(),
    skuId: z.string(),
    skuType: z.number(),
    skuName: z.string(),
    chosenAtMs: z.number(),
  }),
  fallback: (): never => {
    throw new Error('a last SKU has no fallback')
  },
})
