import { and, asc, count, eq, gte, inTransaction, isNull, or } from '#server/database/database.ts'
import { mail, paymentEvent, engineHealth } from '#server/database/schema.ts'
import { type Context, type ServiceFailure, ok, refuse } from '#server/verbs/verb.ts'
import { MAX_TRIES, processEvent } from '#server/billing/receive-event.ts'
import type { getHealth, Health, replayWebhook } from '#shared/api/operator-health.ts'
import { OPERATOR_PAGE_ROWS } from '#shared/domain/operator-rules.ts'
import { type OperatorVerb, recordAct } from './operator-verb.ts'

type Labels = Readonly<Record<string, string | number | undefined>>
type Measures = Awaited<ReturnType<typeof readMeasures>>

/** The server's metrics, the states of the engines, the number of waiting mails, and the open webhooks, without user data. */
export const readHealth: OperatorVerb<typeof getHealth> = async ({ ctx }) => {
  const measures = await readMeasures(ctx)
  const { name, reason, awaySinceMs: awaySince } = engineHealth
  const [mailCount] = await ctx.db.select({ waiting: count() }).from(mail)
  return ok({
    tasks: {
      waiting: measures.sum('kinora_tasks', { status: 'PENDING' }),
      running: measures.sum('kinora_tasks', { status: 'PROCESSING' }),
      longestWaitS: measures.sum('kinora_task_wait_seconds'),
    },
    queues: queuesOf(measures),
    engines: await ctx.db.select({ name, reason, awaySince }).from(engineHealth).orderBy(asc(name)),
    mail: {
      sent: measures.sum('kinora_mail_sends_total', { outcome: 'sent' }),
      later: measures.sum('kinora_mail_sends_total', { outcome: 'later' }),
      givenUp: measures.sum('kinora_mail_sends_total', { outcome: 'given_up' }),
      waiting: mailCount?.waiting ?? 0,
    },
    requests: {
      answered: measures.sum('kinora_http_requests_total'),
      failed: measures.sum('kinora_http_requests_total', { status: '5xx' }),
    },
    pageErrors: measures.sum('kinora_client_errors_total'),
    bookDifferences: measures.sum('kinora_ledger_differences'),
    freeBytes: await ctx.freeBytes().catch(() => null),
    webhooks: await readOpenWebhooks(ctx),
  })
}

async function readMeasures({ metrics }: Pick<Context, 'metrics'>) {
  const measures = await metrics.registry.getMetricsAsJSON()
  const valuesOf = (name: string) =>
    (measures.find((measure) => measure.name === name)?.values ?? []) as readonly { readonly labels: Labels; readonly value: number }[]
  return {
    valuesOf,
    /** The sum of a metric's values with these labels. */
    sum: (name: string, labels: Labels = {}) =>
      valuesOf(name)
        .filter((value) => Object.entries(labels).every(([label, labelValue]) => value.labels[label] === labelValue))
        .reduce((sum, { value }) => sum + value, 0),
  }
}

function queuesOf({ valuesOf }: Measures): Health['queues'] {
  const jobs = new Map<string, number>()
  for (const { labels, value } of valuesOf('kinora_jobs')) {
    const name = String(labels['queue'])
    jobs.set(name, (jobs.get(name) ?? 0) + value)
  }
  return [...jobs].map(([name, sum]) => ({ name, jobs: sum })).toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Webhooks that are unprocessed or given up; oldest first. */
async function readOpenWebhooks({ db }: Context): Promise<Health['webhooks']> {
  const rows = await db
    .select()
    .from(paymentEvent)
    .where(or(isNull(paymentEvent.doneAtMs), gte(paymentEvent.tries, MAX_TRIES)))
    .orderBy(asc(paymentEvent.receivedAtMs), asc(paymentEvent.id))
    .limit(OPERATOR_PAGE_ROWS)
  return rows.map(({ provider, id, type, orderId, tries, receivedAtMs, doneAtMs }) => ({
    provider,
    id,
    type,
    orderId,
    state: doneAtMs === null ? 'waiting' : 'given_up',
    tries,
    receivedAt: receivedAtMs,
  }))
}

/**
 * Processes a webhook again, with as many tries as a new one. A webhook only names an order to read from the provider, so a second run
 * records nothing twice.
 */
export const replayPaymentEvent: OperatorVerb<typeof replayWebhook> = async ({ ctx, input: { provider, id }, operator }) => {
  const reopenedEvent = await inTransaction<typeof paymentEvent.$inferSelect, ServiceFailure>(ctx.db, async (tx) => {
    const [event] = await tx
      .update(paymentEvent)
      .set({ doneAtMs: null, tries: 0 })
      .where(and(eq(paymentEvent.provider, provider), eq(paymentEvent.id, id)))
      .returning()
    if (event === undefined || provider !== ctx.payment.id) return refuse('H4001')
    await recordAct(tx, ctx, operator, { act: 'replay_webhook', subject: 'webhook', subjectId: id, detail: { provider } })
    return ok(event)
  })
  if (!reopenedEvent.ok) return reopenedEvent
  const { orderId, subjectRef } = reopenedEvent.value
  await processEvent(ctx, { eventId: id, payOrderId: orderId, subscriptionRef: subjectRef })
  return ok({})
}
