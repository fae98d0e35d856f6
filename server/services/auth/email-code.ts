import type { Transaction } from '#server/database/database.ts'
import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { ErrorCode } from '#shared/api/error-codes.ts'
import type { Result } from '#shared/result.ts'
import { createHmac, randomInt } from 'node:crypto'
import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import { emailCode } from '#server/database/account-schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import type { CODE_TYPES } from '#shared/api/auth.ts'
import { CODE_KEPT_MS, CODE_LENGTH, CODE_RESEND_MS, CODE_TRIES } from '#shared/domain/account-rules.ts'
import { ok } from '#shared/result.ts'

export type CodeType = (typeof CODE_TYPES)[keyof typeof CODE_TYPES]

type Deps = Pick<Context, 'secret' | 'nowMs'>

/** A new code in place of the one before; H4022 when that one is too young. */
export async function makeCode(tx: Transaction, ctx: Deps, email: string, type: CodeType): Promise<Result<string, ServiceFailure>> {
  const nowMs = ctx.nowMs()
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  const fresh = { codeHash: hashCode(ctx, email, type, code), wrongTries: 0, sentAtMs: nowMs, usedAtMs: null }
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

/**
 * Uses a code up, once, or counts a wrong one and says why it was none. One statement does both: however many try at the same moment,
 * no more than CODE_TRIES of them are compared. The transaction has to be kept after a refusal, or the miss would not count.
 */
export async function useCode(
  tx: Transaction,
  ctx: Deps,
  email: string,
  type: CodeType,
  code: string,
): Promise<Result<null, ServiceFailure>> {
  const isRight = eq(emailCode.codeHash, hashCode(ctx, email, type, code))
  const [compared] = await tx
    .update(emailCode)
    .set({
      usedAtMs: sql`case when ${isRight} then ${ctx.nowMs()}::bigint end`,
      wrongTries: sql`case when ${isRight} then ${emailCode.wrongTries} else ${emailCode.wrongTries} + 1 end`,
    })
    .where(and(isFor(email, type), isUsable(ctx)))
    .returning({ usedAtMs: emailCode.usedAtMs })
  if (compared !== undefined) return compared.usedAtMs === null ? refuse('CODE_WRONG', ['code']) : ok(null)
  const [latest] = await tx.select().from(emailCode).where(isFor(email, type))
  return refuse(latest === undefined ? 'CODE_EXPIRED' : whyUnusable(latest, ctx.nowMs()), ['code'])
}

function whyUnusable({ usedAtMs, wrongTries, sentAtMs }: typeof emailCode.$inferSelect, nowMs: number): ErrorCode {
  if (usedAtMs !== null) return 'CODE_USED'
  if (sentAtMs <= nowMs - CODE_KEPT_MS) return 'CODE_EXPIRED'
  return wrongTries >= CODE_TRIES ? 'CODE_TRIES_USED' : 'CODE_WRONG'
}

function isFor(email: string, type: CodeType) {
  return and(eq(emailCode.email, email), eq(emailCode.type, type))
}

function isUsable({ nowMs }: Deps) {
  return and(isNull(emailCode.usedAtMs), lt(emailCode.wrongTries, CODE_TRIES), gt(emailCode.sentAtMs, nowMs() - CODE_KEPT_MS))
}

function hashCode({ secret }: Deps, email: string, type: CodeType, code: string): string {
  return createHmac('sha256', secret).update(`code ${type} ${email} ${code}`).digest('hex')
}
