import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { html } from 'hono/html'
import { formLimit, readForm } from '#server/http/read-form.ts'
import type { SandboxDeps } from './sandbox-deps.ts'
import { type CheckoutView, CHECKOUT_ACTIONS, runCheckoutAction, viewCheckout, checkoutTerms } from './checkout-actions.ts'
import { sandboxPage } from './sandbox-page.ts'

const MAX_FORM_BYTES = 4 * 1024
const CHECKOUT_PATH = '/checkout/:id'

const actionSchema = z.object({ deed: z.enum(CHECKOUT_ACTIONS) })

/** The checkout: plain forms without scripts and cookies. A double press, or a press after going back, shows the first result. */
export function mountCheckout(app: Hono, deps: SandboxDeps, deliverSoon: () => void): void {
  const { db, nowMs } = deps

  app.get(CHECKOUT_PATH, async (c) => showCheckout(c, await viewCheckout(db, c.req.param('id'), nowMs()), deps))

  app.post(CHECKOUT_PATH, formLimit(MAX_FORM_BYTES), async (c) => {
    const formTargets = actionSchema.safeParse(await readForm(c))
    if (!formTargets.success) return c.redirect(c.req.path, 303)
    const view = await runCheckoutAction(db, c.req.param('id'), formTargets.data.deed, nowMs())
    if (view === undefined) return showCheckout(c, view, deps)
    deliverSoon()
    allowFraming(c, view, deps)
    return c.redirect(addressAfterAction(view, c.req.path), 303)
  })
}

function addressAfterAction({ session, state }: CheckoutView, checkoutPath: string): string {
  if (state === 'complete' && session.goesBack) return session.returnUrl
  return state === 'expire' ? session.cancelUrl : checkoutPath
}

function showCheckout(c: Context, view: CheckoutView | undefined, deps: SandboxDeps) {
  allowFraming(c, view, deps)
  return view === undefined ? c.html(unknownCheckoutPage(), 404) : c.html(checkoutPage(view, deps.nowMs()))
}

/**
 * Sets a policy that allows the shop to frame the checkout. Browsers apply form-action to redirects too, so it lists the return origins.
 */
function allowFraming(c: Context, view: CheckoutView | undefined, { appOrigins }: SandboxDeps): void {
  const targets = view === undefined ? [] : [view.session.returnUrl, view.session.cancelUrl].map((url) => new URL(url).origin)
  c.header('content-security-policy', policy([...new Set(targets)], appOrigins))
}

export function policy(targets: readonly string[], frameOrigins: readonly string[]): string {
  // The syntax of a policy allows no IPv6 addresses, so they are left out.
  const namedOrigins = frameOrigins.filter((origin) => !origin.includes('['))
  const ancestors = namedOrigins.length === 0 ? "'none'" : namedOrigins.join(' ')
  const formTargets = ["'self'", ...targets].join(' ')
  return `default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action ${formTargets}; frame-ancestors ${ancestors}`
}

function checkoutPage({ session, state }: CheckoutView, nowMs: number) {
  if (state === 'complete')
    return donePage(session.name, 'Payment complete', 'The shop will confirm your purchase in a moment.', session.returnUrl)
  if (state === 'expire')
    return donePage(session.name, 'Checkout closed', "You weren't charged. Start again in the shop.", session.cancelUrl)
  const { todayAmount, discount, laterPayments, payLabel } = checkoutTerms(session, nowMs)
  return sandboxPage(
    `Pay: ${session.name}`,
    html`<div class="card">
      <h1>${session.name}</h1>
      <p class="sum">${todayAmount} <small>today</small></p>
      ${discount === '' ? '' : html`<p class="later">${discount}</p>`}
      <p class="later">${laterPayments}</p>
      ${state === 'declined' ? html`<p class="alert" role="alert">The card was declined, and you weren't charged. You can try again.</p>` : ''}
      <form method="post">
        <button class="main" name="deed" value="pay">${payLabel}</button>
        <fieldset>
          <legend>Or test a problem</legend>
          <button name="deed" value="decline">Decline the card</button>
          <button name="deed" value="late">Pay, webhook arrives one hour late</button>
          <button name="deed" value="never">Pay, webhook never arrives</button>
        </fieldset>
        <button class="back" name="deed" value="cancel">Cancel and go back</button>
      </form>
    </div>`,
  )
}

export function unknownCheckoutPage() {
  return sandboxPage(
    'Checkout not found',
    html`<div class="card">
      <h1>Checkout not found</h1>
      <p class="later">The link may be incomplete. You weren't charged. Start again in the shop.</p>
    </div>`,
  )
}

function donePage(name: string, title: string, text: string, backUrl: string) {
  return sandboxPage(
    title,
    html`<div class="card">
      <h1>${name}</h1>
      <p class="title">${title}</p>
      <p class="later">${text}</p>
      <a class="button main" href="${backUrl}">Back to shop</a>
    </div>`,
  )
}
