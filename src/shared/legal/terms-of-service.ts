import type { LegalDocument, Operator } from './legal-document.ts'
import { operatorLines } from './operator-lines.ts'
import { TERMS_MONEY } from './terms-money.ts'
import { TERMS_USE } from './terms-use.ts'

/** What whoever uses Kinora and whoever runs it can expect of each other. Rule: docs/rules.md, "Legal texts". */
export function termsOfService(operator: Operator): LegalDocument {
  return {
    title: 'Terms of service',
    changedOn: '2026-11-23',
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
