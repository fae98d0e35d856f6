import { desc, usageEvent, clientError } from '#server/database/database.ts'
import { type CallRequest, type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { Services } from '#server/verbs/services.ts'
import type { trackUsage } from '#shared/api/track.ts'
import { LIMITS, callerKey, countTry } from '#server/verbs/rate-limit.ts'
import type { ClientError } from '#shared/api/client-error.ts'
import { makeId } from '#server/crypto/make-id.ts'

declare module '#server/verbs/services.ts' {
  interface ServiceConfig {
    /** Whether this server records the usage of users with consent. */
    readonly hasUsageTracker: boolean
    /** The Google Analytics property; undefined: off. */
    readonly gtagId: string | undefined
  }
}

/** Stores usage events of our pages, each once. The browser's id is the only identity. */
export async function storeUsage({ ctx, input }: CallRequest<typeof trackUsage>): Promise<Answer<object>> {
  if (!ctx.config.hasUsageTracker) return refuse('H4001')
  const { common, events } = input
  const nowMs = ctx.nowMs()
  const counted = await countTry(ctx.db, nowMs, LIMITS.trackByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const { appInstanceId, businessUserId, language, deviceSize, appVersion, trackerVersion } = common
  const device = { appInstanceId, hasAccount: businessUserId !== '', language, deviceSize, appVersion, trackerVersion }
  const rows = events.map((event) => Object.assign({ receivedAtMs: nowMs }, device, event))
  // An event that is sent again has the same id, and is stored once.
  await ctx.db.insert(usageEvent).values(rows).onConflictDoNothing()
  return ok({})
}

const MAX_LISTED = 200

export type StoredUsage = typeof usageEvent.$inferSelect

/** The latest events, newest first. The caller must have checked that the request comes from localhost. */
export function listUsage({ db }: Pick<Services, 'db'>): Promise<StoredUsage[]> {
  return db.select().from(usageEvent).orderBy(desc(usageEvent.receivedAtMs), desc(usageEvent.atMs)).limit(MAX_LISTED)
}

const MAX_USER_AGENT = 300

/** Stores and logs a client error under the id that the user sees. Unauthenticated and rate-limited; the sender is not stored. */
export async function recordClientError({ ctx, input }: { ctx: Context; input: ClientError }): Promise<Answer<object>> {
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.clientErrorByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const userAgent = ctx.caller.userAgent.slice(0, MAX_USER_AGENT)
  await ctx.db.insert(clientError).values({ ...input, id: makeId(), userAgent, createdAtMs: ctx.nowMs() })
  ctx.log.warn({ ...input, userAgent }, 'Browser error reported')
  ctx.metrics.noteClientError(input.kind)
  return ok({})
}
