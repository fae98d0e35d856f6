import { MOST_REFUNDS, REFUND_WINDOW_MS } from '#shared/domain/refund-rules.ts'
import { PAYMENT_GRACE_MS, TRIAL_MS, TRIAL_REMINDER_MS, WEEKLY_PLAN_POINTS, YEARLY_PLAN_POINTS } from '#shared/domain/membership-terms.ts'
import { BASE_POINTS } from '#shared/domain/video-price.ts'
import { type LegalDocument, type Operator, type LegalSection, operatorLines, daysOf } from './legal-document.ts'

/** The rights and duties of users and operator. Rule: docs/content.md, "Legal texts". */
export function termsOfService(operator: Operator): LegalDocument {
  return {
    title: 'Terms of service',
    changedOn: '2026-11-28',
    short: [
      'Your pictures stay yours, and so do the videos made of them.',
      'The price in points stands on the button before you press it. A video that fails costs nothing.',
      'A plan renews until you cancel it, and runs to the end of what is paid.',
      'Use pictures you may use, and hurt nobody with them.',
    ],
    sections: [
      {
        id: 'agreement',
        title: 'What this is',
        blocks: [
          'These terms are between you and the operator of this copy of Kinora, who is named at the end. By using it, or by opening an account, you agree to them. If you do not, please do not use it.',
        ],
      },
      ...TERMS_USE,
      ...TERMS_MONEY,
      {
        id: 'promise',
        title: 'What we promise, and what we cannot',
        blocks: [
          'We run Kinora with care, keep its books right and tell you when something goes wrong. We cannot promise that it is always there, that every video looks as you imagined, or that everything is kept for ever: please download what matters to you.',
          'Kinora Motion moves a camera through your picture and puts light and weather before it. It does not invent what is not in the picture, and the app tells you before you pay when your words ask for more.',
          'Where the law allows it, we answer for damage only where we have broken an essential duty of these terms, and then for what could be foreseen. Nothing here takes away rights that the law gives you, and nothing limits what we owe for intent, gross negligence or harm to people.',
        ],
      },
      {
        id: 'end',
        title: 'Ending',
        blocks: [
          'You can stop at any time, and delete your account in the [settings](/ai/setting). A plan is then called off at once; points that are left end with the account.',
          'We may close an account that breaks these terms seriously or again and again, after telling you why where we can. If we ever have to end Kinora here, we tell you in time to take your videos with you.',
        ],
      },
      {
        id: 'changes',
        title: 'When these terms change',
        blocks: [
          'The date on top says when they changed last. A change that is to your disadvantage is told at least 30 days before it begins; if you do not want it, you can cancel until then. What you have paid for keeps the terms you bought it under.',
          'If one sentence of this page does not hold, the others do. The law of the country where the operator lives applies, and the law that protects you as a consumer where you live.',
        ],
      },
      { id: 'who', title: 'The operator', blocks: operatorLines(operator) },
    ],
  }
}

const TERMS_MONEY: readonly LegalSection[] = [
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
      'Prices stand on the [pricing page](/pricing), each with its currency; what your payment provider adds as tax, it shows before you pay.',
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
      `Within ${daysOf(REFUND_WINDOW_MS)} after a payment you can request a refund on its receipt, without a need to explain it, up to ${MOST_REFUNDS} times a year. You get back the part of the price whose points are still there; points that you have spent are not paid back. What you get and what is taken stands there before you agree. Of a plan that is the running cycle, and the plan ends with it.`,
      'If you were charged wrongly or twice, or something that you paid for did not arrive, write to us by the [support page](/support) with the receipt. We look at it and give back what is owed, the way it was paid.',
      'When money is given back, the points it brought go in the same proportion, as far as they are still there. Where the law gives you a right to withdraw from a purchase, you have it; for points that you have already spent it ends with the video they paid for.',
    ],
  },
]

const TERMS_USE: readonly LegalSection[] = [
  {
    id: 'account',
    title: 'Visitors and accounts',
    blocks: [
      'You can try Kinora as a visitor. Your work then hangs on this browser: if you clear its data, we cannot bring it back, because we do not know who you are. With an account it is yours on every device; what you made before comes along at your first login.',
      'Please give an address that is yours, keep your password to yourself, and tell us if somebody else got in. You need to be at least 16, and old enough where you live to make such an agreement to buy something. One person, one free week: points and trials are not for collecting with many accounts.',
    ],
  },
  {
    id: 'pictures',
    title: 'Your pictures and videos',
    blocks: [
      'What you bring stays yours. You let us store it, work on it and show it to you, as far as that is needed to make and keep your videos, and no further. We do not publish it, sell it or train models with it.',
      'The videos are yours to use, also for your business, as far as you have the rights to what you put in. The samples in the galleries belong to the project; a video that you make with an effect on your own picture is yours.',
    ],
  },
  {
    id: 'rules',
    title: 'What is not allowed',
    blocks: [
      {
        points: [
          'Pictures you have no right to use, and pictures of people who would not agree to it.',
          'Anything sexual with minors, or that sexualises people without their consent. We report it where the law asks for it.',
          'Videos made to deceive, to shame, to threaten, or to pass somebody off as having done what they did not.',
          'Hate, calls for violence, and whatever else is against the law where you or we are.',
          'Attacks on the service: getting around limits or prices, breaking in, overloading it, reading other people’s work, or reselling access without our word.',
        ],
      },
      'Programs of your own may use your account as you would, within the limits. We may refuse or take down what breaks these rules. Points that were spent on it do not come back.',
    ],
  },
]
