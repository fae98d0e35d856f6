// movementCases(world): every act that moves points, by the kind of ledger movement. operatorCases(world): every act of an operator. After
// each case nothing is running.
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
import { agreeTo, spend } from './top-ups-of.ts'

export type Case = () => Promise<unknown>

export function movementCases(world: EveryActWorld) {
  const { shop, db, plans, engine } = world
  return {
    grant: {
      'a visitor is welcomed': () => world.visitor(),
      'an account is welcomed': () => world.signUp(),
      'a week of a plan is paid': () => shop.member(),
      'a year of a plan is paid': () => shop.member('premium_yearly'),
      'a plan is renewed': async () => plans.passYear(await shop.member()),
      'a free week is followed by a paid one': async () => plans.passYear(await shop.member(FREE_TRIAL_SKU)),
      'a weekly plan becomes a yearly one at once': async () => {
        const ann = await plans.halfway()
        await plans.agree(ann, await plans.quote(ann))
      },
      'a yearly plan becomes a weekly one at its end': async () => {
        const ann = await shop.member('premium_yearly')
        await plans.agree(ann, await plans.quote(ann, 'weekly'))
        await plans.passYear(ann)
      },
      'a plan is cancelled, resumed and renewed': async () => {
        const ann = await shop.member()
        await shop.cancel(ann)
        await ann.client.get(resumePlan, { orderId: ann.orderId }, key())
        await plans.passYear(ann)
      },
      'a plan is cancelled and ends': async () => {
        const ann = await shop.member()
        await shop.cancel(ann)
        await plans.passYear(ann)
      },
      'the points of a visitor move to an account': async () => world.signUp(await world.visitor()),
      'an operator grants points': async () => world.give(await world.member(), 500),
    },
    purchase: {
      'a pack is bought': () => world.pack(),
      'a pack is bought in another currency': () => world.pack('points_100', 'EUR'),
      'a pack is bought with a code': async () => {
        const person = await shop.person()
        await world.act(createPromotion, { code: 'PACKS', percentOff: 20, audience: 'everybody', reason: REASON })
        const urls = { returnUrl: `${SHOP_ORIGIN}/pay/success`, cancelUrl: `${SHOP_ORIGIN}/pay/cancel` }
        const order = await person.client.get(createOrder, { ...purchaseOf('points_300'), ...urls, promotionCode: 'PACKS' }, key())
        await shop.world.press({ ...order, subscriptionRef: null }, 'pay')
        await shop.pass(MINUTE_MS)
      },
      'a balance is topped up': async () => {
        const ann = await world.member()
        const price = { priceCents: 1199, currencyCode: 'USD', returnUrl: RETURN_URL }
        await agreeTo(shop, ann, { skuId: 'points_300', belowPoints: 100, ceilingCents: 2500, ...price })
        await spend(shop, ann, 50)
        await shop.pass(2 * MINUTE_MS)
      },
      'a pack is refunded': async () => world.requestRefund(await world.pack()),
      'a pack is refunded in part': async () => {
        const ann = await world.pack()
        await spend(shop, ann, 50)
        await world.requestRefund(ann)
      },
      'a week of a plan is refunded': async () => world.requestRefund(await shop.member()),
      'a requested refund succeeds later': async () => world.decide(await world.undecided(), 'succeeded'),
      'money is refunded at the payment service': async () => {
        const ann = await world.pack()
        const { ref } = await world.paid(ann)
        await db.update(sandboxCharge).set({ refundedCents: 250 }).where(eq(sandboxCharge.id, ref))
        await shop.pass(DAY_MS)
      },
      'an operator refunds a part': async () => {
        const { id } = await world.paid(await world.pack())
        await world.act(acts.refundPayment, { id, amountCents: 200, endsPlan: false, reason: REASON })
      },
    },
    hold: {
      'a video of two pictures is ordered': async () => {
        const { client } = await world.member()
        const images = [await upload(client), await upload(client)]
        const { batchId } = await client.get(generateHeadTail, headTailInput(images), key())
        await world.finish(client, batchId)
      },
      'a video of an effect is ordered': async () => {
        const { client } = await world.member()
        const { batchId } = await client.get(generateTemplate, templateInput(await upload(client)), key())
        await world.finish(client, batchId)
      },
    },
    settle: {
      'a video is made': () => world.memberWithVideo(),
      'a cheaper model makes it': async () => {
        const { client } = await world.member()
        const { batchId, taskIds } = await commit(client, await upload(client), { resolution: '1080p' })
        await engine.untilPaused(1)
        const [id = ''] = taskIds
        await db.update(task).set({ movedPoints: 50 }).where(eq(task.id, id))
        await world.finish(client, batchId)
      },
      'a video is edited twice, deleted and restored': async () => {
        const made = await world.memberWithVideo()
        for (const frames of [10, 20]) await world.edit(made, frames)
        const ids = [made.taskId]
        await made.client.get(deleteCreations, { ids }, key())
        await made.client.get(restoreCreations, { ids }, key())
      },
      'an account with a video, an edit, a pack and a plan is erased': async () => {
        const person = await world.memberWithVideo()
        await world.edit(person)
        for (const skuId of ['points_100', 'premium_weekly']) await shop.buy(person, skuId)
        await world.erase(person)
      },
    },
    return: {
      'a video fails': async () => {
        const { client } = await world.member()
        const { batchId } = await commit(client, await upload(client))
        await world.finish(client, batchId, new EngineFailure('it can not be made'))
      },
      'a waiting video is cancelled': async () => {
        const { client, waitingId, running } = await world.waiter()
        await client.get(cancelTask, { taskId: waitingId })
        await world.finish(client, running.batchId)
      },
      'an account with a running and a waiting video is erased': async () => {
        const person = await world.waiter()
        await world.erase(person)
        engine.release()
        await expect.poll(() => statusOf(person.runningId)).toBe('SUCCESS')
        await world.eraseDue()
      },
      'a requested refund is refused': async () => world.decide(await world.undecided(), 'failed'),
    },
    expiry: {
      'an operator takes points back': async () => world.give(await world.member(), -30),
      'a later visitor with a running video logs in': async () => {
        const { email } = await world.signUp(await world.visitor())
        const later = await world.visitor()
        const { batchId } = await commit(later, await upload(later))
        const { userInfo } = await later.get(logInByEmail, { email, password: PASSWORD })
        const client = accountClient(shop.server, later, userInfo.id, { nowMs: shop.nowMs })
        await world.finish(client, batchId, new EngineFailure('it can not be made'))
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
  const act: EveryActWorld['act'] = (call, input) => world.act(call, input)
  const promotion = (code: string) => act(createPromotion, { code, percentOff: 10, audience: 'everybody', reason: REASON })

  async function writeMessage(): Promise<string> {
    const { client, email } = await world.member()
    await client.get(contactUs, { email, subject: 'A question', message: 'Where is it?' }, key())
    const [row] = await db.select({ id: contactMessage.id }).from(contactMessage).where(eq(contactMessage.email, email))
    return row?.id ?? ''
  }

  return {
    look_up: async () => act(findOwner, { q: (await world.member()).email }),
    view_person: async () => act(getPerson, { id: (await world.member()).id }),
    view_ledger: async () => act(getPersonLedger, { id: (await world.member()).id }),
    view_messages: () => act(getMessages, { state: 'open' }),
    points: async () => world.give(await world.member(), 20),
    disable: async () => act(acts.disableAccount, { id: (await shop.member()).id, isDisabled: true, reason: REASON }),
    enable: async () => {
      const { id } = await world.member()
      for (const isDisabled of [true, false]) await act(acts.disableAccount, { id, isDisabled, reason: REASON })
    },
    erase: async () => {
      const { id, email } = await world.memberWithVideo()
      await act(acts.eraseAccount, { id, confirmation: email, reason: REASON })
      await world.eraseDue()
    },
    cancel_task: async () => {
      const { runningId, waitingId } = await world.waiter()
      for (const taskId of [waitingId, runningId]) await act(acts.steerTask, { taskId, act: 'cancel' })
      await expect.poll(() => engine.paused).toEqual([])
    },
    retry_task: async () => {
      const { client, waitingId, running, waiting } = await world.waiter()
      await act(acts.steerTask, { taskId: waitingId, act: 'retry' })
      for (const { batchId } of [running, waiting]) await world.finish(client, batchId)
    },
    refund: async () => {
      const { id } = await world.paid(await shop.member())
      await act(acts.refundPayment, { id, amountCents: 999, endsPlan: true, reason: REASON })
    },
    resend_mail: async () => act(acts.resendMail, { kind: 'receipt', id: (await world.paid(await world.pack())).id }),
    reply: async () => act(replyToMessage, { messageId: await writeMessage(), body: 'Here it is.' }),
    answered: async () => act(setMessageState, { messageId: await writeMessage(), state: 'answered' }),
    reopened: async () => {
      const messageId = await writeMessage()
      for (const state of ['answered', 'open'] as const) await act(setMessageState, { messageId, state })
    },
    replay_webhook: async () => {
      const failed = { provider: 'sandbox', id: 'failed', type: 'trade', orderId: 'no-such-order', tries: MAX_TRIES, doneAtMs: 1 }
      await db.insert(paymentEvent).values({ ...failed, receivedAtMs: shop.nowMs() })
      await act(replayWebhook, { provider: failed.provider, id: failed.id })
    },
    take_down: async () => {
      const { client, taskId } = await world.memberWithVideo()
      await act(acts.eraseFile, { name: (await creation(client, taskId)).videoUrl ?? '', reason: REASON })
    },
    confirm_factor: async () => {
      const { id, email } = await world.member()
      const atMs = shop.nowMs()
      await db.insert(secondFactor).values({ accountId: id, sealed: '', lastStep: 0, createdAtMs: atMs, confirmedAtMs: atMs })
      const secret = await sharedSecret(db)
      const [factor] = await listFactors(db, id)
      if (factor === undefined) throw new Error('no factor')
      const code = factorCode({ secret }, id, factor)
      await confirmOperatorFactor({ db, secret, nowMs: shop.nowMs, operatorAccounts: [email] }, { email, code })
    },
    view_promotions: async () => act(getRedemptions, { id: (await promotion('VIEWED')).id }),
    create_promotion: () => promotion('CREATED'),
    disable_promotion: async () => act(disablePromotion, { id: (await promotion('DISABLED')).id, reason: REASON }),
  } satisfies Record<Act, Case>
}
