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
  readonly runLoop: (pass: (signal: AbortSignal) => Promise<number | null>) => Loop
  /** Aborts when this hub worker stops. The pending requests of tabs then end with it. */
  readonly stopSignal: AbortSignal
}

type CommandNames = 'reloadHistories' | 'refreshCredits' | 'refreshAccount' | 'createOrder' | 'confirmOrder' | 'dropOrder'

export interface Billing {
  readonly commands: Pick<HubCommands, CommandNames>
  requestCredits(): void
  onVisible(): void
  endPauses(): void
  reset(): void
  /** Reads the account again after a rejected call, because the session may have ended. */
  checkAccount(): void
  publishStored(): Promise<void>
}

/** Balance, account, membership and orders of the current identity, with one monitor each for all tabs. */
export function createBilling({ store, api, clock, random, publisher, runLoop, stopSignal }: BillingDeps): Billing {
  /** The stored account; null if it belongs to a previous identity. */
  const readAccount = () =>
    store.read(async (tx) => {
      const storedAccount = readRecord(accountRecord, await tx.get(ACCOUNT_KEY))
      return storedAccount?.account.id === (await readIdentity(tx)).businessUserId ? storedAccount : null
    })
  const readAccountId = () => store.read(async (tx) => accountOf(await readIdentity(tx)))
  const publishBilling = (changes: Partial<BillingSnapshot>) => publisher.set('billing', { ...publisher.get('billing'), ...changes })

  async function publishOrders(): Promise<void> {
    const { rows, ...lastPurchase } = await store.read(async (tx) => {
      const account = accountOf(await readIdentity(tx))
      return {
        rows: await readOrders(tx, account),
        lastSku: await readLastSku(tx, account),
        lastOrder: await readLastOrder(tx, account),
      }
    })
    publishBilling({ orders: rows.map(toPendingOrder), ...lastPurchase })
  }

  const reportHistoryChange = () => publishBilling({ historyVersion: publisher.get('billing').historyVersion + 1 })

  const creditsWatch = createCreditsWatch({
    api,
    clock,
    random,
    isOffline: () => !publisher.get('connection').isOnline,
    onCredits: async (points) => {
      await store.write(async (tx) => tx.put(CREDITS_KEY, toStored(creditsRecord, points)))
      publisher.set('credits', points)
    },
    onPollState: (creditsPoll) => publishBilling({ creditsPoll }),
  })
  const monitor = createMembershipMonitor({
    api,
    clock,
    random,
    isLoggedIn: () => store.read(async (tx) => (await readIdentity(tx)).businessUserId !== ''),
    loadAccount: readAccount,
    saveAccount: async (account, refreshedAtMs) => {
      const previousAccount = (await readAccount())?.account
      await store.write(async (tx) => tx.put(ACCOUNT_KEY, toStored(accountRecord, { account, refreshedAtMs })))
      publisher.set('account', account)
      if (previousAccount === undefined || !hasAccountChanged(previousAccount, account)) return
      reportHistoryChange()
      requestCredits()
    },
  })
  const purchaseSync = createPurchaseSync({
    api,
    clock,
    random,
    runLoop,
    credits: {
      request: () => requestCredits(),
      pollAfterOrder(cachedPoints) {
        creditsWatch.pollAfterOrder(cachedPoints)
        creditsLoop.wake()
      },
    },
    requestAccount: () => {
      monitor.requestRefresh()
      monitorLoop.wake()
    },
    refreshAccount: (signal) => monitor.refreshNow(signal),
    onMembershipPoll: (membershipPoll) => publishBilling({ membershipPoll }),
    onHistoriesChanged: reportHistoryChange,
    settlePaid: () => orderWatch.settlePaid(),
  })
  const orderFactory = createOrderFactory({ store, api, clock, onChange: publishOrders, stopSignal })
  const orderWatch = createOrderWatch({
    store,
    api,
    clock,
    random,
    readAccountId,
    onChange: publishOrders,
    onPaid: (order) => purchaseSync.onPaid(order),
  })
  const creditsLoop = runLoop((signal) => creditsWatch.pass(signal))
  const monitorLoop = runLoop((signal) => monitor.pass(signal))
  const orderLoop = runLoop((signal) => orderWatch.pass(signal))

  function requestCredits(): void {
    creditsWatch.request()
    creditsLoop.wake()
  }

  return {
    requestCredits,
    onVisible() {
      monitor.onVisible()
      monitorLoop.wake()
    },
    endPauses() {
      monitor.endPauses()
      orderWatch.endPauses()
    },
    reset() {
      for (const watch of [creditsWatch, monitor, purchaseSync, orderFactory, orderWatch]) watch.reset()
    },
    checkAccount() {
      void monitor.refreshNow(stopSignal).catch(() => undefined)
    },
    async publishStored() {
      publisher.set('credits', await store.read(async (tx) => readRecord(creditsRecord, await tx.get(CREDITS_KEY))))
      publisher.set('account', (await readAccount())?.account ?? null)
      await publishOrders()
    },
    commands: {
      reloadHistories: async () => reportHistoryChange(),
      refreshCredits: async () => requestCredits(),
      refreshAccount: () => monitor.refreshNow(stopSignal),
      createOrder: (intent, pressId) => wakeAfter(orderLoop, orderFactory.create(intent, pressId)),
      confirmOrder: (payOrderId) => wakeAfter(orderLoop, orderWatch.confirm(payOrderId)),
      dropOrder: (payOrderId) => orderWatch.drop(payOrderId),
    },
  }
}

async function wakeAfter<T>(loop: Loop, work: Promise<T>): Promise<T> {
  const result = await work
  loop.wake()
  return result
}

/** Whether the plan or the balance changed, so that histories are outdated. */
function hasAccountChanged(oldAccount: UserInfo, newAccount: UserInfo): boolean {
  const isSamePlan =
    oldAccount.membershipStatus === newAccount.membershipStatus && oldAccount.membershipExpiresAt === newAccount.membershipExpiresAt
  return !isSamePlan || oldAccount.points !== newAccount.points
}
