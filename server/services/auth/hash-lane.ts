import type { Context, HashLane } from '#server/services/context/context.ts'
import type { Familiarity } from '#server/services/context/known-callers.ts'
import { callerKey, emailKey } from './rate-limit.ts'

/** Where a login waits: strangers behind their address, who is known behind the account alone. */
export function loginLane(ctx: Context, email: string, familiarity: Familiarity): HashLane {
  return familiarity === 'stranger' ? { name: callerKey(ctx), isKnown: false } : provedLane(ctx, email)
}

/** Where somebody waits who has shown whose address it is. */
export function provedLane(ctx: Context, email: string): HashLane {
  return { name: `account ${emailKey(email, ctx)}`, isKnown: true }
}
