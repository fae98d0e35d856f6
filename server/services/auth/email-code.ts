import type { Database, Transaction } from '#server/database/database.ts'
import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { ErrorCode } from '#shared/api/error-codes.ts'
import type { Result } from '#shared/result.ts'
import { createHmac, randomInt } from 'node:crypto'
import { and, eq, gt, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import { emailCode } from '#server/database/schema.ts'
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

/** Uses a code up, once; false when it is not the one, or can't be used any more: `missCode` says why. */
export async function useCode(tx: Transaction, ctx: Deps, email: string, type: CodeType, code: string): Promise<boolean> {
  const used = await tx
    .update(emailCode)
    .set({ usedAtMs: ctx.nowMs() })
    .where(and(isFor(email, type), isUsable(ctx), eq(emailCode.codeHash, hashCode(ctx, email, type, code))))
    .returning({ email: emailCode.email })
  return used.length > 0
}

/** Counts a wrong code, as long as the right one would still be taken, and says why it was none. */
export async function missCode(
  db: Database,
  ctx: Deps,
  email: string,
  type: CodeType,
  code: string,
): Promise<Result<never, ServiceFailure>> {
  const missed = await db
    .update(emailCode)
    .set({ wrongTries: sql`${emailCode.wrongTries} + 1` })
    .where(and(isFor(email, type), isUsable(ctx), ne(emailCode.codeHash, hashCode(ctx, email, type, code))))
    .returning({ email: emailCode.email })
  if (missed.length > 0) return refuse('CODE_WRONG', ['code'])
  const [latest] = await db.select().from(emailCode).where(isFor(email, type))
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
