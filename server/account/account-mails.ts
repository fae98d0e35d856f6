import type { MailText } from '#server/mail/mail-texts.ts'
import { CODE_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import { type Transaction, eq, account } from '#server/database/database.ts'
import type { Context } from '#server/verbs/verb.ts'

const CODE_MINUTES = CODE_LIFETIME_MS / 60_000

export function signUpMail(code: string): MailText {
  return {
    subject: 'Your Kinora sign-up code',
    body: `Welcome to Kinora. Enter this code to finish signing up:

${code}

The code expires in ${CODE_MINUTES} minutes and can be used only once. If you
request a new code, this one stops working.

If you didn't request this code, you can ignore this email. No one can create an
account with your email without this code.
`,
  }
}

export function resetMail(code: string): MailText {
  return {
    subject: 'Your Kinora password reset code',
    body: `Enter this code to choose a new password for Kinora:

${code}

The code expires in ${CODE_MINUTES} minutes and can be used only once. If you
request a new code, this one stops working.

If you didn't request this code, you can ignore this email. Your password stays
the same. Don't share the code with anyone.
`,
  }
}

export function oldEmailMail(code: string, newEmail: string): MailText {
  return {
    subject: 'Your code to change your Kinora email',
    body: `You asked to change the email on your Kinora account to ${newEmail}.
To confirm the change, enter this code:

${code}

The code expires in ${CODE_MINUTES} minutes and can be used only once.

If you didn't request this change, someone else has access to your account.
Don't share the code, and set a new password right away.
`,
  }
}

export function newEmailMail(code: string): MailText {
  return {
    subject: 'Your code to confirm your new Kinora email',
    body: `Enter this code to confirm your new Kinora email:

${code}

The code expires in ${CODE_MINUTES} minutes and can be used only once.

If you didn't request this code, you can ignore this email.
`,
  }
}

const CHANGE_TEXTS = {
  secondFactorOn: 'Two-factor authentication was turned on. To log in, you now need a code from your authenticator app.',
  secondFactorOff: 'Two-factor authentication was turned off. You no longer need a code from your authenticator app to log in.',
  recoveryCodesRenewed: 'New recovery codes were created. The old codes no longer work.',
  passkeyAdded: 'A passkey was added to your account. It can be used to log in without a password.',
  passkeyRemoved: 'A passkey was removed from your account. It can no longer be used to log in.',
  passwordChanged: 'A new password was set. All other devices were logged out.',
  sessionsEnded: 'All other devices were logged out of your account.',
  googleLinked: 'A Google account was linked to your Kinora account. You can now log in with Google.',
  googleUnlinked: 'Your Kinora account is no longer linked to a Google account.',
} as const

type SecurityChange = keyof typeof CHANGE_TEXTS

/** Sends the account a mail about a security change, in the transaction of the change. */
export async function mailSecurityChange(
  tx: Transaction,
  ctx: Pick<Context, 'mailer' | 'config' | 'nowMs'>,
  accountId: string,
  change: SecurityChange,
): Promise<void> {
  const [accountRow] = await tx.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  if (accountRow !== undefined) await ctx.mailer.send(tx, { to: accountRow.email, ...securityMail(CHANGE_TEXTS[change], ctx) })
}

export function securityMail(change: string, { config, nowMs }: Pick<Context, 'config' | 'nowMs'>) {
  const origin = config.origins[0] ?? ''
  const operatorLine =
    config.operator.email === null
      ? ''
      : `
${config.operator.email}`
  return {
    subject: 'A change to your Kinora account',
    body: `${change}

This happened on ${new Date(nowMs()).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' at ')} UTC.

If this was you, you don't need to do anything. If not, reset your password
right away to log out everyone else:
${origin}/login

Then check your settings:
${origin}/ai/setting

And contact us:
${origin}/support${operatorLine}
`,
  }
}
