import { desc, eq } from 'drizzle-orm'
import { ledger } from '#server/platform/database/schema.ts'
import { appendLocked } from '#server/billing/ledger/ledger.ts'
import { refuse } from '#server/platform/context/failure.ts'
import { onceForKey } from '#server/platform/context/once-for-key.ts'
import { lockOwner } from '#server/platform/context/require-owner.ts'
import type { changePoints } from '#shared/api/operator-acts.ts'
import { ok } from '#shared/result.ts'
import { recordAct } from './acts.ts'
import type { Verb } from './operator-call.ts'

/** Grants points or takes them back, by one more movement in the ledger, once per key. Somebody who has become an account has its own id. */
export const grantOrTakeBack: Verb<typeof changePoints> = async ({ ctx, input: { id, amount, reason }, operator }) => {
  return onceForKey(ctx, operator.accountId, async (tx) => {
    if (!(await lockOwner(tx, id))) return refuse('H3015')
    const movement = { kind: amount > 0 ? 'grant' : 'expiry', amount, note: reason } as const
    const balance = await appendLocked(tx, id, [movement], ctx.nowMs())
    if (!balance.ok) return balance
    const [line] = await tx.select({ seq: ledger.seq }).from(ledger).where(eq(ledger.ownerId, id)).orderBy(desc(ledger.seq)).limit(1)
    const detail = { amount, reason, line: line?.seq ?? 0 }
    await recordAct(tx, ctx, operator, { act: 'points', subject: 'account', subjectId: id, detail })
    return ok({ balance: balance.value })
  })
}
