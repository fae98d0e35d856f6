import { type ZodMiniType, z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { getSkus } from '#shared/api/catalogue.ts'
import { PAY_RESULTS } from '#shared/api/pay-orders.ts'
import { transactionSchema } from '#shared/api/payments.ts'
import { userInfoSchema, ledgerEntrySchema } from '#shared/api/user.ts'
import { BASE_CURRENCY } from '#shared/domain/sku-rules.ts'
import { type StoredRecord, defineRecord } from './records.ts'

/**
 * The last answer of the server about the account. It is shown at an offline start, and `refreshedAtMs` continues the polling interval
 * after a restart.
 */
export const accountRecord = defineRecord({
  version: 2,
  schema: z.nullable(z.object({ account: userInfoSchema, refreshedAtMs: numbers.time() })),
  fallback: () => null,
})

const stateBeforeSchema = z.object({
  lastestChosenSku: z.string(),
  isVip: z.boolean(),
  /** The balance in points; -1 if it was not known. */
  points: numbers.amount(),
})

/** An order that the hub polls until it ends. Afterwards the page shows it for a while. */
export const orderRecord = defineRecord({
  version: 2,
  schema: z.object({
    payOrderId: z.string(),
    account: z.string(),
    sessionId: z.string(),
    skuId: z.string(),
    skuType: numbers.kind(),
    checkoutUrl: z.string(),
    isEmbedded: z.boolean(),
    amountCents: numbers.amount(),
    /** Missing in rows of builds that only sold in dollars. */
    currencyCode: z._default(z.string(), BASE_CURRENCY),
    createdAtMs: numbers.time(),
    state: z.enum(['waiting', 'confirming', 'late', 'success', 'failed', 'closed']),
    lastState: stateBeforeSchema,
    /** When the checkout last reported a payment; null if never. */
    confirmedAtMs: z.nullable(numbers.time()),
    /**
     * The numbers of answered polls: `confirmPolls` while the hub polls every second after the checkout reported a payment, `latePolls` in
     * the longer pauses afterwards.
     */
    confirmPolls: numbers.count(),
    latePolls: numbers.count(),
    /** The time of the last answered poll, and the pause after it. */
    askedAtMs: numbers.time(),
    pauseMs: numbers.durationMs(),
    endedAtMs: z.nullable(numbers.time()),
    /** The success of the order was applied: balance, membership and histories were read again. */
    isTold: z.boolean(),
  }),
  fallback: (): never => {
    throw new Error('an order has no fallback')
  },
  migrate: (_version, data) => {
    const { state, createdAtMs } = data as { readonly state: string; readonly createdAtMs: number }
    const hasEnded = state === 'success' || state === 'failed' || state === 'closed'
    const lastState = { lastestChosenSku: '', isVip: false, points: -1 }
    const unknownFields = { sessionId: '', isEmbedded: true, amountCents: 0, lastState }
    return { ...(data as object), ...unknownFields, endedAtMs: hasEnded ? createdAtMs : null }
  },
})
export type OrderRow = z.infer<typeof orderRecord.schema>

/** A purchase request. It is stored before the first call with its exact body, and linked with its order afterwards. */
export const intentRecord = defineRecord({
  version: 1,
  schema: z.object({
    idempotencyKey: z.string(),
    account: z.string(),
    skuId: z.string(),
    skuType: numbers.kind(),
    body: z.string(),
    createdAtMs: numbers.time(),
    /** The request creates another order although an order of the same SKU is open. */
    isAgain: z.boolean(),
    lastState: stateBeforeSchema,
    /** The press that created the request, and later presses that joined it. */
    pressIds: z.array(z.string()),
    /** The id of the order; null before the server's answer. */
    payOrderId: z.nullable(z.string()),
  }),
  fallback: (): never => {
    throw new Error('an intent has no fallback')
  },
})
export type IntentRow = z.infer<typeof intentRecord.schema>

/** The last order of an account and its result. */
export const lastOrderRecord = defineRecord({
  version: 1,
  schema: z.object({
    account: z.string(),
    checkoutUrl: z.string(),
    sessionId: z.string(),
    payOrderId: z.string(),
    /** Missing in rows of builds that did not store it. */
    skuType: z.optional(numbers.kind()),
    /** The time of the order by the server's clock, in ms since 1970. */
    orderTime: numbers.time(),
    payResult: z.enum(PAY_RESULTS),
    lastState: stateBeforeSchema,
    storedAtMs: numbers.time(),
  }),
  fallback: (): never => {
    throw new Error('a last order has no fallback')
  },
})

export const lastSkuRecord = defineRecord({
  version: 1,
  schema: z.object({
    account: z.string(),
    skuId: z.string(),
    skuType: numbers.kind(),
    skuName: z.string(),
    chosenAtMs: numbers.time(),
  }),
  fallback: (): never => {
    throw new Error('a last SKU has no fallback')
  },
})

/** The newest rows of a billing list, their owner, and when the server sent them (ms since 1970). */
export interface StoredList<T> {
  readonly owner: string
  readonly items: readonly T[]
  /** The server has older rows. */
  readonly hasNext: boolean
  readonly storedAtMs: number
}

function listRecord<T>(item: ZodMiniType<T>): StoredRecord<StoredList<T>> {
  return defineRecord({
    version: 1,
    schema: z.object({ owner: z.string(), items: z.array(item), hasNext: z.boolean(), storedAtMs: numbers.time() }),
    fallback: () => ({ owner: '', items: [], hasNext: false, storedAtMs: 0 }),
  })
}

export const storedLedgerRecord = listRecord(ledgerEntrySchema)
/** The stored payment histories have this shape; each kind of history has its own row. */
export const storedTransactionsRecord = listRecord(transactionSchema)

/** The catalogue of one owner, because prices depend on the account: members pay less for packs. */
export const catalogueRecord = defineRecord({
  version: 1,
  schema: z.object({
    owner: z.string(),
    pages: z.object({ page1: getSkus.data, page2: getSkus.data, page3: getSkus.data }),
    storedAtMs: numbers.time(),
  }),
  fallback: (): never => {
    throw new Error('a stored catalogue has no fallback')
  },
})
export type StoredCatalogue = z.infer<typeof catalogueRecord.schema>
export type CataloguePages = StoredCatalogue['pages']
