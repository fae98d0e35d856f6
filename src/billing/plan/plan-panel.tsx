import { useState } from 'react'
import type { Subscription } from '#shared/api/subscription.ts'
import { useText, formatNumber } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { storeReservedHeight, reservedHeight } from '#src/browser/reserved-height.ts'
import { Button } from '#src/design/button.tsx'
import { FailedNote } from '#src/design/state-note.tsx'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { Chip } from '#src/design/chip.tsx'
import { Icon } from '#src/design/icon.tsx'
import { CancelDialog, useCancellation } from '../cancel-dialog.tsx'
import { ListLoading } from '../list-notes.tsx'
import { openHistory, openSubscriptions } from '../billing-dialogs.ts'
import { rereadSubscription, useSubscription } from '../subscription.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import styles from './plan-panel.module.css'
import { PlanActions } from './plan-actions.tsx'
import { PlanChanges } from './plan-changes.tsx'
import { type PlanFacts, planFacts } from './plan-facts.ts'
import { useCatalogue } from '../catalogue.ts'
import { startPurchase } from '../checkout/start-purchase.ts'
import { yearlyOffer } from './yearly-offer.ts'

/** The plan of the account: its name, its price and how it can be changed. */
export function PlanPanel() {
  const text = useText()
  const { status, subscription } = useSubscription()
  return (
    <div className={styles['panel']}>
      {status === 'unknown' && <PlanPlaceholder />}
      {status === 'failed' && (
        <FailedNote
          title={text('billing.plan.failed')}
          hint={text('billing.plan.failedHint')}
          retryLabel={text('billing.retry')}
          onRetry={rereadSubscription}
        />
      )}
      {status !== 'unknown' && status !== 'failed' && (
        <div ref={storeHeight} className={styles['panel']}>
          {status === 'none' && <BasicPlan />}
          {status === 'there' && subscription !== null && <RunningPlan subscription={subscription} />}
        </div>
      )}
      <div className={styles['actions']}>
        <Button variant="plain" aria-haspopup="dialog" onClick={() => openHistory('SUBSCRIPTION')}>
          {text('billing.plan.subscriptionHistory')}
        </Button>
        <Button variant="plain" aria-haspopup="dialog" onClick={() => openHistory('PURCHASE')}>
          {text('billing.plan.creditHistory')}
        </Button>
      </div>
    </div>
  )
}

const storeHeight = (plan: HTMLElement | null) => storeReservedHeight('plan', plan)

/** A placeholder with the last height of the plan, else a typical height. */
function PlanPlaceholder() {
  const { account } = useSnapshot(hubState)
  const [reservedPx] = useState(() => reservedHeight('plan'))
  return (
    <div
      className={styles['room']}
      data-active={account?.membershipStatus === 'ACTIVE' || undefined}
      style={reservedPx === 0 ? {} : { minBlockSize: reservedPx }}
    >
      <ListLoading />
    </div>
  )
}

function BasicPlan() {
  const text = useText()
  return (
    <section className={styles['card']} aria-label={text('billing.plan.name.basic')}>
      <p className={styles['name']}>{text('billing.plan.name.basic')}</p>
      <p className={styles['soft']}>{text('billing.plan.basicHint')}</p>
      <Button variant="primary" aria-haspopup="dialog" onClick={openSubscriptions}>
        {text('billing.plan.see')}
      </Button>
    </section>
  )
}

function RunningPlan({ subscription }: { readonly subscription: Subscription }) {
  const text = useText()
  const [isCancelling, setCancelling] = useState(false)
  const cancellation = useCancellation()
  const facts = planFacts(subscription)
  return (
    <>
      <PlanCard subscription={subscription} facts={facts}>
        <PlanActions subscription={subscription} facts={facts} />
        {facts.endsMs !== null && (
          <Button variant={facts.actions.length === 0 ? 'primary' : 'quiet'} aria-haspopup="dialog" onClick={openSubscriptions}>
            {text('billing.plan.again')}
          </Button>
        )}
        {facts.canCancel && (
          <Button aria-haspopup="dialog" onClick={() => setCancelling(true)}>
            {text('billing.cancel.open')}
          </Button>
        )}
      </PlanCard>
      {facts.yearlyPurchaseKey !== null && <YearlyOfferCard currentPlanKey={facts.yearlyPurchaseKey} />}
      <PlanChanges subscription={subscription} />
      {isCancelling && <CancelDialog orderId={subscription.orderId} cancellation={cancellation} onClose={() => setCancelling(false)} />}
    </>
  )
}

interface PlanCardProps {
  readonly subscription: Subscription
  readonly facts: PlanFacts
  readonly children: React.ReactNode
}

const TONES = { trial: 'accent', active: 'accent', pastDue: 'bad', cancelled: 'plain' } as const

function PlanCard({ subscription, facts, children }: PlanCardProps) {
  const text = useText()
  const { plan, priceCents, currencyCode, pointsPerCycle, hasPackDiscount } = subscription
  const price = formatMoney(priceCents, currencyCode)
  const nextPrice = formatMoney(subscription.nextChange?.priceCents ?? priceCents, currencyCode)
  return (
    <section className={styles['card']} aria-label={text(facts.nameKey)}>
      <p className={styles['name']}>
        {text(facts.nameKey)}
        <Chip tone={TONES[facts.status]}>{text(`billing.plan.status.${facts.status}`)}</Chip>
      </p>
      {facts.graceEndsMs !== null && (
        <p className={styles['problem']} role="alert">
          <Icon name="alert" size="s" />
          {text('billing.plan.pastDue', { price, day: formatDate(facts.graceEndsMs) })}
        </p>
      )}
      {facts.resumingUntilMs !== null && (
        <p className={styles['soft']}>{text('billing.plan.resuming', { day: formatDate(facts.resumingUntilMs) })}</p>
      )}
      <dl className={styles['facts']}>
        <div>
          <dt>{text('billing.plan.price')}</dt>
          <dd>{text(`billing.plan.per.${plan}`, { price })}</dd>
        </div>
        <div>
          <dt>{text(facts.endsMs === null ? 'billing.plan.next' : 'billing.plan.ends')}</dt>
          <dd>{nextChargeText(facts, text, nextPrice)}</dd>
        </div>
        <div>
          <dt>{text('billing.plan.points')}</dt>
          <dd>{text(`billing.plan.gives.${pointsKey(facts, plan)}`, { points: formatNumber(pointsPerCycle) })}</dd>
        </div>
        <div>
          <dt>{text('billing.plan.packs')}</dt>
          <dd>{text(hasPackDiscount ? 'billing.plan.half' : 'billing.plan.full')}</dd>
        </div>
      </dl>
      <div className={styles['actions']}>{children}</div>
    </section>
  )
}

function nextChargeText({ nextChargeMs, endsMs }: PlanFacts, text: ReturnType<typeof useText>, price: string): string {
  if (endsMs !== null) return text('billing.plan.endsOn', { day: formatDate(endsMs) })
  return nextChargeMs === null ? text('billing.plan.tried') : text('billing.plan.chargeOn', { price, day: formatDate(nextChargeMs) })
}

function pointsKey({ status }: PlanFacts, plan: Plan): string {
  return status === 'trial' || status === 'cancelled' ? status : plan
}

/** The offer to buy the yearly plan. `currentPlanKey` is the text key that says what happens to the current plan. */
function YearlyOfferCard({ currentPlanKey }: { readonly currentPlanKey: string }) {
  const text = useText()
  const { sku, priceCents, currencyCode, introKey, buttonKey } = yearlyOffer(useCatalogue())
  const [isBusy, setBusy] = useState(false)
  const price = formatMoney(priceCents, currencyCode)
  const buy = async () => {
    if (sku === null) return
    setBusy(true)
    const { skuId, skuType, skuName } = sku
    await startPurchase({ skuId, skuType, skuName, currencyCode, source: 'settings' })
    setBusy(false)
  }
  return (
    <section className={styles['offer']} aria-label={text('billing.plan.yearlyTitle')}>
      <p className={styles['offerTitle']}>{text('billing.plan.yearlyTitle')}</p>
      <p className={styles['soft']}>
        {text(introKey, { price })} {text(currentPlanKey)}
      </p>
      <Button variant="primary" isBusy={isBusy} disabled={sku === null} aria-haspopup="dialog" onClick={() => void buy()}>
        {text(buttonKey, { price })}
      </Button>
    </section>
  )
}
