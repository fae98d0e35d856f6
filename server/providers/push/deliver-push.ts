import type { Logger } from 'pino'
import type { Database } from '#server/database/database.ts'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { pushMessage, pushSubscription } from '#server/database/push-schema.ts'
import type { Delivery } from '#server/providers/net/deliver-due.ts'
import { deliverDue, retryPauseMs } from '#server/providers/net/deliver-due.ts'
import { ForbiddenAddress } from '#server/providers/net/open-public.ts'
import { within } from '#server/providers/net/within.ts'
import { readPushWords } from '#server/services/push/read-push-words.ts'
import { PUSH_KEPT_MS } from '#shared/domain/push-rules.ts'
import type { PushPost } from './create-push-post.ts'

/** So that a push service that is slow holds up no other. */
const AT_ONCE = 4
/** How long one try may take, in ms. */
const SEND_TIMEOUT_MS = 10_000
/** How long nobody else takes a message that is being sent, in ms. */
const LEASE_MS = SEND_TIMEOUT_MS + 10_000
export const PUSH_ATTEMPTS = 8
/** What a push service says of a browser that is not there any more. */
const GONE = new Set([404, 410])
/** Answers after which another try may help. */
const LATER = new Set([408, 429])

type Message = typeof pushMessage.$inferSelect
type Outcome = 'sent' | 'gone' | 'later' | 'refused'

interface Deps {
  readonly db: Database
  readonly post: PushPost
  readonly nowMs: () => number
  readonly log: Logger
  readonly onTried: (outcome: Outcome) => void
}

/**
 * Sends what is due. A message is taken by moving its due time behind the try: of several processes one gets it, and what a dead one
 * leaves is due again. So a message may come twice, which its browser shows once. Rule: docs/rules.md, "Push".
 */
export function deliverPush({ db, post, nowMs, log, onTried }: Deps): Delivery {
  async function sendOne(message: Message, stopping: AbortSignal): Promise<void> {
    const { subscriptionId, taskId, attempts } = message
    const isThis = eq(pushMessage.id, message.id)
    const [target] = await db.select().from(pushSubscription).where(eq(pushSubscription.id, subscriptionId))
    const words = target === undefined ? undefined : await readPushWords(db, taskId, target.ownerId)
    const ttlSeconds = Math.floor((message.createdAtMs + PUSH_KEPT_MS - nowMs()) / 1000)
    if (target === undefined || words === undefined || ttlSeconds <= 0) return void (await db.delete(pushMessage).where(isThis))
    const letter = { payload: JSON.stringify(words), topic: taskId.replaceAll('-', ''), ttlSeconds }
    const { outcome, status } = await tryToPost((signal) => post(target, letter, signal), stopping)
    onTried(outcome)
    log.info({ attempts, status, outcome }, 'a push message was tried')
    if (outcome === 'gone') return void (await db.delete(pushSubscription).where(eq(pushSubscription.id, subscriptionId)))
    await db.update(pushSubscription).set({ lastStatus: status }).where(eq(pushSubscription.id, subscriptionId))
    const dueAtMs = nowMs() + retryPauseMs(attempts)
    if (outcome !== 'later' || attempts >= PUSH_ATTEMPTS) await db.delete(pushMessage).where(isThis)
    else await db.update(pushMessage).set({ dueAtMs }).where(isThis)
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
    atOnce: AT_ONCE,
    async sendNext(stopping) {
      const message = await takeDue(db, nowMs())
      if (message !== undefined) await sendOne(message, stopping)
      return message !== undefined
    },
    onError: (error) => log.error({ err: error }, 'push messages could not be looked at'),
  })
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent'
  if (GONE.has(status)) return 'gone'
  return LATER.has(status) || status >= 500 ? 'later' : 'refused'
}

async function takeDue(db: Database, nowMs: number): Promise<Message | undefined> {
  const next = db
    .select({ id: pushMessage.id })
    .from(pushMessage)
    .where(lte(pushMessage.dueAtMs, nowMs))
    .orderBy(asc(pushMessage.dueAtMs))
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await db
    .update(pushMessage)
    .set({ attempts: sql`${pushMessage.attempts} + 1`, dueAtMs: nowMs + LEASE_MS })
    .where(and(eq(pushMessage.id, next), lte(pushMessage.dueAtMs, nowMs)))
    .returning()
  return taken
}
