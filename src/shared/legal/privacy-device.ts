import type { LegalSection } from './legal-document.ts'
import { SESSION_KEPT_MS } from '#shared/domain/account-rules.ts'
import { SHARED_KEPT_MS } from '#shared/domain/share-rules.ts'
import { daysOf } from './days-of.ts'

/** What stands on the device of the person who reads. */
export const PRIVACY_DEVICE: readonly LegalSection[] = [
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
            `Proves that you are logged in. Out of reach of scripts. Only with an account; it ends ${daysOf(SESSION_KEPT_MS)} after you last used Kinora, or when you log out.`,
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
      `A picture that you share to Kinora from another app waits on the device until a form takes it, for ${daysOf(SHARED_KEPT_MS)} at most.`,
      'Logging out erases what belongs to your account from this browser. Kinora prepares your pictures on your device, and takes out where and with what they were made before anything is sent.',
    ],
  },
]
