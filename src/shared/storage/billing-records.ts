import { z } from 'zod/mini'
import { userInfoSchema } from '#shared/api/user.ts'
import { defineRecord } from '#shared/storage/define-record.ts'

/** The account as it was last read, so that an offline start can show it and the monitor keeps its rhythm over a restart. */
export const accountRecord = defineRecord({
  version: 2,
  schema: z.nullable(z.object({ account: userInfoSchema, refreshedAtMs: z.number() })),
  fallback: () => null,
})

/** An order that is watched until its end is known. */
export const orderRecord = defineRecord({
  version: 1,
  schema: z.object({
    payOrderId: z.string(),
    account: z.string(),
    skuId: z.string(),
    skuType: z.number(),
    checkoutUrl: z.string(),
    createdAtMs: z.number(),
    state: z.enum(['waiting', 'confirming', 'late', 'success', 'failed', 'closed']),
    /** When the checkout last said that it was paid; null when it never did. */
    confirmedAtMs: z.nullable(z.number()),
    /** Answered questions of the short poll, and of the slow one after it. */
    confirmPolls: z.number(),
    latePolls: z.number(),
    /** The last answered question, and how long after it the next one is asked. */
    askedAtMs: z.number(),
    pauseMs: z.number(),
    /** The success has been passed on: the balance and the membership are being read anew. */
    isTold: z.boolean(),
  }),
  fallback: (): never => {
    throw new Error('an order has no fallback')
  },
})
export type OrderRow = z.infer<typeof orderRecord.schema>
