import { describe, expect, it } from 'vitest'
import {
  cancelledMail,
  paymentFailedMail,
  planChangesMail,
  planEndedMail,
  planChangeCancelledMail,
  receiptMail,
  renewalNoticeMail,
  resumedMail,
  trialBegunMail,
  trialReminderMail,
} from '#server/billing/payments/mail-texts.ts'
import { PLANS, otherPlan } from '#shared/domain/membership-terms.ts'

const ORIGIN = 'https://kinora.example'
const AT_MS = Date.UTC(2026, 10, 28, 12, 5)
const price = { amountCents: 999, currencyCode: 'USD' } as const
const payment = {
  ...price,
  id: 'p1',
  itemName: 'Premium weekly',
  creditCents: 0,
  creditedItem: '',
  discountCents: 0,
  promotionCode: '',
  paymentMethod: 13,
  points: 400,
  paidAtMs: AT_MS,
  period: { startsAtMs: AT_MS, endsAtMs: Date.UTC(2026, 11, 5, 12, 5) },
  origin: ORIGIN,
}
const weeklyPlan = { plan: 'weekly', origin: ORIGIN } as const

describe('a receipt by mail', () => {
  it('has the item, method, date, period and points of the payment, and a link to the receipt', () => {
    const { subject, body } = receiptMail(payment)
    expect(subject).toBe('Your Kinora receipt: $9.99 for Premium weekly')
    for (const fact of [
      'Charged:   $9.99\nPaid with: Card (Subotiz)',
      'November 28, 2026 at 12:05 UTC',
      'November 28, 2026 to December 5, 2026',
      'Points:    400',
      `${ORIGIN}/ai/receipt/p1\n`,
      `${ORIGIN}/ai/setting\n`,
    ])
      expect(body).toContain(fact)
  })

  it('has the price and the credit of a change within a period', () => {
    const { body } = receiptMail({ ...payment, amountCents: 4499, creditCents: 500, creditedItem: 'Unused time on Premium weekly' })
    for (const line of ['Price:     $49.99', 'Credit:    −$5.00, unused time on Premium weekly', 'Charged:   $44.99\n'])
      expect(body).toContain(line)
    expect(receiptMail(payment).body).not.toMatch(/Price:|Credit:/)
  })

  it('has the price and the discount of a promotion code', () => {
    const { body } = receiptMail({ ...payment, amountCents: 799, discountCents: 200, promotionCode: 'SPRING' })
    for (const line of ['Price:     $9.99', 'Code:      −$2.00, SPRING', 'Charged:   $7.99\n']) expect(body).toContain(line)
    expect(receiptMail(payment).body).not.toMatch(/Price:|Code:/)
  })

  it('of a pack mentions no period and no plan', () => {
    const { body } = receiptMail({ ...payment, itemName: '100 points', period: null })
    expect(body).toContain('100 points')
    expect(body).not.toMatch(/Period:|plan|setting/)
  })
})

describe('mails about a trial', () => {
  const trial = { ...weeklyPlan, ...price, endsAtMs: AT_MS }

  it.each([
    ['at its beginning', trialBegunMail(trial)],
    ['a day before it is paid', trialReminderMail(trial)],
  ])('state %s when a charge is due, and how to cancel it', (_, { body }) => {
    for (const fact of [
      'November 28, 2026 at 12:05 UTC',
      "'ll be charged $9.99 each week",
      "cancel before then and you won't be charged",
      `${ORIGIN}/ai/setting `,
    ]) {
      expect(body.replaceAll('\n', ' ')).toContain(fact)
    }
  })

  it('have the price and the day in the subject', () => {
    expect(trialBegunMail(trial).subject).toContain('November 28, 2026')
    expect(trialReminderMail(trial).subject).toContain('$9.99')
  })
})

describe('mails about a plan', () => {
  it('state after a failed payment that nothing was charged and until when the plan stays active', () => {
    const { body } = paymentFailedMail({ ...weeklyPlan, ...price, graceEndsAtMs: AT_MS })
    for (const fact of [
      'Your payment of $9.99 for Premium weekly failed',
      "You weren't charged",
      'until November 28, 2026 at 12:05 UTC',
      `${ORIGIN}/ai/setting\n`,
    ]) {
      expect(body).toContain(fact)
    }
  })

  it('state after a cancellation until when the plan runs and that no more is charged', () => {
    const { body } = cancelledMail({ ...weeklyPlan, endsAtMs: AT_MS })
    for (const fact of ['canceled Premium weekly', 'until November 28, 2026 at 12:05 UTC', "You won't be charged for it again"]) {
      expect(body).toContain(fact)
    }
  })

  it.each([
    ['of a renewal that is near', renewalNoticeMail],
    ['of a cancellation that was taken back', resumedMail],
  ])('state %s when a charge is due, and how to cancel it', (_, mail) => {
    const body = mail({ ...price, plan: 'yearly', from: 'yearly', renewsAtMs: AT_MS, origin: ORIGIN }).body.replaceAll('\n', ' ')
    for (const fact of [
      'Premium yearly',
      'November 28, 2026 at 12:05 UTC',
      "'ll be charged $9.99 then",
      "cancel before then and you won't be charged",
      `${ORIGIN}/ai/setting `,
    ])
      expect(body).toContain(fact)
  })

  it('list for an agreed change the future charge with its date, that nothing was charged yet, and how to undo it', () => {
    const facts = { ...price, plan: 'weekly', from: 'yearly', renewsAtMs: AT_MS, origin: ORIGIN } as const
    const { subject, body } = planChangesMail(facts)
    expect(subject).toBe('Your Kinora plan will change on November 28, 2026')
    for (const fact of [
      'Premium yearly runs until November 28, 2026 at 12:05 UTC',
      "Premium weekly starts. You'll be charged\n$9.99",
      "You weren't charged",
      'undo the change',
    ])
      expect(body).toContain(fact)
    expect(renewalNoticeMail(facts).body).toContain('Premium yearly changes to Premium weekly on November 28, 2026 at 12:05 UTC')
  })

  it('state after its end what remains and where to find plans', () => {
    const { body } = planEndedMail({ plan: 'yearly', endedAtMs: AT_MS, origin: ORIGIN })
    for (const fact of ['Premium yearly ended on November 28, 2026', 'You keep your points, videos and photos', `${ORIGIN}/pricing\n`]) {
      expect(body).toContain(fact)
    }
  })

  it.each(PLANS)('are lines that fit a screen, without a missing value (%s)', (plan) => {
    const facts = {
      plan,
      from: otherPlan(plan),
      origin: ORIGIN,
      ...price,
      endsAtMs: AT_MS,
      renewsAtMs: AT_MS,
      endedAtMs: AT_MS,
      graceEndsAtMs: AT_MS,
    }
    const mails = [
      trialBegunMail,
      trialReminderMail,
      renewalNoticeMail,
      paymentFailedMail,
      cancelledMail,
      resumedMail,
      planEndedMail,
      planChangesMail,
      planChangeCancelledMail,
    ]
    for (const { subject, body } of mails.map((mail) => mail(facts))) {
      expect(subject.length).toBeLessThanOrEqual(78)
      expect(Math.max(...body.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
      expect(subject + body).not.toMatch(/undefined|NaN|null|Invalid|\n\n\n/)
    }
  })
})
