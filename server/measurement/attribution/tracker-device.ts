import { eq, sql } from 'drizzle-orm'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import { type Result, ok } from '#shared/result.ts'
import { attributionDevice, forgottenDevice } from '#server/platform/database/tracker-schema.ts'
import { sha256 } from '#server/platform/context/sha256.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type TrackerContext, requireApp } from './require-app.ts'
import type { TrackerAnswer } from './tracker-fields.ts'

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
