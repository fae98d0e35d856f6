import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import type { Context } from '#server/context.ts'
import { account } from '#server/platform/database/account-schema.ts'

/** What changed, as a sentence. */
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

export type SecurityChange = keyof typeof CHANGES

/** Tells the account's mailbox about a change of how it is protected, in the transaction of the change. */
export async function tellSecurityChange(
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
