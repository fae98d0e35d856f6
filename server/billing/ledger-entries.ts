import { and, desc, eq, lt } from '#server/database/database.ts'
import { ledger } from '#server/database/schema.ts'
import { requireOwner } from '#server/verbs/require-owner.ts'
import { type CallAnswer, type CallRequest, ok, refuse } from '#server/verbs/verb.ts'
import type { LedgerEntry, getLedger } from '#shared/api/user.ts'

const DEFAULT_PAGE_SIZE = 20
const ENTRY_ID = /^\d{1,9}$/

/** The caller's ledger entries, newest first. `start` is the id of the last entry on the previous page. */
export async function listLedger({ ctx, input }: CallRequest<typeof getLedger>): Promise<CallAnswer<typeof getLedger>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  if (input.start !== undefined && !ENTRY_ID.test(input.start)) return refuse('H3000', ['start'])
  const limit = input.limit ?? DEFAULT_PAGE_SIZE
  const rows = await ctx.db
    .select()
    .from(ledger)
    .where(and(eq(ledger.ownerId, owner.value), input.start === undefined ? undefined : lt(ledger.seq, Number(input.start))))
    .orderBy(desc(ledger.seq))
    .limit(limit + 1)
  return ok({ data: rows.slice(0, limit).map(toEntry), hasNext: rows.length > limit })
}

export function toEntry(row: typeof ledger.$inferSelect): LedgerEntry {
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
