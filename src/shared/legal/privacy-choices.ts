import type { LegalSection } from './legal-document.ts'
import { DELETION_GRACE_MS } from '#shared/domain/account-rules.ts'
import { ATTRIBUTION_KEPT_MS } from '#shared/domain/attribution-rules.ts'
import { CLIENT_ERRORS_KEPT_MS } from '#shared/domain/client-error-rules.ts'
import { USAGE_KEPT_MS } from '#shared/domain/track-rules.ts'
import { daysOf } from './days-of.ts'

/** What happens only after a yes, and what everybody can ask for. */
export const PRIVACY_CHOICES: readonly LegalSection[] = [
  {
    id: 'consent',
    title: 'Only if you allow it',
    blocks: [
      'Until you decide, each of these is off, nothing is stored for it and no request is made. A no is as easy as a yes, and the app works the same. You change your mind in the [settings](/ai/setting#privacy). If your browser sends Global Privacy Control or Do Not Track, that counts as a no to the first two until you say otherwise there.',
      {
        rows: [
          [
            'Usage data',
            `Which screens you open, what you use, the settings of videos you make with the first words of their prompts, and how fast the pages were. It is kept for ${daysOf(USAGE_KEPT_MS)} under the random number of this installation of the app, without your account or address. Where the operator has connected an outside analytics service, it gets the same without the prompts, after the same yes, and sets cookies of its own that go when you take the yes back.`,
          ],
          [
            'Where you came from',
            `Which link or advertisement led you here, when you opened the app and what you paid, with the kind of device, your language and country. It is kept on our own server for ${daysOf(ATTRIBUTION_KEPT_MS)} under a random number, beside a hash of the random word in the cookie, and passed on to nobody unless you allow that, too. You can have this device forgotten: then only a hash of the number stays, so that nothing more is taken from it.`,
          ],
          [
            'Error reports',
            `What went wrong in the app, on which screen, with the kind of browser and the version, for ${daysOf(CLIENT_ERRORS_KEPT_MS)}. No pictures, no address, no account. What you have typed is taken out as far as it can be told from the message of the error.`,
          ],
        ],
      },
    ],
  },
  {
    id: 'others',
    title: 'Who else gets something',
    blocks: [
      'Nobody gets your data for their own purposes. Some parts of Kinora need somebody else, and then only what that part needs goes there:',
      {
        rows: [
          [
            'Payments',
            'You pay on the pages of the payment provider. Your card never reaches Kinora. We learn what was paid, when and by which kind of payment, and we tell the provider what you buy and the number of your account.',
          ],
          [
            'Google',
            'Only if this copy offers it and you sign in with it: Google tells us your verified address, your name and the number it knows you by.',
          ],
          [
            'Notifications',
            'If you allow them, the push service of your browser’s maker carries our messages. They are encrypted for your browser; the service cannot read them.',
          ],
          ['Mail', 'Messages to you go over the operator’s mail server.'],
          [
            'Making videos',
            'By default videos are made on the operator’s own server. An operator can connect an outside video service; then your picture and your words go to it for that one job.',
          ],
        ],
      },
      'We also have to hand over data where a law obliges us to.',
    ],
  },
  {
    id: 'rights',
    title: 'What you can ask for',
    blocks: [
      {
        points: [
          'Take it with you: the [settings](/ai/setting) give you everything about your account as one file, videos and pictures included.',
          'Correct it: your names stand in [your account](/ai/personal).',
          `Have it erased: delete your account in the [settings](/ai/setting). For ${daysOf(DELETION_GRACE_MS)} you can take that back; then names, address, password, messages, pictures, videos and prompts are erased. The lines of points and payments stay for the books, without a name.`,
          'Say no: to each item of “Only if you allow it”, to notifications, and to the newsletter by the link in each letter.',
          'Ask us: for anything else, or as a visitor without an account, write to us by the [support page](/support). You may also complain to the data protection authority of your country.',
        ],
      },
    ],
  },
  {
    id: 'security',
    title: 'How it is protected',
    blocks: [
      'Passwords are kept only as salted hashes. Your videos and pictures are given out only to you. Sessions, tokens and addresses of callers are kept as hashes. Calls from other sites are refused, and no key stands in an address or a log. Nothing connected to a network is perfectly safe; if something happens to your data, we tell you.',
    ],
  },
  {
    id: 'children',
    title: 'Children',
    blocks: ['Kinora is not made for children under 16. If a child has given us data, write to us and we erase it.'],
  },
  {
    id: 'changes',
    title: 'When this page changes',
    blocks: [
      'The date on top says when it changed last. If a change means that more is done with your data, we ask first or tell you before it begins.',
    ],
  },
]
