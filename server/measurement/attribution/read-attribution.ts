import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { Result } from '#shared/result.ts'
import type { TrackerContext } from './require-app.ts'
import type { TrackerAnswer } from './tracker-fields.ts'
import { eq } from 'drizzle-orm'
import { attributionDevice } from '#server/platform/database/tracker-schema.ts'
import { sha256 } from '#server/platform/context/sha256.ts'
import { ok } from '#shared/result.ts'
import { lockDevice } from './tracker-device.ts'
import { ORGANIC } from './read-referrer.ts'
import { requireApp } from './require-app.ts'

const TOKEN_LENGTH = 8

/** Where a browser's person came from, as far as its clicks say. */
export async function readAttribution(
  ctx: TrackerContext,
  fields: Readonly<Record<string, string>>,
): Promise<Result<TrackerAnswer, ServiceFailure>> {
  const caller = await requireApp(ctx, fields)
  if (!caller.ok) return caller
  const timestamp = new Date(ctx.nowMs()).toISOString()
  const { web_uuid: webUuid } = caller.value
  return ctx.db.transaction(async (tx) => {
    if (await lockDevice(tx, webUuid)) return ok<TrackerAnswer>({ timestamp, tracking_state: 'opted_out' })
    const [device] = await tx.select().from(attributionDevice).where(eq(attributionDevice.webUuid, webUuid))
    if (device === undefined) return ok<TrackerAnswer>({ timestamp, message: 'No session of this browser is known yet.' })
    const { adid, network, campaign, adgroup, creative, clickLabel, state } = device
    const parts = [network, campaign, adgroup, creative].filter((part) => part !== '')
    return ok<TrackerAnswer>({
      adid,
      timestamp,
      message: network === ORGANIC.network ? 'No click is known.' : 'The last click counts.',
      attribution: {
        tracker_token: sha256(parts.join('::')).slice(0, TOKEN_LENGTH),
        tracker_name: parts.join('::'),
        network,
        campaign,
        adgroup,
        creative,
        click_label: clickLabel,
        state,
      },
    })
  })
}
