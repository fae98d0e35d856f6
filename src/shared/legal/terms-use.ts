import type { LegalSection } from './legal-document.ts'

/** Accounts, pictures, and what not to do. */
export const TERMS_USE: readonly LegalSection[] = [
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
