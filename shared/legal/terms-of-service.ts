import { MOST_REFUNDS, REFUND_WINDOW_MS } from '#shared/domain/refund-rules.ts'
import { PAYMENT_GRACE_MS, TRIAL_MS, TRIAL_REMINDER_MS, WEEKLY_PLAN_POINTS, YEARLY_PLAN_POINTS } from '#shared/domain/membership-terms.ts'
import { BASE_POINTS } from '#shared/domain/video-price.ts'
import { type LegalDocument, type Operator, type LegalSection, operatorLines, daysOf } from './legal-document.ts'

/** The rights and duties of users and operator. Rule: docs/content.md, "Legal texts". */
export function termsOfService(operator: Operator): LegalDocument {
  return {
    title: 'Terms of service',
    changedOn: '2026-11-29',
    short: [
      'Your photos stay yours, and so do the videos made from them.',
      'The button shows the price in points before you press it. A video that fails costs nothing.',
      'A plan renews until you cancel it, and then runs until the end of the paid period.',
      'Use only photos that you are allowed to use, and don’t use them to harm anyone.',
    ],
    sections: [
      {
        id: 'agreement',
        title: 'About these terms',
        blocks: [
          'These terms apply between you and the operator of this copy of Kinora, who is named at the end. By using Kinora, or by opening an account, you agree to them. If you do not agree, please do not use Kinora.',
        ],
      },
      ...TERMS_USE,
      ...TERMS_MONEY,
      {
        id: 'promise',
        title: 'What we can and cannot promise',
        blocks: [
          'We run Kinora with care, keep its accounts correct, and tell you when something goes wrong. We cannot promise that Kinora is always available, that every video looks as you imagined, or that everything is stored forever. Please download what matters to you.',
          'Kinora Motion moves a camera through your photo and puts light and weather in front of it. It does not invent what is not in the photo, and the app tells you before you pay if your prompt asks for more.',
          'Where the law allows it, we are liable for damage only if we have breached an essential duty of these terms, and then only for damage that could be foreseen. Nothing here takes away rights that the law gives you, and nothing limits our liability for intent, gross negligence, or harm to people.',
        ],
      },
      {
        id: 'end',
        title: 'Ending this agreement',
        blocks: [
          'You can stop at any time, and delete your account in your [settings](/ai/setting). A plan is then canceled at once, and remaining points are lost with the account.',
          'We may close an account that breaks these terms seriously or repeatedly. Where we can, we tell you why first. If we ever have to shut down this copy of Kinora, we tell you in time to download your videos.',
        ],
      },
      {
        id: 'changes',
        title: 'When these terms change',
        blocks: [
          'The date at the top shows when these terms last changed. We tell you about a change to your disadvantage at least 30 days before it begins. If you do not want it, you can cancel until then. The terms under which you bought something continue to apply to it.',
          'If one sentence on this page is invalid, the others remain valid. The law of the country where the operator lives applies, and so does the law that protects you as a consumer where you live.',
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
      `You pay for videos with points, starting at ${BASE_POINTS} points each. The button shows the price of your settings, and we never take more than that. Points are reserved when your video is accepted, spent when it is ready, and returned in full when it fails or you cancel it while it waits. Every change is listed in [your points](/ai/ledger).`,
      'Points are a way to pay for videos here and nothing else. They have no value in money, cannot be transferred, and do not expire as long as your account exists. Welcome points are a gift.',
    ],
  },
  {
    id: 'plans',
    title: 'Plans and point packs',
    blocks: [
      'The [pricing page](/pricing) shows the prices, each with its currency. If your payment provider adds tax, it shows the tax before you pay.',
      {
        points: [
          `The weekly plan gives you ${WEEKLY_PLAN_POINTS} points with each paid week, the yearly plan ${YEARLY_PLAN_POINTS} with each paid year. Both renew automatically until you cancel.`,
          `The free trial lasts ${daysOf(TRIAL_MS)}. It has the features of a plan, but no points and no half price for point packs. Then the weekly plan begins and is charged, unless you cancel before. We remind you ${daysOf(TRIAL_REMINDER_MS)} ahead. Each person gets one free trial.`,
          'You can cancel in your [settings](/ai/setting#plan), with 2 clicks and without giving a reason. The plan then runs until the end of the paid period.',
          `If a renewal cannot be charged, everything stays as it is for ${daysOf(PAYMENT_GRACE_MS)} while we try again. Then the plan ends, and you keep your points.`,
          'Point packs are bought once and do not renew. With a plan, you pay half.',
        ],
      },
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds',
    blocks: [
      `Within ${daysOf(REFUND_WINDOW_MS)} after a payment, you can request a refund on its receipt, without giving a reason, up to ${MOST_REFUNDS} times a year. You get back the part of the price whose points are still there. Points that you have already spent are not refunded. Before you agree, you see what you get and what is taken. For a plan, the refund is for the current cycle, and the plan ends with it.`,
      'If you were charged wrongly or twice, or something that you paid for did not arrive, write to us on the [support page](/support) with the receipt. We check it and refund what we owe, in the way it was paid.',
      'When money is refunded, the points it paid for are removed in the same proportion, as far as they are still there. Where the law gives you a right to withdraw from a purchase, you have it. For points that you have already spent, it ends with the video they paid for.',
    ],
  },
]

const TERMS_USE: readonly LegalSection[] = [
  {
    id: 'account',
    title: 'Visitors and accounts',
    blocks: [
      'You can try Kinora as a visitor. Your work is then tied to this browser: if you clear its data, we cannot restore your work, because we do not know who you are. With an account, your work is yours on every device. What you made before moves to your account at your first login.',
      'Please give an email address that is yours, keep your password to yourself, and tell us if someone else got into your account. You must be at least 16, and to buy something, old enough to make such an agreement where you live. Each person gets one free trial: you may not collect points and trials with many accounts.',
    ],
  },
  {
    id: 'pictures',
    title: 'Your photos and videos',
    blocks: [
      'What you add to Kinora stays yours. You allow us to store it, process it, and show it to you, as far as that is needed to make and store your videos, and no further. We do not publish it, sell it, or train models with it.',
      'The videos are yours to use, also for your business, as far as you have the rights to what you put in. The samples in the galleries belong to the project. A video that you make with an effect on your own photo is yours.',
    ],
  },
  {
    id: 'rules',
    title: 'What is not allowed',
    blocks: [
      {
        points: [
          'Photos that you have no right to use, and photos of people who would not agree to it.',
          'Sexual content involving minors, or anything that sexualizes people without their consent. We report it where the law requires it.',
          'Videos made to deceive, to shame, to threaten, or to make it look as if people did what they did not do.',
          'Hate, calls for violence, and anything else that is against the law where you or we are.',
          'Attacks on the service: getting around limits or prices, breaking in, overloading it, reading other people’s work, or reselling access without our permission.',
        ],
      },
      'Your own programs may use your account as you would, within the limits. We may refuse or remove what breaks these rules. Points that were spent on it are not returned.',
    ],
  },
]
