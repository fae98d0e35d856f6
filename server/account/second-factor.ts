import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Database, type Transaction, and, count, eq, inTransaction, isNotNull, lt } from '#server/database/database.ts'
import { recoveryCode, secondFactor } from '#server/database/schema.ts'
import { type Context, type Answer, type ServiceFailure, ok, refuse } from '#server/verbs/verb.ts'
import { familiarityOf } from '#server/verbs/known-callers.ts'
import { LIMITS, countTry, refund } from '#server/verbs/rate-limit.ts'
import { unseal } from '#server/crypto/seal.ts'
import { SECOND_FACTOR_LENGTH, SECOND_FACTOR_STEP_MS, SECOND_FACTOR_STEPS_APART } from '#shared/domain/account-rules.ts'
import { lockAccount } from './find-account.ts'

/** The id of the authenticator app; an account has at most one. Recovery codes belong to it. */
export const APP_FACTOR = 'app'

export async function hasSecondFactor({ db }: { readonly db: Database | Transaction }, accountId: string): Promise<boolean> {
  const isOn = and(eq(secondFactor.accountId, accountId), isNotNull(secondFactor.confirmedAtMs))
  const rows = await db.select({ accountId: secondFactor.accountId }).from(secondFactor).where(isOn)
  return rows.length > 0
}

/** Checks a code and runs work that requires it, in the transaction that consumes the code. */
export async function withCode<T>(
  ctx: Context,
  accountId: string,
  code: string,
  work: (tx: Transaction) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const counted = await countCode(ctx, accountId)
  if (!counted.ok) return counted
  const result = await inTransaction<T, ServiceFailure>(ctx.db, async (tx) => {
    return (await spendCode(tx, ctx, accountId, code)) ? work(tx) : refuse('SECOND_FACTOR_WRONG', ['code'])
  })
  if (result.ok) await counted.value.forgive()
  return result
}

/** Counts a try before the code is compared. Strangers cannot exhaust the tries of a known browser. */
export async function countCode(ctx: Context, accountId: string): Promise<Answer<{ forgive(): Promise<void> }>> {
  const isKnown = (await familiarityOf(ctx.db, ctx, accountId)) === 'browser'
  const limit = isKnown ? LIMITS.secondFactorByKnown : LIMITS.secondFactorByStranger
  const counted = await countTry(ctx.db, ctx.nowMs(), limit, [accountId])
  return counted.ok ? ok({ forgive: () => refund(ctx.db, limit, [accountId]) }) : counted
}

/** Consumes a code of the app or a recovery code: each is valid once, even for concurrent calls. Locks the account first. */
export async function spendCode(
  tx: Transaction,
  ctx: Pick<Context, 'secret' | 'nowMs'>,
  accountId: string,
  code: string,
): Promise<boolean> {
  await lockAccount(tx, accountId)
  return code.length === SECOND_FACTOR_LENGTH ? spendAppCode(tx, ctx, accountId, code) : spendRecoveryCode(tx, ctx, accountId, code)
}

async function spendAppCode(tx: Transaction, ctx: Pick<Context, 'secret' | 'nowMs'>, accountId: string, code: string): Promise<boolean> {
  const isOn = and(eq(secondFactor.accountId, accountId), isNotNull(secondFactor.confirmedAtMs))
  const [factorRow] = await tx.select({ sealed: secondFactor.sealed }).from(secondFactor).where(isOn)
  if (factorRow === undefined) return false
  const step = stepOfCode(unseal(factorRow.sealed, ctx.secret, accountId), code, ctx.nowMs())
  if (step === undefined) return false
  const usedRows = await tx
    .update(secondFactor)
    .set({ lastStep: step })
    .where(and(isOn, lt(secondFactor.lastStep, step)))
    .returning({ accountId: secondFactor.accountId })
  return usedRows.length > 0
}

async function spendRecoveryCode(tx: Transaction, ctx: Pick<Context, 'secret'>, accountId: string, code: string): Promise<boolean> {
  const isThisCode = and(eq(recoveryCode.accountId, accountId), eq(recoveryCode.codeHash, hashRecoveryCode(ctx, accountId, code)))
  const usedRows = await tx.delete(recoveryCode).where(isThisCode).returning({ accountId: recoveryCode.accountId })
  return usedRows.length > 0
}

export function hashRecoveryCode({ secret }: Pick<Context, 'secret'>, accountId: string, code: string): string {
  return createHmac('sha256', secret).update(`recovery ${accountId} ${code}`).digest('hex')
}

export async function countRecoveryCodes(db: Database | Transaction, accountId: string): Promise<number> {
  const [countRow] = await db.select({ left: count() }).from(recoveryCode).where(eq(recoveryCode.accountId, accountId))
  return countRow?.left ?? 0
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS_OF_LETTER = 5
const COUNTER_BYTES = 8
const ISSUER = 'Kinora'

/** The code of a step by RFC 6238, with SHA-1, which every authenticator app supports. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(COUNTER_BYTES)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0x0f
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** SECOND_FACTOR_LENGTH).padStart(SECOND_FACTOR_LENGTH, '0')
}

/** The time step in which a code is valid, now or within the clock tolerance; undefined for a wrong code. */
export function stepOfCode(secret: Buffer, code: string, nowMs: number): number | undefined {
  const currentStep = Math.floor(nowMs / SECOND_FACTOR_STEP_MS)
  const steps = Array.from({ length: 2 * SECOND_FACTOR_STEPS_APART + 1 }, (_, index) => currentStep - SECOND_FACTOR_STEPS_APART + index)
  return steps.findLast((step) => isSameText(totpCode(secret, step), code))
}

function isSameText(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

/** Encodes bytes as base32 text, which users can type into an authenticator app. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(new RegExp(`.{1,${BITS_OF_LETTER}}`, 'g')) ?? []
  return letters.map((group) => BASE32[Number.parseInt(group.padEnd(BITS_OF_LETTER, '0'), 2)]).join('')
}

/** The address in the QR code of a set-up. */
export function totpUri(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: ISSUER })
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${query.toString()}`
}
