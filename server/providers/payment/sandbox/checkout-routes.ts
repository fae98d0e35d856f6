import type { Context, Hono } from 'hono'
import type { SandboxDeps } from './sandbox-deps.ts'
import type { CheckoutView } from './take-payment.ts'
import { z } from 'zod'
import { formLimit, readForm } from '#server/routes/read-form.ts'
import { checkoutPage, unknownCheckoutPage } from './checkout-page.ts'
import { CHECKOUT_DEEDS, doAtCheckout, viewCheckout } from './take-payment.ts'

const MAX_FORM_BYTES = 4 * 1024
const PATH = '/checkout/:id'

const deedSchema = z.object({ deed: z.enum(CHECKOUT_DEEDS) })

/** The checkout: plain forms, no script, no cookie. Whatever is pressed twice, or after a step back, finds what was done already. */
export function mountCheckout(app: Hono, deps: SandboxDeps, soon: () => void): void {
  const { db, nowMs } = deps

  app.get(PATH, async (c) => show(c, await viewCheckout(db, c.req.param('id'), nowMs()), deps))

  app.post(PATH, formLimit(MAX_FORM_BYTES), async (c) => {
    const form = deedSchema.safeParse(await readForm(c))
    if (!form.success) return c.redirect(c.req.path, 303)
    const view = await doAtCheckout(db, c.req.param('id'), form.data.deed, nowMs())
    if (view === undefined) return show(c, view, deps)
    soon()
    allowFraming(c, view, deps)
    return c.redirect(afterDeed(view, c.req.path), 303)
  })
}

function afterDeed({ session, state }: CheckoutView, own: string): string {
  if (state === 'complete' && session.goesBack) return session.returnUrl
  return state === 'expire' ? session.cancelUrl : own
}

function show(c: Context, view: CheckoutView | undefined, deps: SandboxDeps) {
  allowFraming(c, view, deps)
  return view === undefined ? c.html(unknownCheckoutPage(), 404) : c.html(checkoutPage(view, deps.nowMs()))
}

/** A form's redirect counts as its target, so the shop's own addresses are named. */
function allowFraming(c: Context, view: CheckoutView | undefined, { appOrigins }: SandboxDeps): void {
  const targets = view === undefined ? [] : [view.session.returnUrl, view.session.cancelUrl].map((url) => new URL(url).origin)
  c.header('content-security-policy', policy([...new Set(targets)], appOrigins))
}

export function policy(targets: readonly string[], framedBy: readonly string[]): string {
  // The policy's grammar knows no IPv6 address.
  const named = framedBy.filter((origin) => !origin.includes('['))
  const ancestors = named.length === 0 ? "'none'" : named.join(' ')
  const form = ["'self'", ...targets].join(' ')
  return `default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action ${form}; frame-ancestors ${ancestors}`
}
