import { type Transaction, and, count, desc, eq, inTransaction, account, passkey } from '#server/database/database.ts'
import { type Answer, type Context, type Verb, ok, refuse } from '#server/verbs/verb.ts'
import type * as calls from '#shared/api/passkeys.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { PASSKEYS_OF_ACCOUNT } from '#shared/domain/account-rules.ts'
import { lockAccount } from './find-account.ts'
import { openChallenge, consumeChallenge } from './login-challenges.ts'
import { type PasskeyFacts, askForPasskey, readMadePasskey } from './passkeys.ts'
import { proveCurrent } from './passwords.ts'
import { mailSecurityChange } from './account-mails.ts'
import { deviceName } from './sessions.ts'

export const listPasskeys: Verb<typeof calls.getPasskeys> = async ({ ctx }) => {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const { id, name, createdAtMs, usedAtMs, isSynced } = passkey
  const passkeys = await ctx.db
    .select({ id, name, createdAt: createdAtMs, usedAt: usedAtMs, isSynced })
    .from(passkey)
    .where(eq(passkey.accountId, current.value.accountId))
    .orderBy(desc(createdAtMs), desc(id))
  return ok({ passkeys })
}

export const startPasskey: Verb<typeof calls.startPasskey> = async ({ ctx, input }) => {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const { accountId } = current.value
  const email = await proveCurrent(ctx, current.value, input.currentPassword)
  if (!email.ok) return email
  const others = await ctx.db.select({ id: passkey.id }).from(passkey).where(eq(passkey.accountId, accountId))
  if (others.length >= PASSKEYS_OF_ACCOUNT) return refuse('H4021')
  const creation = await askForPasskey(ctx, { accountId, email: email.value, name: email.value }, others)
  const open = { accountId, data: creation.challenge }
  ctx.setChallenge(await ctx.db.transaction((tx) => openChallenge(tx, ctx, 'passkey-add', open)))
  return ok(creation)
}

export const addPasskey: Verb<typeof calls.addPasskey> = async ({ ctx, input }) => {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const { accountId } = current.value
  const challenge = await consumeChallenge(ctx.db, ctx, 'passkey-add')
  if (challenge === undefined || challenge.accountId !== accountId) return refuse('LOGIN_EXPIRED')
  ctx.setChallenge(null)
  const read = await readMadePasskey(ctx, challenge.data, input.passkey)
  if (!read.ok) return refuse('PASSKEY_REFUSED')
  return inTransaction(ctx.db, async (tx) => {
    await lockAccount(tx, accountId)
    const [made] = await tx.select({ passkeys: count() }).from(passkey).where(eq(passkey.accountId, accountId))
    if ((made?.passkeys ?? 0) >= PASSKEYS_OF_ACCOUNT) return refuse('H4021')
    const stored = await storePasskey(tx, ctx, accountId, read.value)
    if (!stored.ok) return stored
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
  const named = { accountId, name: device === '' ? 'Passkey' : device, createdAtMs: nowMs(), usedAtMs: null }
  const stored = await tx
    .insert(passkey)
    .values({ ...facts, ...named })
    .onConflictDoNothing()
    .returning({ id: passkey.id })
  return stored.length === 0 ? refuse('PASSKEY_REFUSED') : ok(null)
}

export const renamePasskey: Verb<typeof calls.renamePasskey> = async ({ ctx, input: { id, name } }) => {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const isOwn = and(eq(passkey.id, id), eq(passkey.accountId, current.value.accountId))
  const renamed = await ctx.db.update(passkey).set({ name }).where(isOwn).returning({ id: passkey.id })
  return renamed.length === 0 ? refuse('H4001') : ok({})
}

export const removePasskey: Verb<typeof calls.removePasskey> = async ({ ctx, input: { id } }) => {
  const current = await requireAccount(ctx)
  if (!current.ok) return current
  const { accountId } = current.value
  return inTransaction(ctx.db, async (tx) => {
    await lockAccount(tx, accountId)
    const isOwn = and(eq(passkey.id, id), eq(passkey.accountId, accountId))
    const removed = await tx.delete(passkey).where(isOwn).returning({ id: passkey.id })
    if (removed.length === 0) return refuse('H4001')
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
  const [found] = await tx.select({ passwordHash, googleSub }).from(account).where(eq(account.id, accountId))
  if (found === undefined || found.passwordHash !== null || found.googleSub !== null) return true
  const passkeys = await tx.select({ id: passkey.id }).from(passkey).where(eq(passkey.accountId, accountId)).limit(1)
  return passkeys.length > 0
}
