import { and, eq, passkey } from '#server/database/database.ts'
import { type Verb, ok, refuse } from '#server/verbs/verb.ts'
import type * as calls from '#shared/api/passkeys.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { LIMITS, callerKey, countTry, refund } from '#server/verbs/rate-limit.ts'
import { readEmail } from '#server/addresses/email-address.ts'
import { CODE_TYPES } from '#shared/api/auth.ts'
import { consumeProof, findProof } from './email-code.ts'
import { enterAccount } from './enter-account.ts'
import { findAccount } from './find-account.ts'
import { openChallenge, consumeChallenge } from './login-challenges.ts'
import { storePasskey } from './passkey-settings.ts'
import { createPasskeyOptions, createSignatureOptions, verifyNewPasskey, verifySignature } from './passkeys.ts'
import { createAccount } from './sign-up.ts'

export const startPasskeyLogin: Verb<typeof calls.startPasskeyLogin> = async ({ ctx }) => {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.passkeyByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const request = await createSignatureOptions(ctx)
  const newChallenge = { accountId: null, data: request.challenge }
  ctx.setChallenge(await ctx.db.transaction((tx) => openChallenge(tx, ctx, 'passkey-login', newChallenge)))
  return ok(request)
}

/** Logs in with a passkey: its possession and its unlocking are two factors. Each call consumes the challenge, even if it fails. */
export const logInByPasskey: Verb<typeof calls.logInByPasskey> = async ({ ctx, input: { passkey: signature } }) => {
  const challenge = await consumeChallenge(ctx.db, ctx, 'passkey-login')
  if (challenge === undefined) return refuse('LOGIN_EXPIRED')
  ctx.setChallenge(null)
  const [storedPasskey] = await ctx.db.select().from(passkey).where(eq(passkey.id, signature.id))
  if (storedPasskey === undefined) return refuse('PASSKEY_REFUSED')
  const verifiedSignature = await verifySignature(ctx, challenge.data, signature, storedPasskey)
  if (!verifiedSignature.ok) return refuse('PASSKEY_REFUSED')
  const prove = async (tx: Parameters<typeof openChallenge>[0]) => {
    // The passkey may have been removed, or used by another login, meanwhile.
    const isUnchanged = and(
      eq(passkey.id, storedPasskey.id),
      eq(passkey.accountId, storedPasskey.accountId),
      eq(passkey.counter, storedPasskey.counter),
    )
    const usedPasskeys = await tx
      .update(passkey)
      .set({ ...verifiedSignature.value, usedAtMs: ctx.nowMs() })
      .where(isUnchanged)
      .returning({ accountId: passkey.accountId })
    return usedPasskeys.length === 0 ? refuse('PASSKEY_REFUSED') : ok(storedPasskey.accountId)
  }
  const entryResult = await enterAccount(ctx, prove, storedPasskey.id)
  if (entryResult.ok) await refund(ctx.db, LIMITS.passkeyByAddress, [callerKey(ctx)])
  return entryResult
}

export const startPasskeySignUp: Verb<typeof calls.startPasskeySignUp> = async ({ ctx, input }) => {
  const { registrationToken, firstName, lastName } = input
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.signUpByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const email = await findProof(ctx.db, registrationToken, CODE_TYPES.signUp, ctx.nowMs())
  if (email === undefined) return refuse('PROOF_EXPIRED')
  if ((await findAccount(ctx.db, email)) !== undefined) return refuse('EMAIL_TAKEN', ['email'])
  const accountId = makeId()
  const passkeyOwner = { accountId, email: readEmail(email)?.address ?? email, name: `${firstName} ${lastName}` }
  const creation = await createPasskeyOptions(ctx, passkeyOwner, [])
  const newChallenge = { accountId: null, data: `${accountId} ${creation.challenge}` }
  ctx.setChallenge(await ctx.db.transaction((tx) => openChallenge(tx, ctx, 'passkey-sign-up', newChallenge)))
  return ok(creation)
}

/** Creates an account with a passkey for a proved address. The proof stays valid if this fails. */
export const completePasskeySignUp: Verb<typeof calls.completePasskeySignUp> = async ({ ctx, input }) => {
  const { registrationToken, firstName, lastName, passkey: newPasskey } = input
  const openedChallenge = await consumeChallenge(ctx.db, ctx, 'passkey-sign-up')
  if (openedChallenge === undefined) return refuse('LOGIN_EXPIRED')
  ctx.setChallenge(null)
  const [id = '', challenge = ''] = openedChallenge.data.split(' ')
  const verifiedPasskey = await verifyNewPasskey(ctx, challenge, newPasskey)
  if (!verifiedPasskey.ok) return refuse('PASSKEY_REFUSED')
  return enterAccount(
    ctx,
    async (tx) => {
      const email = await consumeProof(tx, registrationToken, CODE_TYPES.signUp, ctx.nowMs())
      if (email === undefined) return refuse('PROOF_EXPIRED')
      const createdAccount = await createAccount(tx, ctx, { id, email, firstName, lastName, passwordHash: null, googleSub: null })
      if (!createdAccount.ok) return createdAccount
      const storedPasskey = await storePasskey(tx, ctx, id, verifiedPasskey.value)
      return storedPasskey.ok ? createdAccount : storedPasskey
    },
    verifiedPasskey.value.id,
  )
}
