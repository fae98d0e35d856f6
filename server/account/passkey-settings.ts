import { type Transaction, and, count, desc, eq, inTransaction, account, passkey } from '#server/database/database.ts'
import { type Answer, type Context, type Verb, ok, refuse } from '#server/verbs/verb.ts'
import type * as calls from '#shared/api/passkeys.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { PASSKEYS_OF_ACCOUNT } from '#shared/domain/account-rules.ts'
import { lockAccount } from './find-account.ts'
import { openChallenge, consumeChallenge } from './login-challenges.ts'
import { type PasskeyFacts, createPasskeyOptions, verifyNewPasskey } from './passkeys.ts'
import { checkCurrentPassword } from './passwords.ts'
import { mailSecurityChange } from './account-mails.ts'
import { deviceName } from './sessions.ts'

export const listPasskeys: Verb<typeof calls.getPasskeys> = async ({ ctx }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { id, name, createdAtMs, usedAtMs, isSynced } = passkey
  const passkeys = await ctx.db
    .select({ id, name, createdAt: createdAtMs, usedAt: usedAtMs, isSynced })
    .from(passkey)
    .where(eq(passkey.accountId, currentSession.value.accountId))
    .orderBy(desc(createdAtMs), desc(id))
  return ok({ passkeys })
}

export const startPasskey: Verb<typeof calls.startPasskey> = async ({ ctx, input }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  const email = await checkCurrentPassword(ctx, currentSession.value, input.currentPassword)
  if (!email.ok) return email
  const existingPasskeys = await ctx.db.select({ id: passkey.id }).from(passkey).where(eq(passkey.accountId, accountId))
  if (existingPasskeys.length >= PASSKEYS_OF_ACCOUNT) return refuse('H4021')
  const creation = await createPasskeyOptions(ctx, { accountId, email: email.value, name: email.value }, existingPasskeys)
  const newChallenge = { accountId, data: creation.challenge }
  ctx.setChallenge(await ctx.db.transaction((tx) => openChallenge(tx, ctx, 'passkey-add', newChallenge)))
  return ok(creation)
}

export const addPasskey: Verb<typeof calls.addPasskey> = async ({ ctx, input }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  const challenge = await consumeChallenge(ctx.db, ctx, 'passkey-add')
  if (challenge === undefined || challenge.accountId !== accountId) return refuse('LOGIN_EXPIRED')
  ctx.setChallenge(null)
  const verifiedPasskey = await verifyNewPasskey(ctx, challenge.data, input.passkey)
  if (!verifiedPasskey.ok) return refuse('PASSKEY_REFUSED')
  return inTransaction(ctx.db, async (tx) => {
    await lockAccount(tx, accountId)
    const [countRow] = await tx.select({ passkeys: count() }).from(passkey).where(eq(passkey.accountId, accountId))
    if ((countRow?.passkeys ?? 0) >= PASSKEYS_OF_ACCOUNT) return refuse('H4021')
    const storedPasskey = await storePasskey(tx, ctx, accountId, verifiedPasskey.value)
    if (!storedPasskey.ok) return storedPasskey
    await mailSecurityChange(tx, ctx, accountId, 'passkeyAdded')
    return ok({})
  })
}

/** Stores a new passkey with the name of its browser. Refuses a passkey that is already stored. */
export async function storePasskey(
  tx: Transaction,
  { caller, nowMs }: Pick<Context, 'caller' | 'nowMs'>,
  accountId: string,
  facts: PasskeyFacts,
): Promise<Answer<null>> {
  const device = deviceName(caller.userAgent)
  const passkeyFields = { accountId, name: device === '' ? 'Passkey' : device, createdAtMs: nowMs(), usedAtMs: null }
  const storedRows = await tx
    .insert(passkey)
    .values({ ...facts, ...passkeyFields })
    .onConflictDoNothing()
    .returning({ id: passkey.id })
  return storedRows.length === 0 ? refuse('PASSKEY_REFUSED') : ok(null)
}

export const renamePasskey: Verb<typeof calls.renamePasskey> = async ({ ctx, input: { id, name } }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const isOwnPasskey = and(eq(passkey.id, id), eq(passkey.accountId, currentSession.value.accountId))
  const renamedRows = await ctx.db.update(passkey).set({ name }).where(isOwnPasskey).returning({ id: passkey.id })
  return renamedRows.length === 0 ? refuse('H4001') : ok({})
}

export const removePasskey: Verb<typeof calls.removePasskey> = async ({ ctx, input: { id } }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  return inTransaction(ctx.db, async (tx) => {
    await lockAccount(tx, accountId)
    const isOwnPasskey = and(eq(passkey.id, id), eq(passkey.accountId, accountId))
    const removedRows = await tx.delete(passkey).where(isOwnPasskey).returning({ id: passkey.id })
    if (removedRows.length === 0) return refuse('H4001')
    if (!(await hasWayIn(tx, accountId))) return refuse('ONLY_WAY_IN')
    await mailSecurityChange(tx, ctx, accountId, 'passkeyRemoved')
    return ok({})
  })
}

/**
 * Whether a password, Google or a passkey opens the account. Lock the account first, or two concurrent removals can remove the last two.
 */
export async function hasWayIn(tx: Transaction, accountId: string): Promise<boolean> {
  const { passwordHash, googleSub } = account
  const [accountRow] = await tx.select({ passwordHash, googleSub }).from(account).where(eq(account.id, accountId))
  if (accountRow === undefined || accountRow.passwordHash !== null || accountRow.googleSub !== null) return true
  const passkeys = await tx.select({ id: passkey.id }).from(passkey).where(eq(passkey.accountId, accountId)).limit(1)
  return passkeys.length > 0
}
