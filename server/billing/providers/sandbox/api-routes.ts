import type { Context, Hono } from 'hono'
import { and, asc, eq, isNotNull } from '#server/database/database.ts'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { sandboxCharge, sandboxRefund, sandboxSession, sandboxSubscription } from '#server/database/sandbox-schema.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { decimalText } from '#shared/domain/currencies.ts'
import { centsOf, callSignature, isFresh, isSameText } from '../subotiz/wire.ts'
import type { ChargeRow, SessionRow, SandboxDeps } from './sandbox-deps.ts'
import { billSubscription, cancelSubscription, payOpenCycle, resumeSubscription } from './bill.ts'
import { changeAtEnd, changeNow, cancelPlanChange, previewChange } from './change-plan.ts'
import { cardPageUrl, isShopUrl } from './card-page.ts'
import { findFirstCharge, runCheckoutAction } from './checkout-actions.ts'
import { refund } from './refunds.ts'
import { replyData, openSession, readJson, replyRefused, replyUnknown } from './open-session.ts'
import { mountSavedCardApi } from './saved-cards.ts'
import { invoiceObject, refundInvoiceObject, refundObject, sessionObject, subscriptionObject, tradeObject } from './wire-objects.ts'

const MAX_BODY_BYTES = 64 * 1024
const PAGE_SIZE = 100

const cancelSchema = z.object({ cancel_type: z.enum(['end_of_period', 'immediate']) })
const cardSchema = z.object({ return_url: z.string().min(1).max(512) })
const refundSchema = z.object({ trade_id: z.string(), amount: z.string(), merchant_refund_id: z.string().max(64).optional() })

/** The sandbox's API for merchants, in Subotiz wire format. `deliverSoon` starts the delivery of new events. */
export function mountSandboxApi(app: Hono, deps: SandboxDeps, deliverSoon: () => void): void {
  app.use('/api/v1/*', bodyLimit({ maxSize: MAX_BODY_BYTES }), async (c, next) => {
    if (await isSigned(c, deps)) return next()
    return c.json({ code: 'unauthorizedError', message: 'The signature is missing or invalid.' }, 401)
  })
  mountSessions(app, deps)
  mountSubscriptions(app, deps, deliverSoon)
  mountSavedCardApi(app, deps, deliverSoon)
  const { db, nowMs } = deps

  app.get('/api/v1/trade/:id', async (c) => {
    const row = await findCharge(deps, c.req.param('id'))
    return row === undefined ? replyUnknown(c) : replyData(c, tradeObject(row.session, row.charge))
  })

  app.get('/api/v1/invoice/:id', async (c) => {
    const row = await findCharge(deps, c.req.param('id'))
    return row === undefined || row.charge.subscriptionId === null ? replyUnknown(c) : replyData(c, invoiceObject(row.session, row.charge))
  })

  app.post('/api/v1/refund', async (c) => {
    const body = refundSchema.safeParse(await readJson(c))
    const row = await findCharge(deps, body.data?.trade_id ?? '')
    const cents = row === undefined ? undefined : centsOf(body.data?.amount ?? '', row.session.currencyCode)
    if (!body.success || row === undefined || cents === undefined) return replyRefused(c, 'A refund needs trade_id and amount.')
    const { trade_id: chargeId, merchant_refund_id: key = makeId() } = body.data
    const refundRow = await refund(db, { chargeId, cents, key }, nowMs())
    if (refundRow === undefined) return replyRefused(c, 'The amount is higher than the remaining amount of the payment.')
    deliverSoon()
    return replyData(c, refundObject(refundRow))
  })

  app.get('/api/v1/refund/:id', async (c) => {
    const [row] = await db
      .select()
      .from(sandboxRefund)
      .where(eq(sandboxRefund.id, c.req.param('id')))
    return row === undefined ? replyUnknown(c) : replyData(c, refundObject(row))
  })
}

function mountSessions(app: Hono, deps: SandboxDeps): void {
  const { db, nowMs, origin } = deps
  const findSession = async (id: string) => (await db.select().from(sandboxSession).where(eq(sandboxSession.id, id)))[0]

  app.post('/api/v1/session', async (c) => {
    const openedSession = await openSession(deps, await readJson(c))
    if (!openedSession.ok) return replyRefused(c, openedSession.error)
    return replyData(c, sessionObject(openedSession.value, await findFirstCharge(db, openedSession.value.id), nowMs(), origin))
  })

  app.get('/api/v1/session/:id', async (c) => {
    const session = await findSession(c.req.param('id'))
    return session === undefined
      ? replyUnknown(c)
      : replyData(c, sessionObject(session, await findFirstCharge(db, session.id), nowMs(), origin))
  })

  app.post('/api/v1/session/:id/expire', async (c) => {
    const view = await runCheckoutAction(db, c.req.param('id'), 'cancel', nowMs())
    if (view === undefined) return replyUnknown(c)
    return replyData(c, sessionObject(view.session, await findFirstCharge(db, view.session.id), nowMs(), origin))
  })
}

function mountSubscriptions(app: Hono, deps: SandboxDeps, deliverSoon: () => void): void {
  const { db, nowMs } = deps

  app.get('/api/v1/subscription/:id', async (c) => {
    await billSubscription(db, c.req.param('id'), nowMs())
    const row = await findSubscription(deps, c.req.param('id'))
    return row === undefined ? replyUnknown(c) : replyData(c, subscriptionObject(row.session, row.subscription))
  })

  app.post('/api/v1/subscription/:id/cancel', async (c) => {
    const body = cancelSchema.safeParse(await readJson(c))
    if (!body.success) return replyRefused(c, 'cancel_type must be end_of_period or immediate.')
    const when = body.data.cancel_type === 'immediate' ? 'now' : 'period_end'
    await billSubscription(db, c.req.param('id'), nowMs())
    if ((await cancelSubscription(db, c.req.param('id'), when, nowMs())) === undefined) return replyUnknown(c)
    deliverSoon()
    const row = await findSubscription(deps, c.req.param('id'))
    return row === undefined ? replyUnknown(c) : replyData(c, subscriptionObject(row.session, row.subscription))
  })

  app.post('/api/v1/subscription/:id/resume', async (c) => {
    await billSubscription(db, c.req.param('id'), nowMs())
    const isResumed = await resumeSubscription(db, c.req.param('id'), nowMs())
    if (isResumed === undefined) return replyUnknown(c)
    deliverSoon()
    return isResumed ? replyData(c, { id: c.req.param('id') }) : replyRefused(c, 'The subscription has ended.')
  })

  app.post('/api/v1/subscription/:id/pay', async (c) => {
    const isPaid = await payOpenCycle(db, c.req.param('id'), nowMs())
    if (isPaid === undefined) return replyUnknown(c)
    deliverSoon()
    return isPaid ? replyData(c, { id: c.req.param('id') }) : replyRefused(c, 'The card was declined.')
  })

  app.post('/api/v1/subscription/:id/card', async (c) => {
    const body = cardSchema.safeParse(await readJson(c))
    const row = await findSubscription(deps, c.req.param('id'))
    if (row === undefined) return replyUnknown(c)
    if (!body.success || !isShopUrl(deps, body.data.return_url)) return replyRefused(c, "return_url must be on the merchant's origin.")
    return replyData(c, { card_url: cardPageUrl(deps, row.subscription.id, body.data.return_url) })
  })

  mountPlanChanges(app, deps, deliverSoon)

  app.get('/api/v1/invoices', async (c) => {
    const id = c.req.query('subscription_id') ?? ''
    const row = await findSubscription(deps, id)
    if (row === undefined) return replyUnknown(c)
    const page = z.coerce.number().int().min(1).catch(1).parse(c.req.query('page'))
    const isOfSubscription = and(eq(sandboxCharge.subscriptionId, id), isNotNull(sandboxCharge.cycle))
    const invoicesQuery = db.select().from(sandboxCharge).where(isOfSubscription).orderBy(asc(sandboxCharge.cycle))
    const charges = await invoicesQuery.limit(PAGE_SIZE + 1).offset((page - 1) * PAGE_SIZE)
    const list = charges.slice(0, PAGE_SIZE).flatMap((charge) => invoicesOf(row.session, charge))
    return replyData(c, { list, has_more: charges.length > PAGE_SIZE })
  })
}

const changeSchema = z.object({
  price_id: z.string().max(64),
  change_type: z.enum(['immediate', 'end_of_period']),
  /** Only requests for an immediate change have these fields. */
  at: z.iso.datetime().optional(),
  request_key: z.string().min(1).max(200).optional(),
  due_amount: z.string().optional(),
  expires_at: z.iso.datetime().optional(),
})

/** Plan changes, which only the sandbox has: Subotiz does not document any. */
function mountPlanChanges(app: Hono, deps: SandboxDeps, deliverSoon: () => void): void {
  const { db, nowMs, prices } = deps
  const timeMs = (time: string | undefined) => (time === undefined ? nowMs() : Date.parse(time))
  /** The price of a plan in the currency of its subscription. */
  const priceOf = async (subscriptionId: string, id: string | undefined) => {
    // The currency of an unknown subscription does not matter, because the next step reports the error.
    const currencyCode = (await findSubscription(deps, subscriptionId))?.session.currencyCode ?? 'USD'
    const price = prices.find((candidate) => candidate.id === id && candidate.currencyCode === currencyCode && candidate.trialMs === 0)
    return price?.plan ? { plan: price.plan, cents: price.cents, currencyCode } : undefined
  }

  app.post('/api/v1/subscription/:id/change/preview', async (c) => {
    const { data } = changeSchema.safeParse(await readJson(c))
    const id = c.req.param('id')
    const price = await priceOf(id, data?.price_id)
    if (data === undefined || price === undefined) return replyRefused(c, 'A change needs the price of a plan.')
    const preview = await previewChange(db, id, price, timeMs(data.at), nowMs())
    if (preview === undefined) return replyUnknown(c)
    if (preview === 'refused') return replyRefused(c, "The plan can't be changed now.")
    const amountText = (cents: number) => decimalText(cents, price.currencyCode)
    return replyData(c, { credit_amount: amountText(preview.creditCents), due_amount: amountText(preview.dueCents) })
  })

  app.post('/api/v1/subscription/:id/change', async (c) => {
    const { data } = changeSchema.safeParse(await readJson(c))
    const id = c.req.param('id')
    const price = await priceOf(id, data?.price_id)
    if (data === undefined || price === undefined) return replyRefused(c, 'A change needs the price of a plan.')
    const { at: time, request_key: key = makeId(), due_amount: dueAmount = '', expires_at: expiresAt = '9999-12-31T00:00:00Z' } = data
    const order = { atMs: timeMs(time), key, dueCents: centsOf(dueAmount, price.currencyCode), expiresAtMs: timeMs(expiresAt) }
    const outcome =
      data.change_type === 'immediate' ? await changeNow(db, id, price, order, nowMs()) : await changeAtEnd(db, id, price, nowMs())
    if (outcome === undefined) return replyUnknown(c)
    deliverSoon()
    return outcome === 'done' ? replyData(c, { id }) : replyRefused(c, "The plan can't be changed now, or the card was declined.")
  })

  app.post('/api/v1/subscription/:id/change/revoke', async (c) => {
    const id = c.req.param('id')
    if ((await cancelPlanChange(db, id, nowMs())) === undefined) return replyUnknown(c)
    deliverSoon()
    return replyData(c, { id })
  })
}

function invoicesOf(session: SessionRow, charge: ChargeRow): object[] {
  const invoice = invoiceObject(session, charge)
  return charge.refundedCents > 0 ? [invoice, refundInvoiceObject(session, charge)] : [invoice]
}

async function findCharge({ db }: SandboxDeps, id: string) {
  const rows = db.select({ charge: sandboxCharge, session: sandboxSession }).from(sandboxCharge)
  const [row] = await rows.innerJoin(sandboxSession, eq(sandboxSession.id, sandboxCharge.sessionId)).where(eq(sandboxCharge.id, id))
  return row
}

async function findSubscription({ db }: SandboxDeps, id: string) {
  const rows = db.select({ subscription: sandboxSubscription, session: sandboxSession }).from(sandboxSubscription)
  const joined = rows.innerJoin(sandboxSession, eq(sandboxSession.id, sandboxSubscription.sessionId))
  const [row] = await joined.where(eq(sandboxSubscription.id, id))
  return row
}

async function isSigned(c: Context, { accessNo, secret, nowMs }: SandboxDeps): Promise<boolean> {
  const timestamp = c.req.header('hub-timestamp') ?? ''
  const { pathname, search } = new URL(c.req.url)
  const expectedSignature = callSignature(secret, c.req.method, pathname + search, timestamp, await c.req.text())
  const isOurMerchant = isSameText(c.req.header('hub-access-no') ?? '', accessNo)
  return isSameText(c.req.header('hub-signature') ?? '', expectedSignature) && isOurMerchant && isFresh(timestamp, nowMs())
}
