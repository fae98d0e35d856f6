import { randomBytes } from 'node:crypto'
import { type Transaction, and, eq, gt, inTransaction, isNull } from '#server/database/database.ts'
import { recoveryCode, secondFactor, session } from '#server/database/schema.ts'
import { type Context, type ServiceFailure, type Verb, ok, refuse } from '#server/verbs/verb.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type * as calls from '#shared/api/second-factor.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { seal, unseal } from '#server/crypto/seal.ts'
import { RECOVERY_CODES, RECOVERY_CODE_LENGTH, SECOND_FACTOR_SETUP_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import { lockAccount } from './find-account.ts'
import { listConsoleFactors } from './account-factors.ts'
import { checkCurrentPassword } from './passwords.ts'
import * as factor from './second-factor.ts'
import { mailSecurityChange } from './account-mails.ts'

/** The length of an authenticator secret that RFC 4226 recommends. */
const SECRET_BYTES = 20

export const readSecondFactor: Verb<typeof calls.getSecondFactor> = async ({ ctx }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  const isOn = await factor.hasSecondFactor(ctx, accountId)
  const recoveryCodesLeft = await factor.countRecoveryCodes(ctx.db, accountId)
  const consoleFactors = await listConsoleFactors(ctx, accountId)
  return ok({ isOn, recoveryCodesLeft, ...(consoleFactors.length === 0 ? {} : { consoleFactors }) })
}

/** Creates a secret for an authenticator app. It is inactive until a code confirms it, and replaces an unfinished set-up. */
export const startSecondFactor: Verb<typeof calls.startSecondFactor> = async ({ ctx, input }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  const email = await checkCurrentPassword(ctx, currentSession.value, input.currentPassword)
  if (!email.ok) return email
  const secret = randomBytes(SECRET_BYTES)
  const factorFields = { sealed: seal(secret, ctx.secret, accountId), confirmedAtMs: null, lastStep: 0, createdAtMs: ctx.nowMs() }
  const storedRows = await ctx.db
    .insert(secondFactor)
    .values({ accountId, ...factorFields })
    .onConflictDoUpdate({ target: secondFactor.accountId, set: factorFields, setWhere: isNull(secondFactor.confirmedAtMs) })
    .returning({ accountId: secondFactor.accountId })
  if (storedRows.length === 0) return refuse('H4021')
  const secretText = factor.toBase32(secret)
  return ok({ secret: secretText, uri: factor.totpUri(secretText, email.value) })
}

/** Turns on the authenticator app with its first correct code. Returns the recovery codes, which are shown only once. */
export const turnOnSecondFactor: Verb<typeof calls.turnOnSecondFactor> = async ({ ctx, input }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { id, accountId } = currentSession.value
  const counted = await factor.countCode(ctx, accountId)
  if (!counted.ok) return counted
  const turnedOn = await inTransaction<CallData<typeof calls.turnOnSecondFactor>, ServiceFailure>(ctx.db, async (tx) => {
    const { createdAtMs, confirmedAtMs, sealed } = secondFactor
    await lockAccount(tx, accountId)
    const isOpen = and(isNull(confirmedAtMs), gt(createdAtMs, ctx.nowMs() - SECOND_FACTOR_SETUP_LIFETIME_MS))
    const isPendingSetup = and(eq(secondFactor.accountId, accountId), isOpen)
    const [pendingSetup] = await tx.select({ sealed }).from(secondFactor).where(isPendingSetup)
    if (pendingSetup === undefined) return refuse('H4021')
    const step = factor.stepOfCode(unseal(pendingSetup.sealed, ctx.secret, accountId), input.code, ctx.nowMs())
    if (step === undefined) return refuse('SECOND_FACTOR_WRONG', ['code'])
    await tx.update(secondFactor).set({ confirmedAtMs: ctx.nowMs(), lastStep: step }).where(isPendingSetup)
    await tx.update(session).set({ secondFactorAtMs: ctx.nowMs(), secondFactorId: factor.APP_FACTOR }).where(eq(session.id, id))
    await mailSecurityChange(tx, ctx, accountId, 'secondFactorOn')
    return ok({ recoveryCodes: await makeRecoveryCodes(tx, ctx, accountId) })
  })
  if (turnedOn.ok) await counted.value.forgive()
  return turnedOn
}

const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

async function makeRecoveryCodes(tx: Transaction, ctx: Pick<Context, 'secret'>, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)
  await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId))
  await tx.insert(recoveryCode).values(codes.map((code) => ({ accountId, codeHash: factor.hashRecoveryCode(ctx, accountId, code) })))
  return codes
}

const STARTS_WITH_DIGIT = /^\d/

/**
 * Creates a recovery code of letters that are easy to tell apart. It begins with a letter, so no input field mistakes its start for an
 * app's code.
 */
function makeRecoveryCode(): string {
  const byteLimit = Math.floor(256 / CODE_LETTERS.length) * CODE_LETTERS.length
  let code = ''
  while (code.length < RECOVERY_CODE_LENGTH) {
    for (const byte of randomBytes(RECOVERY_CODE_LENGTH)) if (byte < byteLimit) code += CODE_LETTERS[byte % CODE_LETTERS.length] ?? ''
  }
  return STARTS_WITH_DIGIT.test(code) ? makeRecoveryCode() : code.slice(0, RECOVERY_CODE_LENGTH)
}

/** Replaces the recovery codes; the old ones become invalid. Requires the password, and a code of the app or an old recovery code. */
export const renewCodes: Verb<typeof calls.renewRecoveryCodes> = async ({ ctx, input }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { id, accountId } = currentSession.value
  const passwordCheck = await checkCurrentPassword(ctx, currentSession.value, input.currentPassword)
  if (!passwordCheck.ok) return passwordCheck
  return factor.withCode(ctx, accountId, input.code, async (tx) => {
    await tx.update(session).set({ secondFactorAtMs: ctx.nowMs(), secondFactorId: factor.APP_FACTOR }).where(eq(session.id, id))
    await mailSecurityChange(tx, ctx, accountId, 'recoveryCodesRenewed')
    return ok({ recoveryCodes: await makeRecoveryCodes(tx, ctx, accountId) })
  })
}

export const turnOffSecondFactor: Verb<typeof calls.turnOffSecondFactor> = async ({ ctx, input }) => {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return currentSession
  const { accountId } = currentSession.value
  return factor.withCode(ctx, accountId, input.code, async (tx) => {
    for (const table of [secondFactor, recoveryCode]) await tx.delete(table).where(eq(table.accountId, accountId))
    await tx.update(session).set({ secondFactorAtMs: null }).where(eq(session.accountId, accountId))
    await mailSecurityChange(tx, ctx, accountId, 'secondFactorOff')
    return ok({})
  })
}
