import type { z } from 'zod'
import { eq, sql } from 'drizzle-orm'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { type Result, ok } from '#shared/result.ts'
import { attributionDevice, forgottenDevice } from '#server/platform/database/measurement-schema.ts'
import { sha256 } from '#server/platform/context/sha256.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { Context } from '#server/context.ts'
import { LIMITS, callerKey, countTry } from '#server/platform/context/rate-limit.ts'
import { type TrackerAnswer, callerFields } from './tracker-fields.ts'

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

/** Deletes all data of a browser and stores only that it is forgotten, for ever. */
export async function forgetDevice(
  ctx: TrackerContext,
  fields: Readonly<Record<string, string>>,
): Promise<Result<TrackerAnswer, ServiceFailure>> {
  const caller = await requireApp(ctx, fields)
  if (!caller.ok) return caller
  const { web_uuid: webUuid } = caller.value
  const answer: TrackerAnswer = { timestamp: new Date(ctx.nowMs()).toISOString(), tracking_state: 'opted_out' }
  return ctx.db.transaction(async (tx) => {
    if (await lockDevice(tx, webUuid)) return ok(answer)
    await tx.delete(attributionDevice).where(eq(attributionDevice.webUuid, webUuid))
    await tx.insert(forgottenDevice).values({ webUuidSha256: sha256(webUuid), forgottenAtMs: ctx.nowMs() })
    return ok(answer)
  })
}

/** Locks a browser, so that nothing of it is stored after it was forgotten. True when it is forgotten. */
export async function lockDevice(tx: Transaction, webUuid: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${webUuid}, 0))`)
  const [forgotten] = await tx
    .select({ atMs: forgottenDevice.forgottenAtMs })
    .from(forgottenDevice)
    .where(eq(forgottenDevice.webUuidSha256, sha256(webUuid)))
  return forgotten !== undefined
}
