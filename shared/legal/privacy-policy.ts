import {
  DELETION_GRACE_MS,
  SESSION_LIFETIME_MS,
  IDLE_VISITOR_RETENTION_MS,
  KNOWN_CALLER_RETENTION_MS,
} from '#shared/domain/account-rules.ts'
import { ATTRIBUTION_RETENTION_MS } from '#shared/domain/attribution-rules.ts'
import { CLIENT_ERRORS_RETENTION_MS, USAGE_RETENTION_MS } from '#shared/domain/measurement-rules.ts'
import { SHARE_RETENTION_MS } from '#shared/domain/share-rules.ts'
import { NEWSLETTER_REQUEST_RETENTION_MS } from '#shared/domain/newsletter-rules.ts'
import { UNUSED_UPLOAD_RETENTION_MS } from '#shared/domain/media-limits.ts'
import { RESTORE_WINDOW_MS } from '#shared/domain/task.ts'
import { type LegalDocument, type Operator, type LegalSection, operatorLines, daysOf } from './legal-document.ts'

/** Which data is stored, where, what for and how long. Rule: docs/content.md, "Legal texts". */
export function privacyPolicy(operator: Operator): LegalDocument {
  return {
    title: 'Privacy policy',
    changedOn: '2026-11-29',
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

/** Uses that require consent, and the rights of every person. */
const PRIVACY_CHOICES: readonly LegalSection[] = [
  {
    id: 'consent',
    title: 'Only if you allow it',
    blocks: [
      'Until you decide, each of these is off, nothing is stored for it and no request is made. A no is as easy as a yes, and the app works the same. You change your mind in the [settings](/ai/setting#privacy). If your browser sends Global Privacy Control or Do Not Track, that counts as a no to the first two until you say otherwise there.',
      {
        rows: [
          [
            'Usage data',
            `Which screens you open, what you use, the settings of videos you make with the first words of their prompts, and how fast the pages were. It is kept for ${daysOf(USAGE_RETENTION_MS)} under the random number of this installation of the app, without your account or address. Where the operator has connected an outside analytics service, it gets the same without the prompts, after the same yes, and sets cookies of its own that go when you take the yes back.`,
          ],
          [
            'Where you came from',
            `Which link or advertisement led you here, when you opened the app and what you paid, with the kind of device, your language and country. It is kept on our own server for ${daysOf(ATTRIBUTION_RETENTION_MS)} under a random number, beside a hash of the random word in the cookie, and passed on to nobody unless you allow that, too. You can have this device forgotten: then only a hash of the number stays, so that nothing more is taken from it.`,
          ],
          [
            'Error reports',
            `What went wrong in the app, on which screen, with the kind of browser and the version, for ${daysOf(CLIENT_ERRORS_RETENTION_MS)}. No pictures, no address, no account. What you have typed is taken out as far as it can be told from the message of the error.`,
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
          `Have it erased: delete your account in the [settings](/ai/setting). For ${daysOf(DELETION_GRACE_MS)} you can take that back; then names, address, password, messages, pictures, videos and prompts are erased. The lines of points and payments stay for the books, without a name; invoices stay as they were issued, because the law wants them kept.`,
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
      'Passwords are kept only as salted hashes. Your videos and pictures are given out only to you. Sessions, tokens and addresses of callers are kept as hashes; of the address of a logged-in device its block is kept, so that you recognise it. Calls from other sites are refused, and no key stands in an address or a log. Nothing connected to a network is perfectly safe; if something happens to your data, we tell you.',
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

const PRIVACY_DEVICE: readonly LegalSection[] = [
  {
    id: 'cookies',
    title: 'Cookies',
    blocks: [
      'Kinora sets three cookies. All of them belong to Kinora alone, and none of them follows you anywhere else. Others come only with a yes of yours, see “Only if you allow it”. Without these three the app could not tell your work from somebody else’s, so they need no consent.',
      {
        rows: [
          [
            'user_token',
            'A random word of 32 letters and digits that stands for this browser as long as you have no account. Kept for 1 year.',
          ],
          [
            'session',
            `Proves that you are logged in. Out of reach of scripts. Only with an account; it ends ${daysOf(SESSION_LIFETIME_MS)} after you last used Kinora, or when you log out.`,
          ],
          [
            'business_user_id',
            'The number of your account, as a name only: it proves nothing. Only with an account. Kept for 1 year, or until you log out.',
          ],
        ],
      },
    ],
  },
  {
    id: 'device',
    title: 'What stays on your device',
    blocks: [
      'Kinora works without a connection because it keeps much of your work in this browser’s own storage. Other sites cannot read it. You see how much it is, and clear it by kind, in the [settings](/ai/setting#storage).',
      {
        points: [
          'Videos that wait to be sent, with their pictures, and what became of them.',
          'The unfinished forms with their pictures, and the prompts you used before.',
          'The latest lines of your creations, points and payments, so that you can read them offline.',
          'The videos you asked to keep on this device.',
          'Galleries, articles and the app itself, which are the same for everybody.',
          'Your settings, your likes in the galleries, the last notices, and copies of the names in the two readable cookies.',
          'A random number of this installation of the app, which goes along with calls to our server so that two tabs can be told apart.',
          'Where you had scrolled to, until you close the tab.',
        ],
      },
      `A picture that you share to Kinora from another app waits on the device until a form takes it, for ${daysOf(SHARE_RETENTION_MS)} at most.`,
      'Logging out erases what belongs to your account from this browser. Kinora prepares your pictures on your device, and takes out where and with what they were made before anything is sent.',
    ],
  },
]

const RESTORE_MINUTES = RESTORE_WINDOW_MS / 60_000

const PRIVACY_SERVER: readonly LegalSection[] = [
  {
    id: 'server',
    title: 'What the server keeps, and for how long',
    blocks: [
      'What we keep serves one purpose: to make your videos, to keep your points right, and to let you come back to both. The legal ground is the agreement with you, and for limits against abuse our interest in a service that stays up.',
      {
        rows: [
          [
            'Visitors',
            `A hash of the random word in the cookie, your points, and a keyed hash of the network address that the word came from first: visitors of one network share a limit of storage. It names nobody. It stays until you sign up or ask us to erase it; one with neither points nor anything else goes after ${daysOf(IDLE_VISITOR_RETENTION_MS)}.`,
          ],
          [
            'Accounts',
            'Your e-mail address, first and last name, a salted hash of your password, the link to Google if you use it, and when you signed up. Until you delete the account.',
          ],
          [
            'Logged-in devices',
            `The kind of browser and system, when it was used last, and from which block of network addresses. Until the session ends: ${daysOf(SESSION_LIFETIME_MS)} after the last use, or at once when you end it.`,
          ],
          [
            'Passkeys',
            'Their public halves, the names you gave them, and when they were used. Your face or finger never leaves your device. Until you remove them or delete the account.',
          ],
          [
            'Authenticator app',
            'If you set one up: its key, encrypted, and your recovery codes as hashes. Until you turn it off or delete the account.',
          ],
          [
            'Known devices',
            `Browsers and networks that your account was used from, as keyed hashes: so that others who try your address can’t lock you out. ${daysOf(KNOWN_CALLER_RETENTION_MS)} after the last use, or until you set a new password or delete the account.`,
          ],
          [
            'Pictures you bring',
            `Prepared on your device, without their hidden data. They stay as long as a video that was made of them. Pictures without a video are erased ${daysOf(UNUSED_UPLOAD_RETENTION_MS)} after you brought them.`,
          ],
          [
            'Videos',
            `Until you delete them. The notice that follows can undo that; after ${RESTORE_MINUTES} minutes, with the next hourly round, video and still are erased for good.`,
          ],
          ['Prompts and settings', 'They belong to the video, and stay until the account is deleted.'],
          [
            'Points and payments',
            'Each movement of points, and each order and payment with item, amount, time and kind of payment. They stay, for the books; after an account is deleted they name nobody.',
          ],
          [
            'Invoices',
            'For each payment, and each refund, with the name, address and tax number you gave for them. They stay as they were issued, also after an account is deleted, as long as the law wants them kept. What you saved for invoices to come is erased with the account.',
          ],
          ['Messages to us', 'Your address, the subject and the text. Until your account is deleted, or you ask us to erase them.'],
          [
            'Newsletter',
            `Your address and when you confirmed it. Until you unsubscribe. If you never confirm, it is erased after ${daysOf(NEWSLETTER_REQUEST_RETENTION_MS)}.`,
          ],
          ['Mail to you', 'Until the mail server has taken it, 1 day at most.'],
          ['Codes by mail', 'Sign-up and password codes, as hashes. 1 day.'],
          ['Repeated requests', 'The answer to a commit or purchase, so that the same one sent twice counts once. 7 days.'],
          [
            'Limits against abuse',
            'How often something was tried, under a keyed hash of the network address. Until the limit’s window ends, 1 day at most.',
          ],
          [
            'Notifications',
            'The address that your browser’s push service gave us. Until you turn notifications off, log out, or the browser gives it up.',
          ],
          [
            'Server log',
            'Time, address of the page without what follows a question mark, result and duration of each request, under a random number. No network address, no account, no text of yours.',
          ],
        ],
      },
    ],
  },
]
