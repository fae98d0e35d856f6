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

/** The account that an action is logged for. */
export interface Operator {
  readonly accountId: string
  readonly email: string
}

/**
 * Whether the second factor that the session proved is older than a day or confirmed. Sessions of an earlier build name no factor: then
 * this must apply to each factor of the account.
 */
async function hasTrustedFactor(ctx: Context, accountId: string, factorId: string | null): Promise<boolean> {
  const factors = await listFactors(ctx.db, accountId)
  const provedFactors = factorId === null ? factors : factors.filter(({ id }) => id === factorId)
  return provedFactors.length > 0 && provedFactors.every((factor) => isTrustedFactor(factor, ctx.nowMs()))
}

/**
 * The caller as an operator: a configured account with a recent login and a recent proof of a trusted second factor. All other callers get
 * the answer for an unknown address. Rule: docs/operator.md, "Who".
 */
export async function requireOperator(ctx: Context): Promise<Answer<Operator>> {
  const currentSession = await requireAccount(ctx)
  if (!currentSession.ok) return refuse('H4001')
  const { id, accountId } = currentSession.value
  const [sessionRow] = await ctx.db
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
  if (sessionRow === undefined || sessionRow.disabledAtMs !== null) return refuse('H4001')
  if (!includesRecipient(ctx.config.operatorAccounts, sessionRow.email)) return refuse('H4001')
  if (!isRecentProof(sessionRow.loggedInAtMs, ctx.nowMs())) return refuse('H4001')
  const { provedAtMs, factorId } = sessionRow
  if (provedAtMs === null || !isRecentProof(provedAtMs, ctx.nowMs())) return refuse('H4001')
  if (!(await hasTrustedFactor(ctx, accountId, factorId))) return refuse('H4001')
  return ok({ accountId, email: sessionRow.email })
}

/** The handler of a console call, with the operator. */
export type OperatorVerb<C> = (request: {
  readonly ctx: Context
  readonly input: CallInput<C>
  readonly operator: Operator
}) => Promise<CallAnswer<C>>

/** Binds a console call to its verb. Only operators reach it: for other callers not even the input is parsed. */
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

interface LoggedAct {
  readonly act: Act
  readonly subject: ActSubject
  readonly subjectId: string
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}

/**
 * Logs an action, in the transaction of the action. Call it last: the log's chain is locked until the transaction ends. Never log names or
 * addresses of users.
 */
export async function recordAct(
  tx: Transaction,
  { nowMs }: Pick<Context, 'nowMs'>,
  { accountId }: Pick<Operator, 'accountId'>,
  { act, subject, subjectId, detail = {} }: LoggedAct,
): Promise<void> {
  await tx.insert(operatorAct).values({ atMs: nowMs(), operatorId: accountId, act, subject, subjectId, detail: JSON.stringify(detail) })
}

/** The operator log, newest first. `start` is the number of the last action on the previous page. */
export const listActs: OperatorVerb<typeof getActs> = async ({ ctx, input }) => {
  const rows = await ctx.db
    .select()
    .from(operatorAct)
    .where(input.start === undefined ? undefined : lt(operatorAct.seq, Number(input.start)))
    .orderBy(desc(operatorAct.seq))
    .limit(OPERATOR_PAGE_ROWS + 1)
  const pageRows = rows.slice(0, OPERATOR_PAGE_ROWS)
  const ids = [...new Set(pageRows.map(({ operatorId }) => operatorId))]
  const operators = await ctx.db.select({ id: account.id, email: account.email }).from(account).where(inArray(account.id, ids))
  const emails = new Map(operators.map(({ id, email }) => [id, email]))
  const data = pageRows.map(({ seq, atMs, operatorId, act, subject, subjectId, detail, hash }) => ({
    id: String(seq),
    at: atMs,
    // The account of this operator may be deleted. Its id is then shown.
    operator: emails.get(operatorId) ?? operatorId,
    act,
    subject,
    subjectId,
    detail,
    hash,
  }))
  return ok({ data, hasNext: rows.length > OPERATOR_PAGE_ROWS })
}
