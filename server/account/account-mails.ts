import type { MailText } from '#server/mail/mail-texts.ts'
import { CODE_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import { type Transaction, eq, account } from '#server/database/database.ts'
import type { Context } from '#server/verbs/verb.ts'

const MINUTES = CODE_LIFETIME_MS / 60_000

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

const CHANGES = {
  secondFactorOn: 'Logging in now asks for a code of an authenticator app.',
  secondFactorOff: 'Logging in no longer asks for a code of an authenticator app.',
  recoveryCodesRenewed: 'New recovery codes were made. The old ones no longer let anybody in.',
  passkeyAdded: 'A passkey was added. It opens your account without a password.',
  passkeyRemoved: 'A passkey was removed. It no longer opens your account.',
  passwordChanged: 'A new password was set, which logged out every other browser.',
  sessionsEnded: 'Every other browser was logged out of your account.',
  googleLinked: 'Your account was linked to a Google account, which opens it from now on.',
  googleUnlinked: 'Your account is no longer linked to a Google account.',
} as const

type SecurityChange = keyof typeof CHANGES

/** Sends the account a mail about a security change, in the transaction of the change. */
export async function mailSecurityChange(
  tx: Transaction,
  ctx: Pick<Context, 'mailer' | 'config' | 'nowMs'>,
  accountId: string,
  change: SecurityChange,
): Promise<void> {
  const [found] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  if (found !== undefined) await ctx.mailer.send(tx, { to: found.email, ...securityMail(CHANGES[change], ctx) })
}

export function securityMail(change: string, { config, nowMs }: Pick<Context, 'config' | 'nowMs'>) {
  const origin = config.origins[0] ?? ''
  const operator = config.operator.email === null ? '' : `, or write to ${config.operator.email}`
  return {
    subject: 'A change to your Kinora account',
    body: `${change}

It happened on ${new Date(nowMs()).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' at ')} UTC.

If this was you, you need not do anything. If it was not, set a new
password at once, which logs out everybody else:
${origin}/login

Then look at ${origin}/ai/setting, and tell us
at ${origin}/support${operator}.
`,
  }
}
