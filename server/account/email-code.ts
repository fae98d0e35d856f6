import { createHmac, randomInt, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Context } from '#server/context.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import { refuse } from '#server/platform/context/failure.ts'
import type { ErrorCode } from '#shared/api/error-codes.ts'
import type { Result } from '#shared/result.ts'
import { ok } from '#shared/result.ts'
import { emailCode, emailProof } from '#server/platform/database/account-schema.ts'
import { browserKey } from '#server/platform/context/known-callers.ts'
import type { verifyEmailCode as call } from '#shared/api/auth.ts'
import { CODE_TYPES } from '#shared/api/auth.ts'
import { CODE_KEPT_MS, CODE_LENGTH, CODE_RESEND_MS, CODE_TRIES, PROOF_KEPT_MS } from '#shared/domain/account-rules.ts'
import { callerKey, LIMITS, countTry } from '#server/platform/context/rate-limit.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import { sha256 } from '#server/platform/context/sha256.ts'

export type CodeType = (typeof CODE_TYPES)[keyof typeof CODE_TYPES]

type Deps = Pick<Context, 'caller' | 'secret' | 'nowMs'>

/** A new code in place of the one before; H4022 when that one is too young. */
export async function makeCode(tx: Transaction, ctx: Deps, email: string, type: CodeType): Promise<Result<string, ServiceFailure>> {
  const nowMs = ctx.nowMs()
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  const fresh = {
    codeHash: hashCode(ctx, email, type, code),
    askedBy: askerKey(ctx),
    wrongTries: 0,
    othersWrongTries: 0,
    sentAtMs: nowMs,
    usedAtMs: null,
  }
  const made = await tx
    .insert(emailCode)
    .values({ email, type, ...fresh })
    .onConflictDoUpdate({
      target: [emailCode.email, emailCode.type],
      set: fresh,
      setWhere: lte(emailCode.sentAtMs, nowMs - CODE_RESEND_MS),
    })
    .returning({ email: emailCode.email })
  if (made.length > 0) return ok(code)
  const [young] = await tx.select({ sentAtMs: emailCode.sentAtMs }).from(emailCode).where(isFor(email, type))
  return refuse('H4022', undefined, Math.max(1, (young?.sentAtMs ?? nowMs) + CODE_RESEND_MS - nowMs))
}

/** Whether the caller asked for the code that was sent last: its tries are its own, whatever others try. */
async function isAsker(db: Database, ctx: Deps, email: string, type: CodeType): Promise<boolean> {
  const [latest] = await db.select({ askedBy: emailCode.askedBy }).from(emailCode).where(isFor(email, type))
  return latest?.askedBy === askerKey(ctx)
}

/**
 * Uses a code up, once, or counts a wrong one and says why it was none. One statement does both: however many try at the same moment,
 * no more than CODE_TRIES of them are compared, of who asked for it and of all others together. Ten codes a day are sent for strangers
 * and ten for who is known: nobody compares more than 200 of a million a day. The transaction has to be kept after a refusal, or the
 * miss would not count.
 */
async function useCode(tx: Transaction, ctx: Deps, email: string, type: CodeType, code: string): Promise<Result<null, ServiceFailure>> {
  const isRight = eq(emailCode.codeHash, hashCode(ctx, email, type, code))
  const isOwn = eq(emailCode.askedBy, askerKey(ctx))
  const { wrongTries, othersWrongTries } = emailCode
  const [compared] = await tx
    .update(emailCode)
    .set({
      usedAtMs: sql`case when ${isRight} then ${ctx.nowMs()}::bigint end`,
      wrongTries: sql`case when not ${isRight} and ${isOwn} then ${wrongTries} + 1 else ${wrongTries} end`,
      othersWrongTries: sql`case when not ${isRight} and not ${isOwn} then ${othersWrongTries} + 1 else ${othersWrongTries} end`,
    })
    .where(and(isFor(email, type), isUsable(ctx)))
    .returning({ usedAtMs: emailCode.usedAtMs })
  if (compared !== undefined) return compared.usedAtMs === null ? refuse('CODE_WRONG', ['code']) : ok(null)
  const [latest] = await tx.select().from(emailCode).where(isFor(email, type))
  return refuse(latest === undefined ? 'CODE_EXPIRED' : whyUnusable(latest, ctx), ['code'])
}

function whyUnusable(code: typeof emailCode.$inferSelect, ctx: Deps): ErrorCode {
  if (code.usedAtMs !== null) return 'CODE_USED'
  if (code.sentAtMs <= ctx.nowMs() - CODE_KEPT_MS) return 'CODE_EXPIRED'
  const tries = code.askedBy === askerKey(ctx) ? code.wrongTries : code.othersWrongTries
  return tries >= CODE_TRIES ? 'CODE_TRIES_USED' : 'CODE_WRONG'
}

function isFor(email: string, type: CodeType) {
  return and(eq(emailCode.email, email), eq(emailCode.type, type))
}

function isUsable(ctx: Deps) {
  const { askedBy, wrongTries, othersWrongTries } = emailCode
  const tries = sql`case when ${eq(askedBy, askerKey(ctx))} then ${wrongTries} else ${othersWrongTries} end`
  return and(isNull(emailCode.usedAtMs), lt(tries, CODE_TRIES), gt(emailCode.sentAtMs, ctx.nowMs() - CODE_KEPT_MS))
}

function askerKey(ctx: Deps): string {
  return browserKey(ctx) ?? callerKey(ctx)
}

function hashCode({ secret }: Pick<Deps, 'secret'>, email: string, type: CodeType, code: string): string {
  return createHmac('sha256', secret).update(`code ${type} ${email} ${code}`).digest('hex')
}

/** Exchanges a code for a proof. Of several tries with the right one at once exactly one gets it. */
export async function verifyEmailCode({
  ctx,
  input: { email, code, type },
}: {
  ctx: Context
  input: CallInput<typeof call>
}): Promise<Result<CallData<typeof call>, ServiceFailure>> {
  const isOwn = await isAsker(ctx.db, ctx, email, type)
  const counted = isOwn ? ok(null) : await countTry(ctx.db, ctx.nowMs(), LIMITS.verifyByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const proved = await ctx.db.transaction(async (tx) => {
    const used = await useCode(tx, ctx, email, type, code)
    return used.ok ? ok(await addProof(tx, email, type, ctx.nowMs())) : used
  })
  if (!proved.ok) return proved
  return ok(type === CODE_TYPES.signUp ? { registrationToken: proved.value } : { token: proved.value })
}

const PROOF_BYTES = 32

/** Gives the token of a new proof; only its hash is kept. */
async function addProof(tx: Transaction, email: string, type: CodeType, nowMs: number): Promise<string> {
  const token = randomBytes(PROOF_BYTES).toString('hex')
  await tx.insert(emailProof).values({ tokenSha256: sha256(token), email, type, createdAtMs: nowMs })
  return token
}

/** Whose address a token proves; undefined when it does not, or no more. */
export async function findProof(db: Database, token: string, type: CodeType, nowMs: number): Promise<string | undefined> {
  const [found] = await db
    .select({ email: emailProof.email })
    .from(emailProof)
    .where(isLive(token, type, nowMs))
  return found?.email
}

/** The same, and the proof is gone with it. */
export async function consumeProof(tx: Transaction, token: string, type: CodeType, nowMs: number): Promise<string | undefined> {
  const [taken] = await tx
    .delete(emailProof)
    .where(isLive(token, type, nowMs))
    .returning({ email: emailProof.email })
  return taken?.email
}

/** All proofs of an address for one purpose. */
export async function dropProofs(tx: Transaction, email: string, type: CodeType): Promise<void> {
  await tx.delete(emailProof).where(and(eq(emailProof.email, email), eq(emailProof.type, type)))
}

function isLive(token: string, type: CodeType, nowMs: number) {
  return and(eq(emailProof.tokenSha256, sha256(token)), eq(emailProof.type, type), gt(emailProof.createdAtMs, nowMs - PROOF_KEPT_MS))
}
