import { createHmac, randomInt, randomBytes } from 'node:crypto'
import { type Database, type Transaction, and, eq, gt, isNull, lt, lte, sql } from '#server/database/database.ts'
import { emailCode, emailProof } from '#server/database/schema.ts'
import { type Answer, type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import type { ErrorCode } from '#shared/error-codes.ts'
import { browserKey } from '#server/verbs/known-callers.ts'
import { type verifyEmailCode as call, CODE_TYPES } from '#shared/api/auth.ts'
import { CODE_LIFETIME_MS, CODE_LENGTH, CODE_RESEND_MS, CODE_TRIES, PROOF_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import { callerKey, LIMITS, countTry } from '#server/verbs/rate-limit.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { canonicalEmail, readEmail } from '#server/addresses/email-address.ts'
import { findAccount } from './find-account.ts'

export type CodeType = (typeof CODE_TYPES)[keyof typeof CODE_TYPES]

type Deps = Pick<Context, 'caller' | 'secret' | 'nowMs'>

/**
 * Creates a code that replaces the mailbox's previous code; H4022 if that code is too recent. A code is valid only for the address that
 * receives it.
 */
export async function makeCode(tx: Transaction, ctx: Deps, email: string, type: CodeType): Promise<Answer<string>> {
  const nowMs = ctx.nowMs()
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  const codeFields = {
    codeHash: hashCode(ctx, email, type, code),
    askedBy: requesterKey(ctx),
    wrongTries: 0,
    othersWrongTries: 0,
    sentAtMs: nowMs,
    usedAtMs: null,
  }
  const storedCodes = await tx
    .insert(emailCode)
    .values({ email: canonicalEmail(email), type, ...codeFields })
    .onConflictDoUpdate({
      target: [emailCode.email, emailCode.type],
      set: codeFields,
      setWhere: lte(emailCode.sentAtMs, nowMs - CODE_RESEND_MS),
    })
    .returning({ email: emailCode.email })
  if (storedCodes.length > 0) return ok(code)
  const [recentCode] = await tx.select({ sentAtMs: emailCode.sentAtMs }).from(emailCode).where(isCodeOf(email, type))
  return refuse('H4022', undefined, Math.max(1, (recentCode?.sentAtMs ?? nowMs) + CODE_RESEND_MS - nowMs))
}

/** Whether the caller requested the latest code. The requester's tries are counted separately. */
async function isRequester(db: Database, ctx: Deps, email: string, type: CodeType): Promise<boolean> {
  const [latestCode] = await db.select({ askedBy: emailCode.askedBy }).from(emailCode).where(isCodeOf(email, type))
  return latestCode?.askedBy === requesterKey(ctx)
}

/**
 * Consumes a code or counts a failed try, in one statement. Concurrent tries never exceed CODE_TRIES for the requester, nor for all other
 * callers together. A mailbox gets 20 codes a day, so 200 guesses of a million. Commit after a refusal too, or the try is not counted.
 */
export async function useCode(tx: Transaction, ctx: Deps, email: string, type: CodeType, code: string): Promise<Answer<null>> {
  const isCorrect = eq(emailCode.codeHash, hashCode(ctx, email, type, code))
  const isByRequester = eq(emailCode.askedBy, requesterKey(ctx))
  const { wrongTries, othersWrongTries } = emailCode
  const [comparedCode] = await tx
    .update(emailCode)
    .set({
      usedAtMs: sql`case when ${isCorrect} then ${ctx.nowMs()}::bigint end`,
      wrongTries: sql`case when not ${isCorrect} and ${isByRequester} then ${wrongTries} + 1 else ${wrongTries} end`,
      othersWrongTries: sql`case when not ${isCorrect} and not ${isByRequester} then ${othersWrongTries} + 1 else ${othersWrongTries} end`,
    })
    .where(and(isCodeOf(email, type), isUsable(ctx)))
    .returning({ usedAtMs: emailCode.usedAtMs })
  if (comparedCode !== undefined) return comparedCode.usedAtMs === null ? refuse('CODE_WRONG', ['code']) : ok(null)
  const [latestCode] = await tx.select().from(emailCode).where(isCodeOf(email, type))
  return refuse(latestCode === undefined ? 'CODE_EXPIRED' : refusalCodeOf(latestCode, ctx), ['code'])
}

function refusalCodeOf(code: typeof emailCode.$inferSelect, ctx: Deps): ErrorCode {
  if (code.usedAtMs !== null) return 'CODE_USED'
  if (code.sentAtMs <= ctx.nowMs() - CODE_LIFETIME_MS) return 'CODE_EXPIRED'
  const tries = code.askedBy === requesterKey(ctx) ? code.wrongTries : code.othersWrongTries
  return tries >= CODE_TRIES ? 'CODE_TRIES_USED' : 'CODE_WRONG'
}

/** The condition for the code of an address and purpose. */
export function isCodeOf(email: string, type: CodeType) {
  return and(eq(emailCode.email, canonicalEmail(email)), eq(emailCode.type, type))
}

function isUsable(ctx: Deps) {
  const { askedBy, wrongTries, othersWrongTries } = emailCode
  const tries = sql`case when ${eq(askedBy, requesterKey(ctx))} then ${wrongTries} else ${othersWrongTries} end`
  return and(isNull(emailCode.usedAtMs), lt(tries, CODE_TRIES), gt(emailCode.sentAtMs, ctx.nowMs() - CODE_LIFETIME_MS))
}

function requesterKey(ctx: Deps): string {
  return browserKey(ctx) ?? callerKey(ctx)
}

function hashCode({ secret }: Pick<Deps, 'secret'>, email: string, type: CodeType, code: string): string {
  return createHmac('sha256', secret).update(`code ${type} ${email} ${code}`).digest('hex')
}

/** Exchanges a code for a proof. Of concurrent correct tries exactly one succeeds. */
export async function verifyEmailCode({ ctx, input: { email, code, type } }: CallRequest<typeof call>): Promise<CallAnswer<typeof call>> {
  const storedEmail = type === CODE_TYPES.reset ? (await findAccount(ctx.db, email))?.email : readEmail(email)?.address
  const recipient = storedEmail ?? email
  const isByRequester = await isRequester(ctx.db, ctx, recipient, type)
  const counted = isByRequester ? ok(null) : await countTry(ctx.db, ctx.nowMs(), LIMITS.verifyByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const proof = await ctx.db.transaction(async (tx) => {
    const used = await useCode(tx, ctx, recipient, type, code)
    // The sign-up needs the spelling that the user entered: an earlier build may have stored the welcome points under it.
    return used.ok ? ok(await addProof(tx, type === CODE_TYPES.reset ? recipient : email, type, ctx.nowMs())) : used
  })
  if (!proof.ok) return proof
  return ok(type === CODE_TYPES.signUp ? { registrationToken: proof.value } : { token: proof.value })
}

const PROOF_BYTES = 32

/** Returns the token of a new proof; only its hash is stored. */
async function addProof(tx: Transaction, email: string, type: CodeType, nowMs: number): Promise<string> {
  const token = randomBytes(PROOF_BYTES).toString('hex')
  await tx.insert(emailProof).values({ tokenSha256: sha256(token), email, type, createdAtMs: nowMs })
  return token
}

/** The address that a token proves, in the spelling of the user; undefined if the token is invalid or expired. */
export async function findProof(db: Database, token: string, type: CodeType, nowMs: number): Promise<string | undefined> {
  const [proof] = await db
    .select({ email: emailProof.email })
    .from(emailProof)
    .where(isLiveProof(token, type, nowMs))
  return proof?.email
}

/** Like `findProof`, but also consumes the proof. */
export async function consumeProof(tx: Transaction, token: string, type: CodeType, nowMs: number): Promise<string | undefined> {
  const [proof] = await tx
    .delete(emailProof)
    .where(isLiveProof(token, type, nowMs))
    .returning({ email: emailProof.email })
  return proof?.email
}

export async function deleteProofs(tx: Transaction, email: string, type: CodeType): Promise<void> {
  await tx.delete(emailProof).where(and(eq(emailProof.email, email), eq(emailProof.type, type)))
}

function isLiveProof(token: string, type: CodeType, nowMs: number) {
  return and(eq(emailProof.tokenSha256, sha256(token)), eq(emailProof.type, type), gt(emailProof.createdAtMs, nowMs - PROOF_LIFETIME_MS))
}
