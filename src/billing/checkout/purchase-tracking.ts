import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import { ENDED_ORDER_KEPT_MS, PENDING_ORDER_KEPT_MS } from '#shared/domain/purchase-polling.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'

/** A purchase whose start was told. */
interface ToldPurchase extends SourcedPurchase {
  readonly id: string
  readonly startedAtMs: number
}

interface PurchaseBookDeps {
  readonly rows: {
    readonly list: (prefix: string) => readonly string[]
    readonly read: (name: string) => string | null
    readonly write: (name: string, value: string) => void
    readonly remove: (name: string) => void
  }
  readonly mayTell: () => boolean
  /** False where another tab, or another turn of this one, has claimed the name. */
  readonly claim: (name: string) => Promise<boolean>
  readonly tellStart: (purchase: SourcedPurchase) => void
  /** Null as a reason: it was paid. */
  readonly tellEnd: (purchase: SourcedPurchase, failReason: string | null) => void
  readonly makeId: () => string
  readonly nowMs: () => number
}

export interface PurchaseTracking {
  /** A purchase whose start was told has got its order. */
  begin(payOrderId: string, purchase: SourcedPurchase): void
  /** An order that was left goes on; one nobody was told of starts with that. */
  goOn(payOrderId: string, purchase: SourcedPurchase): void
  /** Tells the end with the source of the start, in one tab of all. What was told already, or never started here, is not told. */
  end(payOrderId: string, failReason: string | null): Promise<void>
  /** Tells the ends that the hub has found. `before`: the orders as it told them last. */
  look(orders: readonly PendingOrder[], before: readonly PendingOrder[]): Promise<void>
  /** Forgets everything, where it may not be told any more. */
  clear(): void
}

const PREFIX = `${LOCAL_KEYS.usagePurchases}/`
/** Open as long as it may be and ended as long as that: the hub knows nothing of the order any more. */
const FORGOTTEN_MS = PENDING_ORDER_KEPT_MS + ENDED_ORDER_KEPT_MS

/** Purchases on their way to an end, by order; on the device, because the end may come after a reload. Rule: docs/measurement.md, "Usage". */
export function createPurchaseTracking({ rows, mayTell, claim, tellStart, tellEnd, makeId, nowMs }: PurchaseBookDeps): PurchaseTracking {
  const read = (payOrderId: string) => parsePurchase(rows.read(PREFIX + payOrderId))

  function keep(payOrderId: string, { skuId, source }: SourcedPurchase): void {
    const purchase: ToldPurchase = { id: makeId(), skuId, source, startedAtMs: nowMs() }
    if (mayTell()) rows.write(PREFIX + payOrderId, JSON.stringify(purchase))
  }

  async function end(payOrderId: string, failReason: string | null): Promise<void> {
    const purchase = read(payOrderId)
    if (purchase === null || !(await claim(`${PREFIX}${purchase.id}`)) || read(payOrderId)?.id !== purchase.id) return
    rows.remove(PREFIX + payOrderId)
    tellEnd(purchase, failReason)
  }

  return {
    begin(payOrderId, purchase) {
      const before = read(payOrderId)
      // The same order was given to another press: the first one has come to nothing.
      if (before !== null) tellEnd(before, 'left')
      keep(payOrderId, purchase)
    },
    goOn(payOrderId, purchase) {
      if (read(payOrderId) !== null) return
      tellStart(purchase)
      keep(payOrderId, purchase)
    },
    end,
    async look(orders, before) {
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

type State = PendingOrder['state'] | undefined

/** Undefined while there is none: a card that is refused before anybody said that it was paid ends nothing. */
function endOf(state: State, before: State, ageMs: number): string | null | undefined {
  if (state === undefined) return ageMs > FORGOTTEN_MS ? 'unknown' : undefined
  if (state === 'success') return null
  const isRefused = state === 'failed' && (before === 'confirming' || before === 'late')
  return state === 'closed' || isRefused ? state : undefined
}

/** No schema, because only this file writes them. */
function parsePurchase(text: string | null): ToldPurchase | null {
  try {
    const raw = JSON.parse(text ?? 'null') as Partial<ToldPurchase> | null
    const isWhole = typeof raw?.id === 'string' && typeof raw.skuId === 'string' && typeof raw.source === 'string'
    return isWhole && typeof raw.startedAtMs === 'number' ? (raw as ToldPurchase) : null
  } catch {
    return null
  }
}

/** Where somebody pressed the button; only told, never decided by. */
export type PurchaseSource = 'subscription_dialog' | 'credits_dialog' | 'pricing_page' | 'settings' | 'pending_order'

/** What of a purchase is told. */
export interface SourcedPurchase {
  readonly skuId: string
  readonly source: PurchaseSource
}
