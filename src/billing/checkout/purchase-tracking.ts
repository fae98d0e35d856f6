import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import { ENDED_ORDER_SHOWN_MS, PENDING_ORDER_POLL_LIMIT_MS } from '#shared/domain/purchase-polling.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { systemClock } from '#shared/clock.ts'
import { holdFreeLock } from '#shared/browser/locks.ts'
import { usageConsent } from '#src/measurement/consent-question.ts'
import { listLocal, readLocal, removeLocal, writeLocal } from '#src/store/local-values.ts'
import { track } from '#src/reporting/track.ts'

/** A purchase whose start was sent to the usage tracking. */
interface TrackedPurchase extends SourcedPurchase {
  readonly id: string
  readonly startedAtMs: number
}

interface PurchaseTrackingDeps {
  readonly localValues: {
    readonly list: (prefix: string) => readonly string[]
    readonly read: (name: string) => string | null
    readonly write: (name: string, value: string) => void
    readonly remove: (name: string) => void
  }
  readonly mayTrack: () => boolean
  /** Claims a name among the tabs. False if another tab, or an earlier call in this tab, has it. */
  readonly claim: (name: string) => Promise<boolean>
  readonly trackStart: (purchase: SourcedPurchase) => void
  /** Sends the end of a purchase. A `failReason` of null means that it was paid. */
  readonly trackEnd: (purchase: SourcedPurchase, failReason: string | null) => void
  readonly makeId: () => string
  readonly nowMs: () => number
}

export interface PurchaseTracking {
  /** Stores a purchase whose start was tracked, by its order. A purchase that is already stored for this order ends as 'left'. */
  begin(payOrderId: string, purchase: SourcedPurchase): void
  /** Called when the user resumes an unfinished order. If no start is stored for the order in this browser, tracks and stores it now. */
  resume(payOrderId: string, purchase: SourcedPurchase): void
  /**
   * Tracks the end with the source of the start, in one tab only. Does nothing if the end was already tracked or no start is stored
   * here.
   */
  end(payOrderId: string, failReason: string | null): Promise<void>
  /** Tracks the end of each tracked purchase whose order has ended in `orders`. `previousOrders` is the hub's list before the change. */
  trackEnds(orders: readonly PendingOrder[], previousOrders: readonly PendingOrder[]): Promise<void>
  /** Deletes all stored purchases, when tracking is no longer permitted. */
  clear(): void
}

const KEY_PREFIX = `${LOCAL_KEYS.usagePurchases}/`
/** The maximum time an order is open, plus the time for which the hub stores an ended order. Later, the order's end is unknown. */
const ORDER_FORGOTTEN_MS = PENDING_ORDER_POLL_LIMIT_MS + ENDED_ORDER_SHOWN_MS

/** Stores tracked purchases by order on the device, because an order may end after a reload. Rule: docs/measurement.md, "Usage". */
export function createPurchaseTracking({
  localValues,
  mayTrack,
  claim,
  trackStart,
  trackEnd,
  makeId,
  nowMs,
}: PurchaseTrackingDeps): PurchaseTracking {
  const readPurchase = (payOrderId: string) => parsePurchase(localValues.read(KEY_PREFIX + payOrderId))

  function storePurchase(payOrderId: string, { skuId, source }: SourcedPurchase): void {
    const purchase: TrackedPurchase = { id: makeId(), skuId, source, startedAtMs: nowMs() }
    if (mayTrack()) localValues.write(KEY_PREFIX + payOrderId, JSON.stringify(purchase))
  }

  async function end(payOrderId: string, failReason: string | null): Promise<void> {
    const purchase = readPurchase(payOrderId)
    if (purchase === null || !(await claim(`${KEY_PREFIX}${purchase.id}`)) || readPurchase(payOrderId)?.id !== purchase.id) return
    localValues.remove(KEY_PREFIX + payOrderId)
    trackEnd(purchase, failReason)
  }

  return {
    begin(payOrderId, purchase) {
      const earlierPurchase = readPurchase(payOrderId)
      // Another press on "buy" received the same order, so the first purchase was abandoned.
      if (earlierPurchase !== null) trackEnd(earlierPurchase, 'left')
      storePurchase(payOrderId, purchase)
    },
    resume(payOrderId, purchase) {
      if (readPurchase(payOrderId) !== null) return
      trackStart(purchase)
      storePurchase(payOrderId, purchase)
    },
    end,
    async trackEnds(orders, previousOrders) {
      const stateIn = (list: readonly PendingOrder[], id: string) => list.find(({ payOrderId }) => payOrderId === id)?.state
      for (const name of localValues.list(KEY_PREFIX)) {
        const payOrderId = name.slice(KEY_PREFIX.length)
        const purchase = readPurchase(payOrderId)
        if (purchase === null) {
          localValues.remove(name)
          continue
        }
        const ageMs = nowMs() - purchase.startedAtMs
        const failReason = failReasonOf(stateIn(orders, payOrderId), stateIn(previousOrders, payOrderId), ageMs)
        if (failReason !== undefined) await end(payOrderId, failReason)
      }
    },
    clear() {
      for (const name of localValues.list(KEY_PREFIX)) localValues.remove(name)
    },
  }
}

/**
 * The purchase tracking of this browser. A tab holds its claims until it closes, because another tab may still read a removed entry of
 * localStorage for a moment.
 */
export const trackedPurchases = createPurchaseTracking({
  localValues: { list: listLocal, read: readLocal, write: writeLocal, remove: removeLocal },
  mayTrack: () => usageConsent() === 'granted',
  claim: holdFreeLock,
  trackStart: ({ skuId, source }) => track('purchase_start', { sku_id: skuId, source }),
  trackEnd({ skuId, source }, failReason) {
    if (failReason === null) track('purchase_success', { sku_id: skuId, source })
    else track('purchase_fail', { sku_id: skuId, source, fail_reason: failReason })
  },
  // Each start has an id. The tab that claims the id tracks the end.
  makeId: () => crypto.randomUUID(),
  nowMs: () => systemClock.nowMs(),
})

type OrderStateOrNone = PendingOrder['state'] | undefined

/**
 * Returns null for a paid order, the reason for a failed one, and undefined for an open one. `failed` ends the order only after `confirming`
 * or `late`: in any other case only the card was rejected, and the user can still pay. An order that the hub has forgotten ends as 'unknown'.
 */
function failReasonOf(state: OrderStateOrNone, previousState: OrderStateOrNone, ageMs: number): string | null | undefined {
  if (state === undefined) return ageMs > ORDER_FORGOTTEN_MS ? 'unknown' : undefined
  if (state === 'success') return null
  const hasPaymentFailed = state === 'failed' && (previousState === 'confirming' || previousState === 'late')
  return state === 'closed' || hasPaymentFailed ? state : undefined
}

/** Checks the fields by hand: only this file writes these values, so they need no schema. */
function parsePurchase(text: string | null): TrackedPurchase | null {
  try {
    const raw = JSON.parse(text ?? 'null') as Partial<TrackedPurchase> | null
    const hasTexts = typeof raw?.id === 'string' && typeof raw.skuId === 'string' && typeof raw.source === 'string'
    return hasTexts && typeof raw.startedAtMs === 'number' ? (raw as TrackedPurchase) : null
  } catch {
    return null
  }
}

/** Where the buy button is; used for tracking only. */
export type PurchaseSource = 'subscription_dialog' | 'credits_dialog' | 'pricing_page' | 'settings' | 'pending_order'

/** The parts of a purchase that are sent to the tracking. */
export interface SourcedPurchase {
  readonly skuId: string
  readonly source: PurchaseSource
}
