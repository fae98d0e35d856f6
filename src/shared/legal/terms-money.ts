import type { LegalSection } from './legal-document.ts'
import { PAYMENT_GRACE_MS, TRIAL_MS, TRIAL_REMINDER_MS, WEEKLY_PLAN_POINTS, YEARLY_PLAN_POINTS } from '#shared/domain/membership-terms.ts'
import { BASE_POINTS } from '#shared/domain/price.ts'
import { daysOf } from './days-of.ts'

/** Points, plans, trials and refunds. */
export const TERMS_MONEY: readonly LegalSection[] = [
  {
    id: 'points',
    title: 'Points',
    blocks: [
      `Videos are paid with points, starting at ${BASE_POINTS} points each. The price of your settings stands on the button, and never more than that is taken. Points are held when your video is accepted, spent when it is ready, and given back in full when it fails or you cancel it while it waits. Every movement stands in [your points](/ai/ledger).`,
      'Points are a way to pay for videos here and nothing else. They have no value in money, cannot be passed on, and do not run out as long as your account is there. Points given as a welcome are a gift.',
    ],
  },
  {
    id: 'plans',
    title: 'Plans and packs',
    blocks: [
      'Prices stand on the [pricing page](/pricing) in US dollars; what your payment provider adds as tax, it shows before you pay.',
      {
        points: [
          `The weekly plan brings ${WEEKLY_PLAN_POINTS} points with each paid week, the yearly plan ${YEARLY_PLAN_POINTS} with each paid year. Both renew by themselves until you cancel.`,
          `The free week lasts ${daysOf(TRIAL_MS)}. It has the features of a plan, but no points and no half price. Then the weekly plan begins and is charged, unless you cancel before; we remind you ${daysOf(TRIAL_REMINDER_MS)} ahead. There is one for each person.`,
          'You cancel in the [settings](/ai/setting#plan), with two presses and without a reason. The plan runs to the end of what is paid.',
          `If a renewal cannot be charged, everything stays for ${daysOf(PAYMENT_GRACE_MS)} while it is tried again. Then the plan ends and your points stay.`,
          'Packs are bought once and do not renew. Members pay half.',
        ],
      },
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds',
    blocks: [
      'If you were charged wrongly or twice, or something that you paid for did not arrive, write to us by the [support page](/support) with the receipt. We look at it and give back what is owed, the way it was paid.',
      'When money is given back, the points it brought go in the same proportion, as far as they are still there. Where the law gives you a right to withdraw from a purchase, you have it; for points that you have already spent it ends with the video they paid for.',
    ],
  },
]
