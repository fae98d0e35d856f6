// openEveryActWorld(): one server on which a test runs every act that changes the books. Its payment service is the sandbox, its videos
// wait until the test releases them, and it has an operator.
import { desc, eq } from 'drizzle-orm'
import { payment, refundRequest } from '#server/database/payment-schema.ts'
import { sandboxCharge } from '#server/database/sandbox-schema.ts'
import { eraseAccounts } from '#server/account/delete-account.ts'
import { decideRefund } from '#server/billing/providers/sandbox/refunds.ts'
import { deleteMe } from '#shared/api/account-settings.ts'
import type { Call } from '#shared/api/define-call.ts'
import { storeEdited } from '#shared/api/generation.ts'
import { changePoints } from '#shared/api/operator-acts.ts'
import { getReceipt } from '#shared/api/payments.ts'
import { requestRefund } from '#shared/api/refunds.ts'
import { DELETION_GRACE_MS } from '#shared/domain/account-rules.ts'
import { makeMarkedVideo } from '../../fixtures/make-marked-video.ts'
import { examplePrices } from '../../fixtures/payment/example-prices.ts'
import { proveOldFactor } from '../../fixtures/server/prove-old-factor.ts'
import { createPausedEngine } from '../../fixtures/server/test-engines.ts'
import type { TestServerOptions } from '../../fixtures/start-test-server.ts'
import { type TestClient, commit, createVisitor, untilStatus, upload } from '../client.ts'
import { signUp } from '../sign-up.ts'
import { plansOf } from './plan-changes-of.ts'
import { type QuickAccount, anotherBrowser, welcomedAccount } from './quick-account.ts'
import { type Buyer, MINUTE_MS, key, openSandboxShop } from './sandbox-shop.ts'

export const REASON = 'It was asked for'
const OPERATOR = 'operator'

export type EveryActWorld = Awaited<ReturnType<typeof openEveryActWorld>>

export async function openEveryActWorld(options: Pick<TestServerOptions, 'database'> = {}) {
  const engine = createPausedEngine()
  const shop = await openSandboxShop(examplePrices(), {
    ...options,
    engine,
    config: { operatorAccounts: [`${OPERATOR}@example.org`], welcomePointsVisitor: 100 },
  })
  const { db, server, nowMs } = shop
  const harness = { server, nowMs }
  const operator = await welcomedAccount(harness, OPERATOR)
  let personCount = 0

  const world = {
    shop,
    db,
    engine,
    plans: plansOf(() => shop),
    visitor: () => createVisitor(server, { nowMs }),
    newAccount: () => welcomedAccount(harness),
    signUp: (visitor?: TestClient) =>
      signUp(server, `person-${(personCount += 1)}@example.org`, { nowMs, ...(visitor === undefined ? {} : { visitor }) }),
    /** Makes a call from a new session of the operator, who has just proved a second factor. */
    async callAsOperator<Input, Data>(call: Call<Input, Data>, input: Input): Promise<Data> {
      const client = await anotherBrowser(harness, operator)
      await proveOldFactor(db, nowMs(), [operator.id])
      return client.get(call, input, call.idempotent === true ? key() : {})
    },
    async changePoints({ id }: Pick<QuickAccount, 'id'>, amount: number): Promise<void> {
      await world.callAsOperator(changePoints, { id, amount, reason: REASON })
    },
    /** Ends the running video; with `error` the video fails. */
    async finishVideo(client: TestClient, batchId: string, error?: Error): Promise<void> {
      await engine.untilPaused(1)
      engine.release(error)
      await untilStatus(client, batchId, error === undefined ? 'SUCCESS' : 'FAILED')
    },
    /** An account with a finished video. */
    async accountWithVideo() {
      const person = await world.newAccount()
      const { batchId, taskIds } = await commit(person.client, await upload(person.client))
      await world.finishVideo(person.client, batchId)
      return { ...person, taskId: taskIds[0] ?? '' }
    },
    async editVideo({ client, taskId }: { client: TestClient; taskId: string }, frames = 10): Promise<void> {
      const bytes = Buffer.from(await makeMarkedVideo({ width: 192, height: 108, frames, hasSound: false }), 'base64')
      const file = new File([new Uint8Array(bytes)], 'edited.mp4', { type: 'video/mp4' })
      await client.get(storeEdited, { originId: taskId, file })
    },
    /** An account with a running video and a waiting video. */
    async accountWithTwoVideos() {
      const person = await world.newAccount()
      await world.changePoints(person, 500)
      const image = await upload(person.client)
      const runningBatch = await commit(person.client, image)
      await engine.untilPaused(1)
      const waitingBatch = await commit(person.client, image)
      return { ...person, runningBatch, waitingBatch, runningId: runningBatch.taskIds[0] ?? '', waitingId: waitingBatch.taskIds[0] ?? '' }
    },
    async buyPack(skuId = 'points_100', currencyCode = 'USD'): Promise<Buyer> {
      const person = await shop.person()
      return { ...person, orderId: await shop.buy(person, skuId, currencyCode) }
    },
    /** The last payment of an order. */
    async lastPayment({ orderId }: Buyer) {
      const [row] = await db.select().from(payment).where(eq(payment.orderId, orderId)).orderBy(desc(payment.cycle)).limit(1)
      if (row === undefined) throw new Error('nothing was paid')
      return row
    },
    /** Requests the refund that the receipt offers. */
    async requestRefund(buyer: Buyer): Promise<void> {
      const { id } = await world.lastPayment(buyer)
      const { offer } = (await buyer.client.get(getReceipt, { id })).refunds
      if (offer === null) throw new Error('no refund is offered')
      const { amount, points } = offer
      await buyer.client.get(requestRefund, { id, reason: 'other', amount, points }, key())
    },
    /** A buyer who has requested a refund, which the payment service has not decided. */
    async buyerWithOpenRefund(): Promise<Buyer> {
      const buyer = await world.buyPack()
      const { ref } = await world.lastPayment(buyer)
      await db.update(sandboxCharge).set({ holdsRefunds: true }).where(eq(sandboxCharge.id, ref))
      await world.requestRefund(buyer)
      return buyer
    },
    async decideRefund({ id }: QuickAccount, state: 'succeeded' | 'failed'): Promise<void> {
      const [request] = await db.select().from(refundRequest).where(eq(refundRequest.ownerId, id))
      await decideRefund(db, request?.ref ?? '', state, nowMs())
      await shop.pass(2 * MINUTE_MS)
    },
    /** Advances the clock past the time in which a deletion can be undone, and erases the accounts that are due. */
    async eraseDueAccounts(): Promise<void> {
      await shop.pass(DELETION_GRACE_MS + MINUTE_MS)
      for (let round = 0; round < 2; round += 1) await eraseAccounts(db, { remove: async () => undefined }, nowMs())
    },
    async eraseAccount({ client, email }: QuickAccount): Promise<void> {
      await client.get(deleteMe, { confirmation: email })
      await world.eraseDueAccounts()
    },
  }
  return world
}
