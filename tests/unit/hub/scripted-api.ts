import type { Call } from '#shared/api/define-call.ts'
import type { UserInfo } from '#shared/api/user.ts'
import type { Clock } from '#shared/clock.ts'
import { noAnswer } from '#shared/api/client.ts'
import { type Result, fail } from '#shared/result.ts'
import { enforceContract } from '../../fixtures/enforce-contract.ts'

type Reply = (input: never) => Result<unknown> | Promise<Result<unknown>>

/** An API with scripted answers. It records each call, and cancels a call when the call's signal is aborted. */
export function createScriptedApi(clock: Clock) {
  const startMs = clock.nowMs()
  const replies = new Map<string, Reply>()
  const calls: { path: string; input: unknown; key: string | undefined; atMs: number }[] = []

  const api = enforceContract({
    async call(call, input, { signal, idempotencyKey: key } = {}) {
      calls.push({ path: call.path, input, key, atMs: clock.nowMs() - startMs })
      const reply = replies.get(call.path)
      if (reply === undefined) throw new Error(`unexpected call ${call.path}`)
      const listenerRemoval = new AbortController()
      const cancelledResult = new Promise<Result<never>>((resolve) => {
        const cancelCall = () => resolve(fail({ code: 'cancelled', retry: 'now' }))
        if (signal?.aborted === true) cancelCall()
        signal?.addEventListener('abort', cancelCall, { signal: listenerRemoval.signal })
      })
      const result = await Promise.race([cancelledResult, Promise.resolve(reply(input as never))])
      listenerRemoval.abort()
      return result as Result<never>
    },
  })

  const answer = <Input, Data>(call: Call<Input, Data>, reply: (input: Input) => Result<Data> | Promise<Result<Data>>): void => {
    replies.set(call.path, reply)
  }

  return {
    api,
    calls,
    /** The time of each call, in ms since the start. */
    callsAtMs: (call: { readonly path: string }) => calls.filter(({ path }) => path === call.path).map(({ atMs }) => atMs),
    answer,
  }
}

/** The answer of an unreachable server. */
export const unreachableReply = (): Result<never> => fail(noAnswer('down'))

/** A reply that never comes. Its call ends only when it is cancelled. */
export const hangingReply = (): Promise<Result<never>> => new Promise<never>(() => undefined)

/** A logged-in account as the server returns it; by default it never subscribed. */
export function makeAccount(changes: Partial<UserInfo> = {}): UserInfo {
  const nameFields = { id: 'account-1', email: 'a@example.com', firstName: 'A', lastName: 'B' }
  const loginFields = { isLoggedIn: true, hasPassword: true, hasGoogle: false, createdAt: 0, deletesAt: null }
  return {
    ...nameFields,
    ...loginFields,
    membershipStatus: 'NONE',
    membershipExpiresAt: null,
    points: 0,
    everSubscribed: false,
    ...changes,
  }
}
