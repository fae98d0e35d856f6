import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { account } from '#server/database/account-schema.ts'
import { paymentEvent } from '#server/database/payment-schema.ts'
import { contactMessage } from '#server/database/schema.ts'
import { MAX_TRIES } from '#server/billing/receive-event.ts'
import type { SharedServer } from '../../fixtures/server/shared-server.ts'
import { addOwner, addPack, addPlan, addTask } from '../../server/money/books.ts'
import { logInAs } from './log-in-as.ts'

export const OPERATOR_EMAIL = 'operator@example.org'

interface PersonWords {
  readonly email: string
  readonly lastName: string
  readonly message: string
  readonly subjects: readonly [string, string]
}

/**
 * Adds an account with a pack, a plan, three tasks and two messages, and a failed payment event without an order. From then on videos wait
 * for their release.
 */
export async function addPerson(server: SharedServer, { email, lastName, message, subjects }: PersonWords): Promise<string> {
  const { db } = server.database
  const nowMs = () => server.nowMs()
  server.holdVideos()
  const id = await addOwner(db)
  await db.insert(account).values({ id, email, firstName: 'Ann', lastName, createdAtMs: nowMs() })
  await addPack(db, id, nowMs(), { points: 200 })
  await addPlan(db, id, nowMs())
  for (const status of ['PENDING', 'SUCCESS', 'FAILED'] as const) await addTask(db, id, status)
  const messageFields = { ownerId: id, email, message, createdAtMs: nowMs() }
  await db.insert(contactMessage).values([
    { ...messageFields, id: randomUUID(), subject: subjects[0], isPriority: true },
    { ...messageFields, id: randomUUID(), subject: subjects[1], createdAtMs: nowMs() - 1000 },
  ])
  const event = { provider: 'sandbox', type: 'trade.succeeded', orderId: 'no-such-order', receivedAtMs: nowMs() }
  await db.insert(paymentEvent).values({ ...event, id: 'event-that-failed', tries: MAX_TRIES, doneAtMs: nowMs() })
  return id
}

/** Logs in an operator with access to the console. */
export async function beOperator(page: Page, server: SharedServer): Promise<void> {
  await logInAs(page.context(), server, OPERATOR_EMAIL)
  server.config.operatorAccounts = [OPERATOR_EMAIL]
  await server.proveSecondFactors()
}
