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
      'Only you can see your photos and videos. Nobody sells them, and Kinora does not train models with them.',
      'We don’t measure anything until you agree, and you can withdraw your consent at any time.',
      'You can download everything we store about your account, and have it erased.',
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
      'Each of these is off until you decide: nothing is stored for it, and no request is made. Refusing is as easy as agreeing, and the app works the same either way. You can change your mind in your [settings](/ai/setting#privacy). If your browser sends Global Privacy Control or Do Not Track, that counts as a refusal of the first two until you choose otherwise in the settings.',
      {
        rows: [
          [
            'Usage statistics',
            `Which screens you open, what you use, the settings of the videos you make, the first words of their prompts, and how fast the pages were. We store it for ${daysOf(USAGE_RETENTION_MS)} under the random number for this installation of the app, without your account or address. If the operator has connected an external analytics service, the service receives the same data without the prompts, based on the same consent. It sets its own cookies, which are removed when you withdraw your consent.`,
          ],
          [
            'How you found us',
            `Which link or advertisement led you here, when you opened the app, and what you paid, with the kind of device, your language, and your country. We store it on our own server for ${daysOf(ATTRIBUTION_RETENTION_MS)} under a random number, next to a hash of the random code in the cookie. We pass it on to nobody unless you allow that too. You can have us forget this device: then only a hash of the number remains, so that we accept no more data from the device.`,
          ],
          [
            'Error reports',
            `What went wrong in the app, on which screen, with the kind of browser and the version. We store it for ${daysOf(CLIENT_ERRORS_RETENTION_MS)}. No photos, no address, no account. We remove what you have typed as far as we can recognize it in the error message.`,
          ],
        ],
      },
    ],
  },
  {
    id: 'others',
    title: 'Who else receives data',
    blocks: [
      'Nobody receives your data for their own purposes. Some parts of Kinora rely on another company or service, which then receives only what that part needs:',
      {
        rows: [
          [
            'Payments',
            'You pay on the pages of the payment provider. Your card details never reach Kinora. We receive what was paid, when, and with which kind of payment, and we send the provider what you buy and the number of your Kinora account.',
          ],
          [
            'Google',
            'Only if this copy offers it and you log in with it: Google sends us your verified email address, your name, and the number that identifies you at Google.',
          ],
          [
            'Notifications',
            'If you allow notifications, the push service of your browser’s maker delivers our messages. They are encrypted for your browser, and the service cannot read them.',
          ],
          ['Email', 'Messages to you are sent through the operator’s mail server.'],
          [
            'Making videos',
            'By default, videos are made on the operator’s own server. An operator can connect an external video service. Then your photo and your prompt are sent to it for that one video.',
          ],
        ],
      },
      'We must also hand over data where the law requires it.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    blocks: [
      {
        points: [
          'Download your data: in your [settings](/ai/setting) you can get everything about your account as one file, including videos and photos.',
          'Correct your data: your names are in [your account](/ai/personal).',
          `Have your data erased: delete your account in your [settings](/ai/setting). You can undo this for ${daysOf(DELETION_GRACE_MS)}. After that, names, address, password, messages, photos, videos, and prompts are erased. The records of points and payments are kept for accounting, without a name. Invoices are kept as they were issued, because the law requires it.`,
          'Say no: you can refuse each item of “Only if you allow it” and notifications, and unsubscribe from the newsletter with the link in each email.',
          'Ask us: for anything else, or as a visitor without an account, write to us on the [support page](/support). You may also complain to the data protection authority of your country.',
        ],
      },
    ],
  },
  {
    id: 'security',
    title: 'How we protect your data',
    blocks: [
      'We store passwords only as salted hashes. We give your videos and photos only to you. Sessions, tokens, and network addresses are stored as hashes. For a logged-in device, we store the block of its network address so that you recognize it. Requests from other sites are refused, and no key appears in a web address or a log. Nothing connected to a network is perfectly safe. If something happens to your data, we will tell you.',
    ],
  },
  {
    id: 'children',
    title: 'Children',
    blocks: ['Kinora is not made for children under 16. If a child has given us data, write to us and we will erase it.'],
  },
  {
    id: 'changes',
    title: 'When this page changes',
    blocks: [
      'The date at the top shows when this page last changed. If a change means that we do more with your data, we ask you first or tell you before it begins.',
    ],
  },
]

const PRIVACY_DEVICE: readonly LegalSection[] = [
  {
    id: 'cookies',
    title: 'Cookies',
    blocks: [
      'Kinora sets 3 cookies. All of them belong to Kinora alone, and none of them follows you anywhere else. Other cookies are set only with your consent: see “Only if you allow it”. Without these 3 cookies, the app could not tell your work from someone else’s, so they need no consent.',
      {
        rows: [
          [
            'user_token',
            'A random code of 32 letters and digits that identifies this browser as long as you have no account. Stored for 1 year.',
          ],
          [
            'session',
            `Proves that you are logged in. Scripts cannot read it. Set only with an account. It expires ${daysOf(SESSION_LIFETIME_MS)} after you last used Kinora, or when you log out.`,
          ],
          [
            'business_user_id',
            'The number of your account. It identifies the account but proves nothing. Set only with an account. Stored for 1 year, or until you log out.',
          ],
        ],
      },
    ],
  },
  {
    id: 'device',
    title: 'What is stored on your device',
    blocks: [
      'Kinora works offline because it stores much of your work in this browser’s own storage. Other sites cannot read it. In your [settings](/ai/setting#storage) you can see how much is stored, and delete it by kind.',
      {
        points: [
          'Videos that are waiting to be sent, with their photos, and what happened to them.',
          'Your drafts with their photos, and the prompts you used before.',
          'The latest entries of your videos, points, and payments, so that you can read them offline.',
          'The videos that you stored on this device.',
          'Galleries, articles, and the app itself, which are the same for everyone.',
          'Your settings, your likes in the galleries, the last notices, and copies of the values of the 2 cookies that scripts can read.',
          'A random number for this installation of the app. It is sent with requests to our server so that 2 tabs can be told apart.',
          'Your scroll position, until you close the tab.',
        ],
      },
      `A photo that you share to Kinora from another app is stored on the device until a form uses it, for ${daysOf(SHARE_RETENTION_MS)} at most.`,
      'Logging out erases what belongs to your account from this browser. Kinora prepares your photos on your device. It removes the details of where and with what they were taken before anything is sent.',
    ],
  },
]

const RESTORE_MINUTES = RESTORE_WINDOW_MS / 60_000

const PRIVACY_SERVER: readonly LegalSection[] = [
  {
    id: 'server',
    title: 'What the server stores, and for how long',
    blocks: [
      'What we store serves one purpose: to make your videos, to keep your points correct, and to let you return to both. The legal basis is the agreement with you and, for limits against abuse, our interest in keeping the service available.',
      {
        rows: [
          [
            'Visitors',
            `A hash of the random code in the cookie, your points, and a keyed hash of the network address that the code first came from: visitors of one network share a storage limit. This names nobody. It is stored until you sign up or ask us to erase it. For a visitor with neither points nor anything else, it is erased after ${daysOf(IDLE_VISITOR_RETENTION_MS)}.`,
          ],
          [
            'Accounts',
            'Your email address, first and last name, a salted hash of your password, the link to Google if you use it, and when you signed up. Stored until you delete the account.',
          ],
          [
            'Logged-in devices',
            `The kind of browser and system, when the device was last used, and from which block of network addresses. Stored until the session ends: ${daysOf(SESSION_LIFETIME_MS)} after the last use, or at once when you end it.`,
          ],
          [
            'Passkeys',
            'Their public keys, the names you gave them, and when they were used. Your face or fingerprint never leaves your device. Stored until you remove them or delete the account.',
          ],
          [
            'Authenticator app',
            'If you set one up: its key, encrypted, and your recovery codes as hashes. Stored until you turn it off or delete the account.',
          ],
          [
            'Known devices',
            `Browsers and networks from which your account was used, as keyed hashes, so that others who try your address can’t lock you out. Stored until ${daysOf(KNOWN_CALLER_RETENTION_MS)} after the last use, or until you set a new password or delete the account.`,
          ],
          [
            'Your photos',
            `Prepared on your device, without their hidden data. They are stored as long as a video that was made from them. Photos without a video are erased ${daysOf(UNUSED_UPLOAD_RETENTION_MS)} after you uploaded them.`,
          ],
          [
            'Videos',
            `Stored until you delete them. You can undo this in the notice that follows. After ${RESTORE_MINUTES} minutes, the video and its still image are permanently erased in the next hourly cleanup.`,
          ],
          ['Prompts and settings', 'They belong to the video, and are stored until the account is deleted.'],
          [
            'Points and payments',
            'Each change in points, and each order and payment with item, amount, time, and kind of payment. They are kept for accounting. After an account is deleted, they name nobody.',
          ],
          [
            'Invoices',
            'For each payment and each refund, with the name, address, and tax number you gave for them. They are kept as they were issued, even after an account is deleted, as long as the law requires it. What you saved for future invoices is erased with the account.',
          ],
          ['Messages to us', 'Your address, the subject, and the text. Stored until your account is deleted, or you ask us to erase them.'],
          [
            'Newsletter',
            `Your address and when you confirmed it. Stored until you unsubscribe. If you never confirm, it is erased after ${daysOf(NEWSLETTER_REQUEST_RETENTION_MS)}.`,
          ],
          ['Email to you', 'Stored until the mail server has accepted it, 1 day at most.'],
          ['Codes by email', 'Sign-up and password codes, as hashes. Stored for 1 day.'],
          [
            'Repeated requests',
            'The response to a video request or a purchase, so that one that is sent twice counts only once. Stored for 7 days.',
          ],
          [
            'Limits against abuse',
            'How often something was tried, under a keyed hash of the network address. Stored until the period of the limit ends, 1 day at most.',
          ],
          [
            'Notifications',
            'The address that your browser’s push service gave us. Stored until you turn off notifications, you log out, or the browser discards it.',
          ],
          [
            'Server log',
            'The time, the web address without the part after a question mark, the result, and the duration of each request, under a random number. No network address, no account, none of your text.',
          ],
        ],
      },
    ],
  },
]
