import type { BillingSnapshot } from '#shared/contract/billing-contract.ts'
import type { HubCommands } from '#shared/contract/hub-contract.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { type OwnedStore, readIdentity } from '../runtime/hub-store.ts'
import type { SnapshotPublisher } from '../runtime/snapshot-publisher.ts'
import type { Clock } from '#shared/clock.ts'
import type { Loop } from '#workers/lib/loop.ts'
import { accountRecord } from '#shared/storage/billing-records.ts'
import { readRecord, toStored, ACCOUNT_KEY, CREDITS_KEY } from '#shared/storage/records.ts'
import { accountOf, creditsRecord } from '#shared/storage/hub-records.ts'
import { createCreditsWatch } from './credits-watch.ts'
import { readLastOrder, readLastSku, readOrders, toPendingOrder } from './order-rows.ts'
import { createMembershipMonitor } from './membership-monitor.ts'
import { createPurchaseSync } from './purchase-sync.ts'
import { createOrderFactory } from './order-factory.ts'
import { createOrderWatch } from './order-watch.ts'

export interface BillingDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  readonly publisher: SnapshotPublisher
  readonly run: (pass: (signal: AbortSignal) => Promise<number | null>) => Loop
  /** Aborts when this hub worker stops. The pending requests of tabs then end with it. */
  readonly stopped: AbortSignal
}

type Names = 'reloadHistories' | 'refreshCredits' | 'refreshAccount' | 'createOrder' | 'confirmOrder' | 'dropOrder'

export interface Billing {
  readonly commands: Pick<HubCommands, Names>
  wantCredits(): void
  onVisible(): void
  forgetWaits(): void
  reset(): void
  /** Reads the account again after a rejected call, because the session may have ended. */
  checkAccount(): void
  show(): Promise<void>
}

/** Balance, account, membership and orders of the current identity, with one monitor each for all tabs. */
export function createBilling({ store, api, clock, random, publisher, run, stopped }: BillingDeps): Billing {
  /** The stored account; null if it belongs to a previous identity. */
  const readAccount = () =>
    store.read(async (tx) => {
      const stored = readRecord(accountRecord, await tx.get(ACCOUNT_KEY))
      return stored?.account.id === (await readIdentity(tx)).businessUserId ? stored : null
    })
  const accountName = () => store.read(async (tx) => accountOf(await readIdentity(tx)))
  const note = (changes: Partial<BillingSnapshot>) => publisher.set('billing', { ...publisher.get('billing'), ...changes })

  async function showOrders(): Promise<void> {
    const { rows, ...last } = await store.read(async (tx) => {
      const account = accountOf(await readIdentity(tx))
      return {
        rows: await readOrders(tx, account),
        lastSku: await readLastSku(tx, account),
        lastOrder: await readLastOrder(tx, account),
      }
    })
    note({ orders: rows.map(toPendingOrder), ...last })
  }

  const historiesChanged = () => note({ historyVersion: publisher.get('billing').historyVersion + 1 })

  const credits = createCreditsWatch({
    api,
    clock,
    random,
    isOffline: () => !publisher.get('connection').isOnline,
    onCredits: async (points) => {
      await store.write(async (tx) => tx.put(CREDITS_KEY, toStored(creditsRecord, points)))
      publisher.set('credits', points)
    },
    onPollState: (creditsPoll) => note({ creditsPoll }),
  })
  const monitor = createMembershipMonitor({
    api,
    clock,
    random,
    isLoggedIn: () => store.read(async (tx) => (await readIdentity(tx)).businessUserId !== ''),
    load: readAccount,
    save: async (account, refreshedAtMs) => {
      const before = (await readAccount())?.account
      await store.write(async (tx) => tx.put(ACCOUNT_KEY, toStored(accountRecord, { account, refreshedAtMs })))
      publisher.set('account', account)
      if (before === undefined || !hasMoved(before, account)) return
      historiesChanged()
      wantCredits()
    },
  })
  const sync = createPurchaseSync({
    api,
    clock,
    random,
    run,
    credits: {
      want: () => wantCredits(),
      pollAfterOrder(cachedPoints) {
        credits.pollAfterOrder(cachedPoints)
        creditsLoop.wake()
      },
    },
    requestAccount: () => {
      monitor.request()
      monitorLoop.wake()
    },
    refreshAccount: (signal) => monitor.refreshNow(signal),
    onMembershipPoll: (membershipPoll) => note({ membershipPoll }),
    onHistoriesChanged: historiesChanged,
    settlePaid: () => orders.settlePaid(),
  })
  const orderFactory = createOrderFactory({ store, api, clock, onChange: showOrders, stopped })
  const orders = createOrderWatch({
    store,
    api,
    clock,
    random,
    account: accountName,
    onChange: showOrders,
    onPaid: (order) => sync.paid(order),
  })
  const creditsLoop = run((signal) => credits.pass(signal))
  const monitorLoop = run((signal) => monitor.pass(signal))
  const orderLoop = run((signal) => orders.pass(signal))

  function wantCredits(): void {
    credits.want()
    creditsLoop.wake()
  }

  return {
    wantCredits,
    onVisible() {
      monitor.onVisible()
      monitorLoop.wake()
    },
    forgetWaits() {
      monitor.forgetWaits()
      orders.forgetWaits()
    },
    reset() {
      for (const watch of [credits, monitor, sync, orderFactory, orders]) watch.reset()
    },
    checkAccount() {
      void monitor.refreshNow(stopped).catch(() => undefined)
    },
    async show() {
      publisher.set('credits', await store.read(async (tx) => readRecord(creditsRecord, await tx.get(CREDITS_KEY))))
      publisher.set('account', (await readAccount())?.account ?? null)
      await showOrders()
    },
    commands: {
      reloadHistories: async () => historiesChanged(),
      refreshCredits: async () => wantCredits(),
      refreshAccount: () => monitor.refreshNow(stopped),
      createOrder: (intent, pressId) => withWake(orderLoop, orderFactory.create(intent, pressId)),
      confirmOrder: (payOrderId) => withWake(orderLoop, orders.confirm(payOrderId)),
      dropOrder: (payOrderId) => orders.drop(payOrderId),
    },
  }
}

async function withWake<T>(loop: Loop, done: Promise<T>): Promise<T> {
  const result = await done
  loop.wake()
  return result
}

/** Whether the plan or the balance changed, so that histories are outdated. */
function hasMoved(before: UserInfo, now: UserInfo): boolean {
  const isSamePlan = before.membershipStatus === now.membershipStatus && before.membershipExpiresAt === now.membershipExpiresAt
  return !isSamePlan || before.points !== now.points
}
