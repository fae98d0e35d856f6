import type { Context } from '#server/context.ts'
import type { Call, CallData, CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import { type CallRoute, callRoute } from '#server/platform/http/call-routes.ts'
import { type Operator, requireOperator } from './require-operator.ts'

/** What answers a call of the console, with who asks. */
export type Verb<C> = (request: {
  readonly ctx: Context
  readonly input: CallInput<C>
  readonly operator: Operator
}) => Promise<Result<CallData<C>, ServiceFailure>>

/** Binds a call of the console to its verb, which nobody reaches but operators: for others not even the input is read. */
export function operatorCall<Input, Data>(call: Call<Input, Data>, verb: Verb<Call<Input, Data>>): CallRoute {
  return {
    call,
    async answer(c, contextOf) {
      const operator = await requireOperator(contextOf(c, null))
      if (!operator.ok) return operator
      return callRoute(call, ({ ctx, input }) => verb({ ctx, input, operator: operator.value })).answer(c, contextOf)
    },
  }
}
