import type { ChargeRow, SessionRow, SubscriptionRow } from './rows.ts'
import { html } from 'hono/html'
import { dateText, money } from './checkout-terms.ts'
import { sandboxPage } from './sandbox-page.ts'

export interface DeskView {
  readonly subscriptions: readonly { readonly subscription: SubscriptionRow; readonly session: SessionRow }[]
  readonly charges: readonly { readonly charge: ChargeRow; readonly session: SessionRow; readonly unheard: number }[]
}

const CHARGE_WORDS = { payment_failed: 'declined', succeeded: 'paid', closed: 'closed' } as const
const SUBSCRIPTION_WORDS = { trial: 'in its free week', active: 'active', past_due: 'past due', canceled: 'ended' } as const

const none = (text: string) => html`<li><p>${text}</p></li>`

/** What was bought here, with what a person may want to try on it. */
export function deskPage({ subscriptions, charges }: DeskView) {
  return sandboxPage(
    'Sandbox payments',
    html`<h1>Sandbox payments</h1>
      <h2>Subscriptions</h2>
      <ul class="rows">
        ${subscriptions.length === 0 ? none('There is none yet.') : subscriptions.map(subscriptionItem)}
      </ul>
      <h2>Payments</h2>
      <ul class="rows">
        ${charges.length === 0 ? none('There is none yet.') : charges.map(chargeItem)}
      </ul>`,
    'wide',
  )
}

function subscriptionItem({ subscription, session }: DeskView['subscriptions'][number]) {
  const { id, state, cycle, periodEndMs, dueAtMs, isCardRefused, cancelledAtMs, endedAtMs } = subscription
  const next = cancelledAtMs === null ? 'next payment' : 'ends'
  const when = endedAtMs === null ? `${next} ${dateText(dueAtMs ?? periodEndMs)}` : `ended ${dateText(endedAtMs)}`
  return html`<li>
    <strong>${session.name}</strong>
    <p>${SUBSCRIPTION_WORDS[state]}, cycle ${cycle}, ${when}${isCardRefused ? ', its card is refused' : ''}. Order ${session.orderId}</p>
    ${
      dueAtMs === null
        ? ''
        : html`<form method="post">
            <input type="hidden" name="id" value="${id}" />
            ${
              isCardRefused
                ? html`<button name="deed" value="accept">Let renewals be paid again</button>`
                : html`<button name="deed" value="refuse">Let the next renewals fail</button>`
            }
          </form>`
    }
  </li>`
}

function chargeItem({ charge, session, unheard }: DeskView['charges'][number]) {
  const { id, state, amountCents, refundedCents, createdAtMs } = charge
  const back = refundedCents > 0 ? `, ${money(refundedCents, session.currencyCode)} given back` : ''
  const told = unheard === 0 ? 'The shop was told.' : `The shop was not told of ${unheard} thing${unheard === 1 ? '' : 's'} yet.`
  return html`<li>
    <strong>${session.name}, ${money(amountCents, session.currencyCode)}</strong>
    <p>${CHARGE_WORDS[state]}${back}, ${dateText(createdAtMs)}. ${told} Order ${session.orderId}</p>
    <form method="post">
      <input type="hidden" name="id" value="${id}" />
      ${state === 'succeeded' && refundedCents < amountCents ? html`<button name="deed" value="refund">Give the money back</button>` : ''}
      <button name="deed" value="tell">Send the messages again</button>
    </form>
  </li>`
}
