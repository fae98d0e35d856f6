import type { CheckoutView } from './take-payment.ts'
import { html } from 'hono/html'
import { checkoutTerms } from './checkout-terms.ts'
import { sandboxPage } from './sandbox-page.ts'

/** The page on which somebody pays. */
export function checkoutPage({ session, state }: CheckoutView, nowMs: number) {
  if (state === 'complete')
    return donePage(session.name, 'This is paid.', 'The shop has it in its books, or will have soon.', session.returnUrl)
  if (state === 'expire')
    return donePage(session.name, 'This checkout is closed.', 'Nothing was charged. Begin again in the shop.', session.cancelUrl)
  const { today, later, payLabel } = checkoutTerms(session, nowMs)
  return sandboxPage(
    `Pay: ${session.name}`,
    html`<div class="card">
      <h1>${session.name}</h1>
      <p class="sum">${today} <small>today</small></p>
      <p class="later">${later}</p>
      ${state === 'declined' ? html`<p class="alert" role="alert">The card was declined, and nothing was charged. You can try again.</p>` : ''}
      <form method="post">
        <button class="main" name="deed" value="pay">${payLabel}</button>
        <fieldset>
          <legend>Or try what can go wrong</legend>
          <button name="deed" value="decline">Card is declined</button>
          <button name="deed" value="late">Pay, and tell the shop an hour late</button>
          <button name="deed" value="never">Pay, and never tell the shop</button>
        </fieldset>
        <button class="back" name="deed" value="cancel">Cancel and go back</button>
      </form>
    </div>`,
  )
}

export function unknownCheckoutPage() {
  return sandboxPage(
    'No such checkout',
    html`<div class="card">
      <h1>There is no such checkout.</h1>
      <p class="later">Its address may be cut off. Begin again in the shop; nothing was charged.</p>
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
      <a class="button main" href="${backUrl}">Back to the shop</a>
    </div>`,
  )
}
