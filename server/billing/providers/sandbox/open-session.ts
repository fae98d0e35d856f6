import type { Context } from 'hono'
import { eq } from '#server/database/database.ts'
import { z } from 'zod'
import { sandboxSession } from '#server/database/sandbox-schema.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { centsOf } from '../subotiz/wire.ts'
import { isShopUrl } from './card-page.ts'
import type { SandboxDeps, SessionRow } from './sandbox-deps.ts'

export const replyData = (c: Context, data: object) => c.json({ code: 0, message: 'success', data })
export const replyUnknown = (c: Context) => c.json({ code: 'notFound', message: 'Not found.', data: null }, 404)
export const replyRefused = (c: Context, message: string) => c.json({ code: 'invalidRequest', message, data: null }, 400)
export const readJson = (c: Context): Promise<unknown> => c.req.json<unknown>().catch(() => undefined)

/** How long a checkout stays open, in ms. */
export const CHECKOUT_LIFETIME_MS = 24 * 60 * 60 * 1000

const nonEmptyText = z.string().min(1).max(512)

const bodySchema = z.object({
  order_id: z.string().min(1).max(64),
  line_items: z.tuple([z.object({ price_id: nonEmptyText, quantity: z.literal('1') })]),
  mode: z.enum(['checkout', 'payment']).default('checkout'),
  total_amount: nonEmptyText.optional(),
  /** The discount on the amount charged now. `total_amount` is the amount before the discount. */
  discount_amount: nonEmptyText.default('0'),
  discount_name: z.string().max(64).default(''),
  currency: z.string().max(3).default('USD'),
  return_url: nonEmptyText,
  cancel_url: nonEmptyText,
  integration_method: z.enum(['hosted', 'embedded']).default('hosted'),
  redirect_on_completion: z.enum(['always', 'if_required']).default('always'),
})
type Body = z.infer<typeof bodySchema>

/** Opens a checkout, or returns the existing checkout of this order. On failure, an error sentence. */
export async function openSession(deps: SandboxDeps, raw: unknown): Promise<Result<SessionRow, string>> {
  const body = bodySchema.safeParse(raw)
  if (!body.success) return fail(body.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  const { return_url: returnUrl, cancel_url: cancelUrl, order_id: orderId } = body.data
  if (![returnUrl, cancelUrl].every((url) => isShopUrl(deps, url)))
    return fail("return_url and cancel_url must be on the merchant's origin.")
  const terms = termsOf(deps, body.data)
  const discountCents = centsOf(body.data.discount_amount, body.data.currency)
  if (terms === undefined || discountCents === undefined || discountCents > terms.amountCents) return fail('The price does not exist.')
  const nowMs = deps.nowMs()
  const session = {
    id: makeId(),
    orderId,
    ...terms,
    amountCents: terms.amountCents - discountCents,
    discountCents,
    discountName: body.data.discount_name,
    currencyCode: body.data.currency,
    returnUrl,
    cancelUrl,
    isEmbedded: body.data.integration_method === 'embedded',
    goesBack: body.data.redirect_on_completion === 'always',
    createdAtMs: nowMs,
    expiresAtMs: nowMs + CHECKOUT_LIFETIME_MS,
  }
  await deps.db.insert(sandboxSession).values(session).onConflictDoNothing({ target: sandboxSession.orderId })
  const [storedSession] = await deps.db.select().from(sandboxSession).where(eq(sandboxSession.orderId, orderId))
  if (storedSession === undefined) throw new Error('the session was not stored')
  return ok(storedSession)
}

/** The product: a plan with its price, or a one-time purchase with the merchant's price. */
function termsOf({ prices }: SandboxDeps, { mode, line_items: [item], total_amount: total, currency }: Body) {
  const price = prices.find(({ id, currencyCode }) => id === item.price_id && currencyCode === currency)
  if (price === undefined) return undefined
  const { name, plan, trialMs, cents } = price
  if (mode === 'checkout') return { name, plan, trialMs, planCents: plan === null ? 0 : cents, amountCents: trialMs > 0 ? 0 : cents }
  const amountCents = centsOf(total ?? '', currency)
  if (plan !== null || amountCents === undefined || amountCents > MOST_CENTS) return undefined
  return { name, plan, trialMs: 0, planCents: 0, amountCents }
}

const MOST_CENTS = 100_000_00
