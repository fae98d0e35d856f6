import type { MailText } from '#server/platform/mail/mail-texts.ts'
import { CODE_KEPT_MS } from '#shared/domain/account-rules.ts'

const MINUTES = CODE_KEPT_MS / 60_000

export function signUpMail(code: string): MailText {
  return {
    subject: 'Your Kinora sign-up code',
    body: `Welcome to Kinora. Enter this code on the page to go on with your sign-up:

${code}

It holds for ${MINUTES} minutes and works once. A newer code replaces it.

If you did not ask for it, you need not do anything: without the code
nobody can open an account with this address.
`,
  }
}

export function resetMail(code: string): MailText {
  return {
    subject: 'Your Kinora password code',
    body: `Enter this code on the page to choose a new password for Kinora:

${code}

It holds for ${MINUTES} minutes and works once. A newer code replaces it.

If you did not ask for it, you need not do anything: your password stays
as it is. Please do not pass the code on to anybody.
`,
  }
}

/** To the mailbox that an account is to leave. */
export function oldEmailMail(code: string, newEmail: string): MailText {
  return {
    subject: 'Your Kinora code to change your address',
    body: `Your Kinora account is to get another address: ${newEmail}.
If you want that, enter this code on the page:

${code}

It holds for ${MINUTES} minutes and works once.

If you did not ask for it, pass the code on to nobody, and set a new
password at once: somebody is logged in as you.
`,
  }
}

/** To the mailbox that an account is to get. */
export function newEmailMail(code: string): MailText {
  return {
    subject: 'Your Kinora code to confirm your address',
    body: `Enter this code on the page to use this address for your Kinora account:

${code}

It holds for ${MINUTES} minutes and works once.

If you did not ask for it, you need not do anything.
`,
  }
}
