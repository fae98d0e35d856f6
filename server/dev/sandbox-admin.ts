import type { Hono } from 'hono'
import { and, desc, eq, isNull, sql } from '#server/database/database.ts'
import { z } from 'zod'
import { html } from 'hono/html'
import * as schema from '#server/database/sandbox-schema.ts'
import { isThisComputer } from '#server/http/client-of.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { formLimit, readForm } from '#server/http/read-form.ts'
import type { SandboxDeps, ChargeRow, RefundRow, SessionRow, SubscriptionRow } from '../billing/providers/sandbox/sandbox-deps.ts'
import { policy } from '../billing/providers/sandbox/checkout-routes.ts'
import { decideRefund, refund } from '../billing/providers/sandbox/refunds.ts'
import { dateText, money } from '../billing/providers/sandbox/checkout-actions.ts'
import { sandboxPage } from '../billing/providers/sandbox/sandbox-page.ts'

const MAX_FORM_BYTES = 4 * 1024
const MAX_ROWS = 50

const DEEDS = ['refund', 'tell', 'refuse', 'accept', 'hold_refunds', 'give_refund', 'refuse_refund'] as const
const actionSchema = z.object({ id: z.string().regex(/^[\w-]{1,64}$/), deed: z.enum(DEEDS) })
type AdminAction = z.infer<typeof actionSchema>

/** The admin page for refunds and failing renewals, for requests from this computer. Its forms are accepted only from the page itself. */
export function mountSandboxAdmin(app: Hono, deps: SandboxDeps, deliverSoon: () => void): void {
  app.get('/', async (c, next) => {
    if (!isThisComputer(c)) return next()
    c.header('content-security-policy', policy([], []))
    // Under `no-referrer`, a browser would send the page's forms with the origin `null`.
    c.header('referrer-policy', 'same-origin')
    return c.html(adminPage(await readAdminPage(deps)))
  })

  app.post('/', formLimit(MAX_FORM_BYTES), async (c, next) => {
    const origin = c.req.header('origin') ?? ''
    if (!isThisComputer(c) || !URL.canParse(origin) || new URL(origin).host !== c.req.header('host')) return next()
    const form = actionSchema.safeParse(await readForm(c))
    if (form.success) await runAdminAction(deps, form.data)
    deliverSoon()
    return c.redirect('/', 303)
  })
}

async function runAdminAction({ db, nowMs }: SandboxDeps, { id, deed }: AdminAction): Promise<void> {
  if (deed === 'refund') await refund(db, { chargeId: id, cents: undefined, key: makeId() }, nowMs())
  else if (deed === 'hold_refunds') await db.update(schema.sandboxCharge).set({ holdsRefunds: true }).where(eq(schema.sandboxCharge.id, id))
  else if (deed === 'give_refund') await decideRefund(db, id, 'succeeded', nowMs())
  else if (deed === 'refuse_refund') await decideRefund(db, id, 'failed', nowMs())
  else if (deed === 'tell') {
    const [charge] = await db.select().from(schema.sandboxCharge).where(eq(schema.sandboxCharge.id, id))
    if (charge === undefined) return
    await db.update(schema.sandboxEvent).set({ dueAtMs: nowMs(), tries: 0 }).where(eq(schema.sandboxEvent.sessionId, charge.sessionId))
  } else {
    const isCardRefused = deed === 'refuse'
    await db.update(schema.sandboxSubscription).set({ isCardRefused }).where(eq(schema.sandboxSubscription.id, id))
  }
}

async function readAdminPage({ db }: SandboxDeps) {
  const isOfSession = eq(schema.sandboxSession.id, schema.sandboxSubscription.sessionId)
  const subscriptions = db
    .select({ subscription: schema.sandboxSubscription, session: schema.sandboxSession })
    .from(schema.sandboxSubscription)
  const undeliveredCount = sql<number>`(${db
    .select({ count: sql`count(*)::int` })
    .from(schema.sandboxEvent)
    .where(and(eq(schema.sandboxEvent.sessionId, schema.sandboxSession.id), isNull(schema.sandboxEvent.heardAtMs)))})`
  const charges = db.select({ charge: schema.sandboxCharge, session: schema.sandboxSession, undeliveredCount }).from(schema.sandboxCharge)
  const refunds = await db
    .select()
    .from(schema.sandboxRefund)
    .where(eq(schema.sandboxRefund.state, 'processing'))
    .orderBy(desc(schema.sandboxRefund.createdAtMs))
    .limit(MAX_ROWS)
  return {
    refunds,
    subscriptions: await subscriptions
      .innerJoin(schema.sandboxSession, isOfSession)
      .orderBy(desc(schema.sandboxSubscription.createdAtMs))
      .limit(MAX_ROWS),
    charges: await charges
      .innerJoin(schema.sandboxSession, eq(schema.sandboxSession.id, schema.sandboxCharge.sessionId))
      .orderBy(desc(schema.sandboxCharge.createdAtMs))
      .limit(MAX_ROWS),
  }
}

interface AdminView {
  readonly refunds: readonly RefundRow[]
  readonly subscriptions: readonly { readonly subscription: SubscriptionRow; readonly session: SessionRow }[]
  readonly charges: readonly { readonly charge: ChargeRow; readonly session: SessionRow; readonly undeliveredCount: number }[]
}

const CHARGE_WORDS = { payment_failed: 'declined', succeeded: 'paid', closed: 'closed' } as const
const SUBSCRIPTION_WORDS = { trial: 'in free trial', active: 'active', past_due: 'past due', canceled: 'ended' } as const

const emptyItem = (text: string) => html`<li><p>${text}</p></li>`

function adminPage({ subscriptions, charges, refunds }: AdminView) {
  return sandboxPage(
    'Sandbox payments',
    html`<h1>Sandbox payments</h1>
      <h2>Subscriptions</h2>
      <ul class="rows">
        ${subscriptions.length === 0 ? emptyItem('None yet') : subscriptions.map(subscriptionItem)}
      </ul>
      <h2>Payments</h2>
      <ul class="rows">
        ${charges.length === 0 ? emptyItem('None yet') : charges.map(chargeItem)}
      </ul>
      <h2>Pending refunds</h2>
      <ul class="rows">
        ${refunds.length === 0 ? emptyItem('None') : refunds.map((row) => refundItem(row, charges))}
      </ul>`,
    'wide',
  )
}

function subscriptionItem({ subscription, session }: AdminView['subscriptions'][number]) {
  const { id, state, cycle, periodEndMs, dueAtMs, isCardRefused, cancelledAtMs, endedAtMs } = subscription
  const nextLabel = cancelledAtMs === null ? 'next payment' : 'ends'
  const dateLabel = endedAtMs === null ? `${nextLabel} ${dateText(dueAtMs ?? periodEndMs)}` : `ended ${dateText(endedAtMs)}`
  return html`<li>
    <strong>${session.name}</strong>
    <p>${SUBSCRIPTION_WORDS[state]}, cycle ${cycle}, ${dateLabel}${isCardRefused ? ', card declined' : ''}. Order ${session.orderId}</p>
    ${
      dueAtMs === null
        ? ''
        : html`<form method="post">
            <input type="hidden" name="id" value="${id}" />
            ${
              isCardRefused
                ? html`<button name="deed" value="accept">Make renewals succeed</button>`
                : html`<button name="deed" value="refuse">Make renewals fail</button>`
            }
          </form>`
    }
  </li>`
}

function refundItem({ id, chargeId, amountCents, createdAtMs }: RefundRow, charges: AdminView['charges']) {
  const { name = 'A payment', currencyCode = 'USD', orderId = '' } = charges.find(({ charge }) => charge.id === chargeId)?.session ?? {}
  return html`<li>
    <strong>${name}, refund of ${money(amountCents, currencyCode)}</strong>
    <p>Requested on ${dateText(createdAtMs)}. Order ${orderId}</p>
    <form method="post">
      <input type="hidden" name="id" value="${id}" />
      <button name="deed" value="give_refund">Approve refund</button>
      <button name="deed" value="refuse_refund">Decline refund</button>
    </form>
  </li>`
}

function chargeItem({ charge, session, undeliveredCount }: AdminView['charges'][number]) {
  const { id, state, amountCents, refundedCents, createdAtMs, holdsRefunds } = charge
  const refundedLabel = refundedCents > 0 ? `, ${money(refundedCents, session.currencyCode)} refunded` : ''
  const notice =
    undeliveredCount === 0
      ? 'All webhooks delivered.'
      : `${undeliveredCount} webhook${undeliveredCount === 1 ? '' : 's'} not delivered yet.`
  return html`<li>
    <strong>${session.name}, ${money(amountCents, session.currencyCode)}</strong>
    <p>${CHARGE_WORDS[state]}${refundedLabel}, ${dateText(createdAtMs)}. ${notice} Order ${session.orderId}</p>
    <form method="post">
      <input type="hidden" name="id" value="${id}" />
      ${state === 'succeeded' && refundedCents < amountCents ? html`<button name="deed" value="refund">Refund payment</button>` : ''}
      ${state === 'succeeded' && !holdsRefunds ? html`<button name="deed" value="hold_refunds">Hold refunds</button>` : ''}
      <button name="deed" value="tell">Resend webhooks</button>
    </form>
  </li>`
}
