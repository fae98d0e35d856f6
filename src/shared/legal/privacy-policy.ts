import type { LegalDocument, Operator } from './legal-document.ts'
import { operatorLines } from './operator-lines.ts'
import { PRIVACY_CHOICES } from './privacy-choices.ts'
import { PRIVACY_DEVICE } from './privacy-device.ts'
import { PRIVACY_SERVER } from './privacy-server.ts'

/** What is kept of whom, where, what for and how long. Rule: docs/rules.md, "Legal texts". */
export function privacyPolicy(operator: Operator): LegalDocument {
  return {
    title: 'Privacy policy',
    changedOn: '2026-11-25',
    short: [
      'You can use Kinora without an account and without telling us who you are.',
      'Your pictures and videos are shown to you alone. Nobody sells them, and no model is trained on them by Kinora.',
      'Nothing is measured before you say yes, and you can take a yes back at any time.',
      'You can take everything we hold about your account with you, and have it erased.',
    ],
    sections: [
      ...PRIVACY_DEVICE,
      ...PRIVACY_SERVER,
      ...PRIVACY_CHOICES,
      { id: 'who', title: 'Who is responsible', blocks: operatorLines(operator) },
    ],
  }
}
