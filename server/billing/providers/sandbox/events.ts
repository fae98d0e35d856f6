import { type Transaction, and, asc, eq, lte } from '#server/database/database.ts'
import { sandboxEvent } from '#server/database/sandbox-schema.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { eventSignature } from '../subotiz/wire.ts'
import type { SandboxDeps } from './sandbox-deps.ts'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 4 * 60 * 60 * 1000
/** The maximum number of tries to deliver an event. The pauses double up to a limit, so the tries cover more than three days. */
const MOST_TRIES = 30
const ANSWER_TIMEOUT_MS = 10_000
const BATCH_SIZE = 50

/** The pause after this number of tries, in ms; null after the last try. */
function pauseAfter(tries: number): number | null {
  return tries >= MOST_TRIES ? null : Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)
}

type DeliveryDeps = Pick<SandboxDeps, 'db' | 'nowMs' | 'fetch' | 'accessNo' | 'secret' | 'webhookUrl'>

/** Delivers due events. Each event is rescheduled before it is sent, so a crash loses nothing and concurrent processes deliver it once. */
export async function deliverEvents(deps: DeliveryDeps): Promise<void> {
  const nowMs = deps.nowMs()
  const dueEvents = await deps.db
    .select()
    .from(sandboxEvent)
    .where(lte(sandboxEvent.dueAtMs, nowMs))
    .orderBy(asc(sandboxEvent.dueAtMs))
    .limit(BATCH_SIZE)
  for (const { id, body, dueAtMs, tries } of dueEvents) {
    if (dueAtMs === null) continue
    const pauseMs = pauseAfter(tries + 1)
    const claimedRows = await deps.db
      .update(sandboxEvent)
      .set({ tries: tries + 1, dueAtMs: pauseMs === null ? null : nowMs + pauseMs })
      .where(and(eq(sandboxEvent.id, id), eq(sandboxEvent.dueAtMs, dueAtMs)))
      .returning({ id: sandboxEvent.id })
    if (claimedRows.length === 0 || !(await sendEvent(deps, body))) continue
    await deps.db.update(sandboxEvent).set({ dueAtMs: null, heardAtMs: deps.nowMs() }).where(eq(sandboxEvent.id, id))
  }
}

async function sendEvent({ fetch, webhookUrl, nowMs, accessNo, secret }: DeliveryDeps, body: string): Promise<boolean> {
  const timestamp = String(nowMs())
  const headers = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-access-no': accessNo,
    'x-signature': eventSignature(secret, timestamp, Buffer.from(body)),
  }
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  return fetch(webhookUrl, { method: 'POST', headers, body, redirect: 'error', signal }).then(
    async (response) => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )
}

export interface SandboxEvent {
  readonly sessionId: string
  readonly type: string
  readonly data: object
  /** When the event happened. */
  readonly atMs: number
  /** The time of the first delivery; null: it is never delivered. */
  readonly dueAtMs: number | null
}

/** Queues an event for the merchant, in the transaction that makes the reported change. */
export async function writeEvent(tx: Transaction, { sessionId, type, data, atMs, dueAtMs }: SandboxEvent): Promise<void> {
  const id = makeId()
  const body = JSON.stringify({ id, type, created: new Date(atMs).toISOString(), data })
  await tx.insert(sandboxEvent).values({ id, sessionId, type, body, createdAtMs: atMs, dueAtMs })
}
