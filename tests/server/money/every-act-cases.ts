// movementCases(world): every act that moves points, by the kind of ledger movement. operatorCases(world): every act of an operator.
// No video is running at the end of a case, because the world renders one video at a time.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { secondFactor } from '#server/database/account-schema.ts'
import { paymentEvent } from '#server/database/payment-schema.ts'
import { sandboxCharge } from '#server/database/sandbox-schema.ts'
import { contactMessage, task } from '#server/database/schema.ts'
import { factorCode, listFactors } from '#server/account/account-factors.ts'
import { confirmOperatorFactor } from '#server/operator/confirm-factor.ts'
import { sharedSecret } from '#server/verbs/secrets.ts'
import { MAX_TRIES } from '#server/billing/receive-event.ts'
import { EngineFailure } from '#server/motion/engine.ts'
import { logInByEmail } from '#shared/api/auth.ts'
import { cancelTask, deleteCreations, generateHeadTail, generateTemplate, restoreCreations } from '#shared/api/generation.ts'
import * as acts from '#shared/api/operator-acts.ts'
import { replayWebhook } from '#shared/api/operator-health.ts'
import { getMessages, replyToMessage, setMessageState } from '#shared/api/operator-inbox.ts'
import { createPromotion, disablePromotion, getRedemptions } from '#shared/api/operator-promotions.ts'
import { type Act, getPerson, getPersonLedger, findOwner } from '#shared/api/operator.ts'
import { createOrder } from '#shared/api/pay-orders.ts'
import { resumePlan } from '#shared/api/subscription.ts'
import type { LedgerKind } from '#shared/api/user.ts'
import { contactUs } from '#shared/api/contact.ts'
import { FREE_TRIAL_SKU } from '#shared/domain/membership-terms.ts'
import { SHOP_ORIGIN } from '../../fixtures/payment/sandbox-world.ts'
import { commit, creation, headTailInput, templateInput, upload } from '../client.ts'
import { PASSWORD, accountClient } from '../sign-up.ts'
import { type EveryActWorld, REASON } from './every-act-world.ts'
import { DAY_MS, purchaseOf } from './money-harness.ts'
import { MINUTE_MS, RETURN_URL, key } from './sandbox-shop.ts'
import { agreeToTopUp, spendPoints } from './top-ups-of.ts'

export type Case = () => Promise<unknown>

export function movementCases(world: EveryActWorld) {
  const { shop, db, plans, engine } = world
  return {
    grant: {
      'a visitor is welcomed': () => world.visitor(),
      'an account is welcomed': () => world.signUp(),
      'a week of a plan is paid': () => shop.member(),
      'a year of a plan is paid': () => shop.member('premium_yearly'),
      'a plan is renewed': async () => plans.passPeriod(await shop.member()),
      'a free week is followed by a paid one': async () => plans.passPeriod(await shop.member(FREE_TRIAL_SKU)),
      'a weekly plan becomes a yearly one at once': async () => {
        const ann = await plans.halfwayBuyer()
        await plans.agree(ann, await plans.quote(ann))
      },
      'a yearly plan becomes a weekly one at its end': async () => {
        const ann = await shop.member('premium_yearly')
        await plans.agree(ann, await plans.quote(ann, 'weekly'))
        await plans.passPeriod(ann)
      },
      'a plan is cancelled, resumed and renewed': async () => {
        const ann = await shop.member()
        await shop.cancelPlan(ann)
        await ann.client.get(resumePlan, { orderId: ann.orderId }, key())
        await plans.passPeriod(ann)
      },
      'a plan is cancelled and ends': async () => {
        const ann = await shop.member()
        await shop.cancelPlan(ann)
        await plans.passPeriod(ann)
      },
      'the points of a visitor move to an account': async () => world.signUp(await world.visitor()),
      'an operator grants points': async () => world.changePoints(await world.newAccount(), 500),
    },
    purchase: {
      'a pack is bought': () => world.buyPack(),
      'a pack is bought in another currency': () => world.buyPack('points_100', 'EUR'),
      'a pack is bought with a code': async () => {
        const person = await shop.person()
        await world.callAsOperator(createPromotion, { code: 'PACKS', percentOff: 20, audience: 'everybody', reason: REASON })
        const urls = { returnUrl: `${SHOP_ORIGIN}/pay/success`, cancelUrl: `${SHOP_ORIGIN}/pay/cancel` }
        const order = await person.client.get(createOrder, { ...purchaseOf('points_300'), ...urls, promotionCode: 'PACKS' }, key())
        await shop.world.press({ ...order, subscriptionRef: null }, 'pay')
        await shop.pass(MINUTE_MS)
      },
      'a balance is topped up': async () => {
        const ann = await world.newAccount()
        const price = { priceCents: 1199, currencyCode: 'USD', returnUrl: RETURN_URL }
        await agreeToTopUp(shop, ann, { skuId: 'points_300', belowPoints: 100, ceilingCents: 2500, ...price })
        await spendPoints(shop, ann, 50)
        await shop.pass(2 * MINUTE_MS)
      },
      'a pack is refunded': async () => world.requestRefund(await world.buyPack()),
      'a pack is refunded in part': async () => {
        const ann = await world.buyPack()
        await spendPoints(shop, ann, 50)
        await world.requestRefund(ann)
      },
      'a week of a plan is refunded': async () => world.requestRefund(await shop.member()),
      'a requested refund succeeds later': async () => world.decideRefund(await world.buyerWithOpenRefund(), 'succeeded'),
      'money is refunded at the payment service': async () => {
        const ann = await world.buyPack()
        const { ref } = await world.lastPayment(ann)
        await db.update(sandboxCharge).set({ refundedCents: 250 }).where(eq(sandboxCharge.id, ref))
        await shop.pass(DAY_MS)
      },
      'an operator refunds a part': async () => {
        const { id } = await world.lastPayment(await world.buyPack())
        await world.callAsOperator(acts.refundPayment, { id, amountCents: 200, endsPlan: false, reason: REASON })
      },
    },
    hold: {
      'a video of two pictures is ordered': async () => {
        const { client } = await world.newAccount()
        const images = [await upload(client), await upload(client)]
        const { batchId } = await client.get(generateHeadTail, headTailInput(images), key())
        await world.finishVideo(client, batchId)
      },
      'a video of an effect is ordered': async () => {
        const { client } = await world.newAccount()
        const { batchId } = await client.get(generateTemplate, templateInput(await upload(client)), key())
        await world.finishVideo(client, batchId)
      },
    },
    settle: {
      'a video is made': () => world.accountWithVideo(),
      'a cheaper model makes it': async () => {
        const { client } = await world.newAccount()
        const { batchId, taskIds } = await commit(client, await upload(client), { resolution: '1080p' })
        await engine.untilPaused(1)
        const [id = ''] = taskIds
        await db.update(task).set({ movedPoints: 50 }).where(eq(task.id, id))
        await world.finishVideo(client, batchId)
      },
      'a video is edited twice, deleted and restored': async () => {
        const person = await world.accountWithVideo()
        for (const frames of [10, 20]) await world.editVideo(person, frames)
        const ids = [person.taskId]
        await person.client.get(deleteCreations, { ids }, key())
        await person.client.get(restoreCreations, { ids }, key())
      },
      'an account with a video, an edit, a pack and a plan is erased': async () => {
        const person = await world.accountWithVideo()
        await world.editVideo(person)
        for (const skuId of ['points_100', 'premium_weekly']) await shop.buy(person, skuId)
        await world.eraseAccount(person)
      },
    },
    return: {
      'a video fails': async () => {
        const { client } = await world.newAccount()
        const { batchId } = await commit(client, await upload(client))
        await world.finishVideo(client, batchId, new EngineFailure('it can not be made'))
      },
      'a waiting video is cancelled': async () => {
        const { client, waitingId, runningBatch } = await world.accountWithTwoVideos()
        await client.get(cancelTask, { taskId: waitingId })
        await world.finishVideo(client, runningBatch.batchId)
      },
      'an account with a running and a waiting video is erased': async () => {
        const person = await world.accountWithTwoVideos()
        await world.eraseAccount(person)
        engine.release()
        await expect.poll(() => statusOf(person.runningId)).toBe('SUCCESS')
        await world.eraseDueAccounts()
      },
      'a requested refund is refused': async () => world.decideRefund(await world.buyerWithOpenRefund(), 'failed'),
    },
    expiry: {
      'an operator takes points back': async () => world.changePoints(await world.newAccount(), -30),
      'a later visitor with a running video logs in': async () => {
        const { email } = await world.signUp(await world.visitor())
        const laterVisitor = await world.visitor()
        const { batchId } = await commit(laterVisitor, await upload(laterVisitor))
        const { userInfo } = await laterVisitor.get(logInByEmail, { email, password: PASSWORD })
        const client = accountClient(shop.server, laterVisitor, userInfo.id, { nowMs: shop.nowMs })
        await world.finishVideo(client, batchId, new EngineFailure('it can not be made'))
      },
    },
  } satisfies Record<LedgerKind, Readonly<Record<string, Case>>>

  async function statusOf(taskId: string): Promise<string | undefined> {
    const [row] = await db.select({ status: task.status }).from(task).where(eq(task.id, taskId))
    return row?.status
  }
}

export function operatorCases(world: EveryActWorld) {
  const { shop, db, engine } = world
  const callAsOperator: EveryActWorld['callAsOperator'] = (call, input) => world.callAsOperator(call, input)
  const addPromotion = (code: string) => callAsOperator(createPromotion, { code, percentOff: 10, audience: 'everybody', reason: REASON })

  async function writeMessage(): Promise<string> {
    const { client, email } = await world.newAccount()
    await client.get(contactUs, { email, subject: 'A question', message: 'Where is it?' }, key())
    const [row] = await db.select({ id: contactMessage.id }).from(contactMessage).where(eq(contactMessage.email, email))
    return row?.id ?? ''
  }

  return {
    look_up: async () => callAsOperator(findOwner, { q: (await world.newAccount()).email }),
    view_person: async () => callAsOperator(getPerson, { id: (await world.newAccount()).id }),
    view_ledger: async () => callAsOperator(getPersonLedger, { id: (await world.newAccount()).id }),
    view_messages: () => callAsOperator(getMessages, { state: 'open' }),
    points: async () => world.changePoints(await world.newAccount(), 20),
    disable: async () => callAsOperator(acts.disableAccount, { id: (await shop.member()).id, isDisabled: true, reason: REASON }),
    enable: async () => {
      const { id } = await world.newAccount()
      for (const isDisabled of [true, false]) await callAsOperator(acts.disableAccount, { id, isDisabled, reason: REASON })
    },
    erase: async () => {
      const { id, email } = await world.accountWithVideo()
      await callAsOperator(acts.eraseAccount, { id, confirmation: email, reason: REASON })
      await world.eraseDueAccounts()
    },
    cancel_task: async () => {
      const { runningId, waitingId } = await world.accountWithTwoVideos()
      for (const taskId of [waitingId, runningId]) await callAsOperator(acts.steerTask, { taskId, act: 'cancel' })
      await expect.poll(() => engine.paused).toEqual([])
    },
    retry_task: async () => {
      const { client, waitingId, runningBatch, waitingBatch } = await world.accountWithTwoVideos()
      await callAsOperator(acts.steerTask, { taskId: waitingId, act: 'retry' })
      for (const { batchId } of [runningBatch, waitingBatch]) await world.finishVideo(client, batchId)
    },
    refund: async () => {
      const { id } = await world.lastPayment(await shop.member())
      await callAsOperator(acts.refundPayment, { id, amountCents: 999, endsPlan: true, reason: REASON })
    },
    resend_mail: async () => callAsOperator(acts.resendMail, { kind: 'receipt', id: (await world.lastPayment(await world.buyPack())).id }),
    reply: async () => callAsOperator(replyToMessage, { messageId: await writeMessage(), body: 'Here it is.' }),
    answered: async () => callAsOperator(setMessageState, { messageId: await writeMessage(), state: 'answered' }),
    reopened: async () => {
      const messageId = await writeMessage()
      for (const state of ['answered', 'open'] as const) await callAsOperator(setMessageState, { messageId, state })
    },
    replay_webhook: async () => {
      const failedEvent = { provider: 'sandbox', id: 'failed', type: 'trade', orderId: 'no-such-order', tries: MAX_TRIES, doneAtMs: 1 }
      await db.insert(paymentEvent).values({ ...failedEvent, receivedAtMs: shop.nowMs() })
      await callAsOperator(replayWebhook, { provider: failedEvent.provider, id: failedEvent.id })
    },
    take_down: async () => {
      const { client, taskId } = await world.accountWithVideo()
      await callAsOperator(acts.eraseFile, { name: (await creation(client, taskId)).videoUrl ?? '', reason: REASON })
    },
    confirm_factor: async () => {
      const { id, email } = await world.newAccount()
      const atMs = shop.nowMs()
      await db.insert(secondFactor).values({ accountId: id, sealed: '', lastStep: 0, createdAtMs: atMs, confirmedAtMs: atMs })
      const secret = await sharedSecret(db)
      const [factor] = await listFactors(db, id)
      if (factor === undefined) throw new Error('no factor')
      const code = factorCode({ secret }, id, factor)
      await confirmOperatorFactor({ db, secret, nowMs: shop.nowMs, operatorAccounts: [email] }, { email, code })
    },
    view_promotions: async () => callAsOperator(getRedemptions, { id: (await addPromotion('VIEWED')).id }),
    create_promotion: () => addPromotion('CREATED'),
    disable_promotion: async () => callAsOperator(disablePromotion, { id: (await addPromotion('DISABLED')).id, reason: REASON }),
  } satisfies Record<Act, Case>
}
