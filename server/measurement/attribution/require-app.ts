import type { Context } from '#server/context.ts'
import type { z } from 'zod'
import { LIMITS, callerKey, countTry } from '#server/platform/context/rate-limit.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { type Result, ok } from '#shared/result.ts'
import { callerFields } from './tracker-fields.ts'

/** The context of the tracker's verbs. */
export type TrackerContext = Pick<Context, 'db' | 'nowMs' | 'caller' | 'secret'> & Pick<Context, 'config'>
export type TrackerCaller = z.infer<typeof callerFields>

/** A browser that sends our app token and its own id. There is no further authentication: knowing a browser's id is enough. */
export async function requireApp(
  ctx: TrackerContext,
  fields: Readonly<Record<string, string>>,
): Promise<Result<TrackerCaller, ServiceFailure>> {
  const { attribution } = ctx.config
  if (attribution === undefined) return refuse('H4001')
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.trackerByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const caller = callerFields.safeParse(fields)
  if (!caller.success) return refuse('H3000', [...new Set(caller.error.issues.map(({ path }) => path.join('.')))])
  const { app_token, environment } = caller.data
  return app_token === attribution.appToken && environment === attribution.environment ? ok(caller.data) : refuse('H3013', ['app_token'])
}
