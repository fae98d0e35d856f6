import type { LegalSection } from './legal-document.ts'
import { IDLE_VISITOR_KEPT_MS, KNOWN_CALLER_KEPT_MS, SESSION_KEPT_MS } from '#shared/domain/account-rules.ts'
import { NEWSLETTER_ASKED_KEPT_MS } from '#shared/domain/newsletter-rules.ts'
import { RESTORE_WINDOW_MS } from '#shared/domain/task.ts'
import { daysOf } from './days-of.ts'

const RESTORE_MINUTES = RESTORE_WINDOW_MS / 60_000

/** What the server keeps. */
export const PRIVACY_SERVER: readonly LegalSection[] = [
  {
    id: 'server',
    title: 'What the server keeps, and for how long',
    blocks: [
      'What we keep serves one purpose: to make your videos, to keep your points right, and to let you come back to both. The legal ground is the agreement with you, and for limits against abuse our interest in a service that stays up.',
      {
        rows: [
          [
            'Visitors',
            `A hash of the random word in the cookie, and your points. It names nobody. It stays until you sign up or ask us to erase it; one with neither points nor anything else goes after ${daysOf(IDLE_VISITOR_KEPT_MS)}.`,
          ],
          [
            'Accounts',
            'Your e-mail address, first and last name, a salted hash of your password, the link to Google if you use it, and when you signed up. Until you delete the account.',
          ],
          [
            'Logged-in devices',
            `The kind of browser and system, and when it was used last. Until the session ends: ${daysOf(SESSION_KEPT_MS)} after the last use, or at once when you end it.`,
          ],
          [
            'Known devices',
            `Browsers and networks that your account was used from, as keyed hashes: so that others who try your address can’t lock you out. ${daysOf(KNOWN_CALLER_KEPT_MS)} after the last use, or until you set a new password or delete the account.`,
          ],
          [
            'Pictures you bring',
            'Prepared on your device, without their hidden data. They stay with the account, also when a video made of them is deleted, because they can be used again.',
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
          ['Messages to us', 'Your address, the subject and the text. Until your account is deleted, or you ask us to erase them.'],
          [
            'Newsletter',
            `Your address and when you confirmed it. Until you unsubscribe. If you never confirm, it is erased after ${daysOf(NEWSLETTER_ASKED_KEPT_MS)}.`,
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
