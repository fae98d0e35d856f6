import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import { ENDED_ORDER_SHOWN_MS, PENDING_ORDER_POLL_LIMIT_MS } from '#shared/domain/purchase-polling.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { systemClock } from '#shared/clock.ts'
import { holdFreeLock } from '#shared/browser/locks.ts'
import { usageConsent } from '#src/measurement/consent-question.ts'
import { listLocal, readLocal, removeLocal, writeLocal } from '#src/store/local-values.ts'
import { track } from '#src/reporting/track.ts'

/** A purchase whose start was tracked. */
interface TrackedPurchase extends SourcedPurchase {
  readonly id: string
  readonly startedAtMs: number
}

interface PurchaseTrackingDeps {
  readonly rows: {
    readonly list: (prefix: string) => readonly string[]
    readonly read: (name: string) => string | null
    readonly write: (name: string, value: string) => void
    readonly remove: (name: string) => void
  }
  readonly mayTrack: () => boolean
  /** False if another tab, or an earlier call in this one, has claimed the name. */
  readonly claim: (name: string) => Promise<boolean>
  readonly trackStart: (purchase: SourcedPurchase) => void
  /** A `failReason` of null means paid. */
  readonly trackEnd: (purchase: SourcedPurchase, failReason: string | null) => void
  readonly makeId: () => string
  readonly nowMs: () => number
}

export interface PurchaseTracking {
  /** Links a tracked purchase to its order. */
  begin(payOrderId: string, purchase: SourcedPurchase): void
  /** Resumes an unfinished order; without a tracked start, this tracks one. */
  resume(payOrderId: string, purchase: SourcedPurchase): void
  /** Tracks the end with the source of the start, in one tab only. Ends that were tracked already, or have no start here, are skipped. */
  end(payOrderId: string, failReason: string | null): Promise<void>
  /** Tracks the ends in the hub's orders. `before`: the hub's previous orders. */
  trackEnds(orders: readonly PendingOrder[], before: readonly PendingOrder[]): Promise<void>
  /** Deletes everything when tracking is no longer permitted. */
  clear(): void
}

const PREFIX = `${LOCAL_KEYS.usagePurchases}/`
/** The maximum open time plus the lifetime of an ended order. After that the hub has deleted it. */
const FORGOTTEN_MS = PENDING_ORDER_POLL_LIMIT_MS + ENDED_ORDER_SHOWN_MS

/** Tracked purchases by order, stored on the device because the end may follow a reload. Rule: docs/measurement.md, "Usage". */
export function createPurchaseTracking({
  rows,
  mayTrack,
  claim,
  trackStart,
  trackEnd,
  makeId,
  nowMs,
}: PurchaseTrackingDeps): PurchaseTracking {
  const read = (payOrderId: string) => parsePurchase(rows.read(PREFIX + payOrderId))

  function storePurchase(payOrderId: string, { skuId, source }: SourcedPurchase): void {
    const purchase: TrackedPurchase = { id: makeId(), skuId, source, startedAtMs: nowMs() }
    if (mayTrack()) rows.write(PREFIX + payOrderId, JSON.stringify(purchase))
  }

  async function end(payOrderId: string, failReason: string | null): Promise<void> {
    const purchase = read(payOrderId)
    if (purchase === null || !(await claim(`${PREFIX}${purchase.id}`)) || read(payOrderId)?.id !== purchase.id) return
    rows.remove(PREFIX + payOrderId)
    trackEnd(purchase, failReason)
  }

  return {
    begin(payOrderId, purchase) {
      const before = read(payOrderId)
      // Another press received the same order, so the first purchase was abandoned.
      if (before !== null) trackEnd(before, 'left')
      storePurchase(payOrderId, purchase)
    },
    resume(payOrderId, purchase) {
      if (read(payOrderId) !== null) return
      trackStart(purchase)
      storePurchase(payOrderId, purchase)
    },
    end,
    async trackEnds(orders, before) {
      const stateIn = (known: readonly PendingOrder[], id: string) => known.find(({ payOrderId }) => payOrderId === id)?.state
      for (const name of rows.list(PREFIX)) {
        const payOrderId = name.slice(PREFIX.length)
        const purchase = read(payOrderId)
        if (purchase === null) {
          rows.remove(name)
          continue
        }
        const ageMs = nowMs() - purchase.startedAtMs
        const failReason = endOf(stateIn(orders, payOrderId), stateIn(before, payOrderId), ageMs)
        if (failReason !== undefined) await end(payOrderId, failReason)
      }
    },
    clear() {
      for (const name of rows.list(PREFIX)) rows.remove(name)
    },
  }
}

/** The tracking of this browser. A tab caches its claims, because another tab may see the removed row late. */
export const trackedPurchases = createPurchaseTracking({
  rows: { list: listLocal, read: readLocal, write: writeLocal, remove: removeLocal },
  mayTrack: () => usageConsent() === 'granted',
  claim: holdFreeLock,
  trackStart: ({ skuId, source }) => track('purchase_start', { sku_id: skuId, source }),
  trackEnd({ skuId, source }, failReason) {
    if (failReason === null) track('purchase_success', { sku_id: skuId, source })
    else track('purchase_fail', { sku_id: skuId, source, fail_reason: failReason })
  },
  // An id per start: the tab that claims it tracks the end.
  makeId: () => crypto.randomUUID(),
  nowMs: () => systemClock.nowMs(),
})

type State = PendingOrder['state'] | undefined

/** Undefined while the order is open. A card that is rejected before a reported payment ends nothing. */
function endOf(state: State, before: State, ageMs: number): string | null | undefined {
  if (state === undefined) return ageMs > FORGOTTEN_MS ? 'unknown' : undefined
  if (state === 'success') return null
  const isRefused = state === 'failed' && (before === 'confirming' || before === 'late')
  return state === 'closed' || isRefused ? state : undefined
}

/** No schema, because only this file writes these values. */
function parsePurchase(text: string | null): TrackedPurchase | null {
  try {
    const raw = JSON.parse(text ?? 'null') as Partial<TrackedPurchase> | null
    const isWhole = typeof raw?.id === 'string' && typeof raw.skuId === 'string' && typeof raw.source === 'string'
    return isWhole && typeof raw.startedAtMs === 'number' ? (raw as TrackedPurchase) : null
  } catch {
    return null
  }
}

/** The button's location; used for tracking only. */
export type PurchaseSource = 'subscription_dialog' | 'credits_dialog' | 'pricing_page' | 'settings' | 'pending_order'

/** The tracked part of a purchase. */
export interface SourcedPurchase {
  readonly skuId: string
  readonly source: PurchaseSource
}
