import { type Transaction, desc, eq, inArray, lt } from '#server/database/database.ts'
import { account, session, operatorAct } from '#server/database/schema.ts'
import { type Answer, type CallAnswer, type Context, ok, refuse } from '#server/verbs/verb.ts'
import { includesRecipient } from '#server/addresses/email-address.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { listFactors } from '#server/account/account-factors.ts'
import { isRecentProof, isTrustedFactor, OPERATOR_PAGE_ROWS } from '#shared/domain/operator-rules.ts'
import type { Call, CallInput } from '#shared/api/define-call.ts'
import { type CallRoute, callRoute } from '#server/http/call-routes.ts'
import type { Act, ActSubject, getActs } from '#shared/api/operator.ts'

/** The account that an act is recorded for. */
export interface Operator {
  readonly accountId: string
  readonly email: string
}

/** Whether the factor that a session proved is older than a day or confirmed. A session of the build before does not name it: all factors count. */
async function hasTrustedFactor(ctx: Context, accountId: string, factorId: string | null): Promise<boolean> {
  const factors = await listFactors(ctx.db, accountId)
  const proved = factorId === null ? factors : factors.filter(({ id }) => id === factorId)
  return proved.length > 0 && proved.every((factor) => isTrustedFactor(factor, ctx.nowMs()))
}

/**
 * The caller as an operator: an account named in the configuration, with a recent login and a recent proof of a trusted second factor. Everybody
 * else gets what an address gets that does not exist. Rule: docs/operator.md, "Who".
 */
export async function requireOperator(ctx: Context): Promise<Answer<Operator>> {
  const current = await requireAccount(ctx)
  if (!current.ok) return refuse('H4001')
  const { id, accountId } = current.value
  const [found] = await ctx.db
    .select({
      email: account.email,
      disabledAtMs: account.disabledAtMs,
      loggedInAtMs: session.createdAtMs,
      provedAtMs: session.secondFactorAtMs,
      factorId: session.secondFactorId,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(eq(session.id, id))
  if (found === undefined || found.disabledAtMs !== null) return refuse('H4001')
  if (!includesRecipient(ctx.config.operatorAccounts, found.email)) return refuse('H4001')
  if (!isRecentProof(found.loggedInAtMs, ctx.nowMs())) return refuse('H4001')
  const { provedAtMs, factorId } = found
  if (provedAtMs === null || !isRecentProof(provedAtMs, ctx.nowMs())) return refuse('H4001')
  if (!(await hasTrustedFactor(ctx, accountId, factorId))) return refuse('H4001')
  return ok({ accountId, email: found.email })
}

/** What answers a call of the console, with who asks. */
export type OperatorVerb<C> = (request: {
  readonly ctx: Context
  readonly input: CallInput<C>
  readonly operator: Operator
}) => Promise<CallAnswer<C>>

/** Binds a call of the console to its verb, which nobody reaches but operators: for others not even the input is read. */
export function operatorCall<Input, Data>(call: Call<Input, Data>, verb: OperatorVerb<Call<Input, Data>>): CallRoute {
  return {
    call,
    async answer(c, contextOf) {
      const operator = await requireOperator(contextOf(c, null))
      if (!operator.ok) return operator
      return callRoute(call, ({ ctx, input }) => verb({ ctx, input, operator: operator.value })).answer(c, contextOf)
    },
  }
}

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
  { accountId }: Pick<Operator, 'accountId'>,
  { act, subject, subjectId, detail = {} }: WhatWasDone,
): Promise<void> {
  await tx.insert(operatorAct).values({ atMs: nowMs(), operatorId: accountId, act, subject, subjectId, detail: JSON.stringify(detail) })
}

/** Newest first; `start` is the number of the last act that the caller has. */
export const listActs: OperatorVerb<typeof getActs> = async ({ ctx, input }) => {
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
