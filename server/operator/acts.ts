import { desc, inArray, lt } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { account } from '#server/platform/database/account-schema.ts'
import { operatorAct } from '#server/platform/database/operator-schema.ts'
import type { Act, ActSubject, getActs } from '#shared/api/operator.ts'
import { OPERATOR_PAGE_ROWS } from '#shared/domain/operator-rules.ts'
import { ok } from '#shared/result.ts'
import type { Operator, Verb } from './require-operator.ts'

interface WhatWasDone {
  readonly act: Act
  readonly subject: ActSubject
  readonly subjectId: string
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}

/**
 * Records an act, in the transaction of what it does. Last of all: the chain of the record is locked until the transaction ends. Names and
 * addresses of people have no place in it.
 */
export async function recordAct(
  tx: Transaction,
  { nowMs }: Pick<Context, 'nowMs'>,
  { accountId }: Operator,
  { act, subject, subjectId, detail = {} }: WhatWasDone,
): Promise<void> {
  await tx.insert(operatorAct).values({ atMs: nowMs(), operatorId: accountId, act, subject, subjectId, detail: JSON.stringify(detail) })
}

/** Newest first; `start` is the number of the last act that the caller has. */
export const listActs: Verb<typeof getActs> = async ({ ctx, input }) => {
  const rows = await ctx.db
    .select()
    .from(operatorAct)
    .where(input.start === undefined ? undefined : lt(operatorAct.seq, Number(input.start)))
    .orderBy(desc(operatorAct.seq))
    .limit(OPERATOR_PAGE_ROWS + 1)
  const shown = rows.slice(0, OPERATOR_PAGE_ROWS)
  const ids = [...new Set(shown.map(({ operatorId }) => operatorId))]
  const known = await ctx.db.select({ id: account.id, email: account.email }).from(account).where(inArray(account.id, ids))
  const emails = new Map(known.map(({ id, email }) => [id, email]))
  const data = shown.map(({ seq, atMs, operatorId, act, subject, subjectId, detail, hash }) => ({
    id: String(seq),
    at: atMs,
    // The operator's account may be gone.
    operator: emails.get(operatorId) ?? operatorId,
    act,
    subject,
    subjectId,
    detail,
    hash,
  }))
  return ok({ data, hasNext: rows.length > OPERATOR_PAGE_ROWS })
}
