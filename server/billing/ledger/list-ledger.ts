import type { Context } from '#server/context.ts'
import type { getLedger, LedgerEntry } from '#shared/api/user.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import { and, desc, eq, lt } from 'drizzle-orm'
import { ledger } from '#server/platform/database/schema.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { requireOwner } from '#server/platform/context/require-owner.ts'
import { type Result, ok } from '#shared/result.ts'

const DEFAULT_LIMIT = 20
const ENTRY_ID = /^\d{1,9}$/

/** Newest first; `start` is the id of the last entry that the caller has. */
export async function listLedger({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof getLedger>
}): Promise<Result<CallData<typeof getLedger>, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  if (input.start !== undefined && !ENTRY_ID.test(input.start)) return refuse('H3000', ['start'])
  const limit = input.limit ?? DEFAULT_LIMIT
  const rows = await ctx.db
    .select()
    .from(ledger)
    .where(and(eq(ledger.ownerId, owner.value), input.start === undefined ? undefined : lt(ledger.seq, Number(input.start))))
    .orderBy(desc(ledger.seq))
    .limit(limit + 1)
  return ok({ data: rows.slice(0, limit).map(toEntry), hasNext: rows.length > limit })
}

function toEntry(row: typeof ledger.$inferSelect): LedgerEntry {
  return {
    id: String(row.seq),
    kind: row.kind,
    amount: row.amount,
    balance: row.balance,
    occurredAt: row.occurredAtMs,
    note: row.note,
    ...(row.taskId === null ? {} : { taskId: row.taskId }),
    ...(row.orderId === null ? {} : { orderId: row.orderId }),
  }
}
