import webpush from 'web-push'
import type { Logger } from '#server/telemetry/log.ts'
import { type Database, and, asc, eq, lte, sql } from '#server/database/database.ts'
import { pointsPush, pushMessage, pushSubscription, batch, task } from '#server/database/schema.ts'
import { type Delivery, deliverDue, retryPauseMs } from '#server/net/deliver-due.ts'
import { type PublicDeps, ForbiddenAddress, openPublic } from '#server/net/open-public.ts'
import { within } from '#server/net/within.ts'
import type { OpenSpan, Tracing } from '#server/telemetry/tracing.ts'
import { PUSH_LIFETIME_MS, MAX_PUSH_TEXT_CHARS } from '#shared/domain/push-rules.ts'
import type { PushMessageData } from '#shared/api/push.ts'
import { notDeleted } from '#server/creations/creation-rows.ts'
import { creationPath } from '#shared/domain/detail-path.ts'
import { firstWords } from '#shared/domain/item-head.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import { z } from 'zod'
import { readOrCreateSecret } from '#server/verbs/secrets.ts'

/** The number of messages that are sent at once, so that a slow push service does not delay others. */
const SENDS_AT_ONCE = 4
const SEND_TIMEOUT_MS = 10_000
/** How long a message is reserved while it is sent, in ms. */
const LEASE_MS = SEND_TIMEOUT_MS + 10_000
export const PUSH_ATTEMPTS = 8
/** Statuses with which a push service reports that a subscription no longer exists. */
const GONE_STATUSES = new Set([404, 410])
/** Statuses after which a retry may help. */
const RETRY_STATUSES = new Set([408, 429])

/** A queued message about a task or about a low balance. */
interface Message extends Pick<typeof pushMessage.$inferSelect, 'subscriptionId' | 'attempts' | 'createdAtMs'> {
  /** While the browser is offline, the push service stores only the newest message of a subject. */
  readonly subject: string
  readContent(ownerId: string): Promise<PushMessageData | undefined>
  remove(): Promise<unknown>
  postpone(dueAtMs: number): Promise<unknown>
}

type Outcome = 'sent' | 'gone' | 'later' | 'refused'

interface Deps {
  readonly db: Database
  readonly post: PushPost
  readonly nowMs: () => number
  readonly log: Logger
  readonly tracing: Tracing
  readonly onTried: (outcome: Outcome) => void
}

/**
 * Sends due messages. To reserve a message, a process moves its due time past the attempt: only one process sends it, and after a crash it
 * becomes due again. The browser shows a duplicate once. Rule: docs/offline.md, "Push".
 */
export function deliverPush({ db, post, nowMs, log, tracing, onTried }: Deps): Delivery {
  async function sendOne(message: Message, stopping: AbortSignal, span: OpenSpan): Promise<void> {
    const { subscriptionId, subject, attempts } = message
    const [target] = await db.select().from(pushSubscription).where(eq(pushSubscription.id, subscriptionId))
    const content = target === undefined ? undefined : await message.readContent(target.ownerId)
    const ttlSeconds = Math.floor((message.createdAtMs + PUSH_LIFETIME_MS - nowMs()) / 1000)
    if (target === undefined || content === undefined || ttlSeconds <= 0) return void (await message.remove())
    const outgoingMessage = { payload: JSON.stringify(content), topic: subject.replaceAll('-', ''), ttlSeconds }
    const { outcome, status } = await tryToPost((signal) => post(target, outgoingMessage, signal), stopping)
    onTried(outcome)
    span.note({ 'kinora.outcome': outcome })
    if (outcome === 'later' || outcome === 'refused') span.fail()
    log.info({ attempts, status, outcome }, 'Push message attempted')
    if (outcome === 'gone') return void (await db.delete(pushSubscription).where(eq(pushSubscription.id, subscriptionId)))
    await db.update(pushSubscription).set({ lastStatus: status }).where(eq(pushSubscription.id, subscriptionId))
    const dueAtMs = nowMs() + retryPauseMs(attempts)
    await (outcome !== 'later' || attempts >= PUSH_ATTEMPTS ? message.remove() : message.postpone(dueAtMs))
  }

  async function tryToPost(
    send: (signal: AbortSignal) => Promise<number>,
    stopping: AbortSignal,
  ): Promise<{ outcome: Outcome; status: number | null }> {
    try {
      const status = await within(SEND_TIMEOUT_MS, stopping, send)
      return { outcome: outcomeOf(status), status }
    } catch (error) {
      return { outcome: error instanceof ForbiddenAddress ? 'gone' : 'later', status: null }
    }
  }

  return deliverDue({
    atOnce: SENDS_AT_ONCE,
    async sendNext(stopping) {
      const message = (await claimDue(db, nowMs())) ?? (await claimDuePoints(db, nowMs()))
      if (message === undefined) return false
      const facts = { 'kinora.task_id': message.subject, 'kinora.attempt': message.attempts }
      await tracing.span({ kind: 'work', name: 'push', facts }, (span) => sendOne(message, stopping, span))
      return true
    },
    onError: (error) => log.error({ err: error }, 'Push queue check failed'),
  })
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent'
  if (GONE_STATUSES.has(status)) return 'gone'
  return RETRY_STATUSES.has(status) || status >= 500 ? 'later' : 'refused'
}

async function claimDue(db: Database, nowMs: number): Promise<Message | undefined> {
  const nextMessage = db
    .select({ id: pushMessage.id })
    .from(pushMessage)
    .where(lte(pushMessage.dueAtMs, nowMs))
    .orderBy(asc(pushMessage.dueAtMs))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimedRow] = await db
    .update(pushMessage)
    .set({ attempts: sql`${pushMessage.attempts} + 1`, dueAtMs: nowMs + LEASE_MS })
    .where(and(eq(pushMessage.id, nextMessage), lte(pushMessage.dueAtMs, nowMs)))
    .returning()
  if (claimedRow === undefined) return undefined
  const { id, taskId } = claimedRow
  return {
    ...claimedRow,
    subject: taskId,
    readContent: (ownerId) => readTaskContent(db, taskId, ownerId),
    remove: async () => db.delete(pushMessage).where(eq(pushMessage.id, id)),
    postpone: async (dueAtMs) => db.update(pushMessage).set({ dueAtMs }).where(eq(pushMessage.id, id)),
  }
}

const POINTS_SUBJECT = 'low-points'

async function claimDuePoints(db: Database, nowMs: number): Promise<Message | undefined> {
  const nextMessage = db
    .select({ id: pointsPush.id })
    .from(pointsPush)
    .where(lte(pointsPush.dueAtMs, nowMs))
    .orderBy(asc(pointsPush.dueAtMs))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimedRow] = await db
    .update(pointsPush)
    .set({ attempts: sql`${pointsPush.attempts} + 1`, dueAtMs: nowMs + LEASE_MS })
    .where(and(eq(pointsPush.id, nextMessage), lte(pointsPush.dueAtMs, nowMs)))
    .returning()
  if (claimedRow === undefined) return undefined
  const { id, pointsLeft } = claimedRow
  return {
    ...claimedRow,
    subject: POINTS_SUBJECT,
    readContent: async () => pointsContent(id, pointsLeft),
    remove: async () => db.delete(pointsPush).where(eq(pointsPush.id, id)),
    postpone: async (dueAtMs) => db.update(pointsPush).set({ dueAtMs }).where(eq(pointsPush.id, id)),
  }
}

/**
 * The text of a notice about a low balance. It has the format of a notice about a finished task, so service workers of older builds show it
 * too. Each notice has its own task id.
 */
function pointsContent(id: string, pointsLeft: number): PushMessageData {
  const title = pointsLeft === 1 ? 'You have 1 point left' : `You have ${pointsLeft} points left`
  const body = 'You may need more points for your next video.'
  return { taskId: `${POINTS_SUBJECT}-${id}`, status: 'SUCCESS', title, body, path: ROUTES.pricing }
}

interface PushMessage {
  readonly payload: string
  /** While the browser is offline, the push service stores only the newest message of a topic. */
  readonly topic: string
  readonly ttlSeconds: number
}

interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Returns the push service's status; throws `ForbiddenAddress` for a target that must not be requested. */
type PushPost = (target: PushTarget, message: PushMessage, signal: AbortSignal) => Promise<number>

/** Encrypts a message for one browser, signs it and posts it to the push service. */
export function createPushPost(keys: VapidKeys, subject: string, network: PublicDeps): PushPost {
  const vapidDetails = { ...keys, subject }
  return async ({ endpoint, p256dh, auth }, { payload, topic, ttlSeconds }, signal) => {
    const { headers, body } = encrypt({ endpoint, keys: { p256dh, auth } }, payload, { vapidDetails, topic, TTL: ttlSeconds })
    const answer = await openPublic(endpoint, network, signal, { headers, body })
    answer.resume()
    return answer.statusCode ?? 0
  }
}

function encrypt(...[subscription, payload, options]: Parameters<typeof webpush.generateRequestDetails>) {
  try {
    const { headers, body } = webpush.generateRequestDetails(subscription, payload, options)
    return { headers, body: body ?? Buffer.alloc(0) }
  } catch {
    throw new ForbiddenAddress('nothing can be encrypted for it')
  }
}

/** The text about a finished task for a browser of `ownerId`; undefined if there is nothing to show, for example after a deletion. */
async function readTaskContent(db: Database, taskId: string, ownerId: string): Promise<PushMessageData | undefined> {
  const [endedTask] = await db
    .select({ status: task.status, errorMsg: task.errorMsg, batchId: batch.id, bizType: batch.bizType, prompt: batch.prompt })
    .from(task)
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(and(eq(task.id, taskId), eq(task.ownerId, ownerId), notDeleted))
  if (endedTask?.status === 'SUCCESS') {
    const path = creationPath({ id: taskId, bizType: endedTask.bizType, batchId: endedTask.batchId })
    const body = firstWords(endedTask.prompt, MAX_PUSH_TEXT_CHARS)
    return { taskId, status: 'SUCCESS', title: 'A background task finished successfully', body, path }
  }
  if (endedTask?.status !== 'FAILED') return undefined
  const body = firstWords(endedTask.errorMsg ?? '', MAX_PUSH_TEXT_CHARS)
  return { taskId, status: 'FAILED', title: 'A background task execution failed', body, path: ROUTES.creations }
}

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() })

/** The server's identity for push services. */
type VapidKeys = z.infer<typeof keysSchema>

/** The configured keys, or the installation's own, generated once: with new keys every browser must subscribe again. */
export async function vapidKeys(db: Database, configured: VapidKeys | undefined): Promise<VapidKeys> {
  if (configured !== undefined) return configured
  return keysSchema.parse(JSON.parse(await readOrCreateSecret(db, 'vapid', () => JSON.stringify(webpush.generateVAPIDKeys()))))
}
