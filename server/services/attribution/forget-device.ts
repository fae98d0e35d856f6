import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import type { TrackerContext } from './require-app.ts'
import type { TrackerAnswer } from './tracker-fields.ts'
import { eq } from 'drizzle-orm'
import { attributionDevice, forgottenDevice } from '#server/database/tracker-schema.ts'
import { sha256 } from '#server/services/context/sha256.ts'
import { ok } from '#shared/result.ts'
import { lockDevice } from './lock-device.ts'
import { requireApp } from './require-app.ts'

/** Deletes all that a browser has told and remembers only that nothing more may come, for ever. */
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
