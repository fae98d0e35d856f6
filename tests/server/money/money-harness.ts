// openHarness(): a server whose clock the test sets and whose payments go to a fake provider. Its users have the points of a new account
// and buy with the real API calls.
import type { Seller } from '#server/billing/invoices/seller.ts'
import type { Engine } from '#server/motion/engine.ts'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PAYMENT_WEBHOOK_PATH } from '#server/billing/providers/payment-provider.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { type FakeProvider, createFakeProvider } from '../../fixtures/payment/fake-provider.ts'
import { openTestDatabase } from '../../fixtures/server/test-database.ts'
import { type TestServer, startTestServer } from '../../fixtures/start-test-server.ts'
import { type QuickAccount, welcomedAccount } from './quick-account.ts'
import { type TestClient, ORIGIN } from '../client.ts'

export const DAY_MS = 24 * 60 * 60 * 1000

export interface MoneyHarness {
  readonly server: Pick<TestServer, 'app' | 'database' | 'payRound'>
  /** Stops the server and starts another one on the same database and files. */
  restart(): Promise<void>
  readonly fakeProvider: FakeProvider
  readonly nowMs: () => number
  pass(ms: number): void
  person(): Promise<QuickAccount>
  /** Creates an order and returns its id. */
  order(client: TestClient, skuId: string, options?: OrderOptions): Promise<string>
  /** Delivers the provider's signed event about the order to the app, and returns the status of the answer. */
  deliverEvent(orderId: string): Promise<number>
  close(): Promise<void>
}

interface OrderOptions {
  readonly key?: string
  readonly again?: boolean
  readonly currencyCode?: string
}

export const purchaseOf = (skuId: string, again?: boolean, currencyCode = 'USD') =>
  ({
    skuId,
    currencyCode,
    payType: 2,
    returnUrl: `${ORIGIN}/pay/success`,
    cancelUrl: `${ORIGIN}/pay/cancel`,
    integrationMethod: 'embedded',
    redirectOnCompletion: 'always',
    ...(again === undefined ? {} : { again }),
  }) as const

interface HarnessOptions {
  readonly startMs?: number
  /** By default a seller without tax. */
  readonly seller?: Seller
  readonly engine?: Engine
}

export async function openHarness({ startMs = Date.UTC(2026, 10, 1, 12), engine, seller }: HarnessOptions = {}): Promise<MoneyHarness> {
  let currentMs = startMs
  const nowMs = () => currentMs
  const fakeProvider = createFakeProvider(nowMs)
  const database = await openTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-money-'))
  const startServer = () =>
    startTestServer({
      listen: false,
      nowMs,
      database,
      payment: { provider: fakeProvider.provider, checkout: null },
      config: { signMode: 'off', origins: [ORIGIN], dataDir, ...(seller === undefined ? {} : { seller }) },
      ...(engine === undefined ? {} : { engine }),
    })
  let runningServer = await startServer()
  // Restarts run one after the other: two parallel restarts would leave a server that nothing closes.
  let restarting: Promise<void> = Promise.resolve()
  const restartAfter = async (previousRestart: Promise<void>) => {
    await previousRestart
    await runningServer.stop()
    runningServer = await startServer()
  }
  // Reads the running server at each access, so a reference to `server` stays valid after a restart.
  const server = {
    database,
    get app() {
      return runningServer.app
    },
    payRound: () => runningServer.payRound(),
  }
  return {
    server,
    restart() {
      restarting = restartAfter(restarting)
      return restarting
    },
    fakeProvider,
    nowMs,
    pass(ms) {
      currentMs += ms
    },
    person: () => welcomedAccount({ server, nowMs }),
    order: async (client, skuId, { key = randomUUID(), again, currencyCode } = {}) =>
      (await client.get(createOrder, purchaseOf(skuId, again, currencyCode), { idempotencyKey: key })).payOrderId,
    deliverEvent: async (orderId) => (await server.app.request(`${PAYMENT_WEBHOOK_PATH}sandbox`, fakeProvider.makeEvent(orderId))).status,
    async close() {
      await runningServer.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
