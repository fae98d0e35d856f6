import type { ReactElement, ReactNode } from 'react'
import type { Subscription } from '#shared/api/subscription.ts'
import type { Plan } from '#shared/domain/membership-terms.ts'
import type { PlanFacts } from './plan-facts.ts'
import { formatMoney } from '../format-money.ts'
import { formatDate } from '#src/platform/format.ts'
import { formatNumber } from '#src/platform/format-number.ts'
import { useText } from '#src/platform/i18n.ts'
import { Chip } from '#src/design/chip.tsx'
import { Icon } from '#src/design/icon.tsx'
import styles from './plan-panel.module.css'

interface PlanCardProps {
  readonly subscription: Subscription
  readonly facts: PlanFacts
  readonly children: ReactNode
}

const TONES = { trial: 'accent', active: 'accent', pastDue: 'bad', cancelled: 'plain' } as const

export function PlanCard({ subscription, facts, children }: PlanCardProps): ReactElement {
  const text = useText()
  const { plan, priceCents, currencyCode, pointsPerCycle, hasPackDiscount } = subscription
  const price = formatMoney(priceCents, currencyCode)
  return (
    <section className={styles['card']} aria-label={text(facts.name)}>
      <p className={styles['name']}>
        {text(facts.name)}
        <Chip tone={TONES[facts.status]}>{text(`billing.plan.status.${facts.status}`)}</Chip>
      </p>
      {facts.graceEndsMs !== null && (
        <p className={styles['problem']} role="alert">
          <Icon name="alert" size="s" />
          {text('billing.plan.pastDue', { price, day: formatDate(facts.graceEndsMs) })}
        </p>
      )}
      <dl className={styles['facts']}>
        <div>
          <dt>{text('billing.plan.price')}</dt>
          <dd>{text(`billing.plan.per.${plan}`, { price })}</dd>
        </div>
        <div>
          <dt>{text(facts.endsMs === null ? 'billing.plan.next' : 'billing.plan.ends')}</dt>
          <dd>{nextWords(facts, text, price)}</dd>
        </div>
        <div>
          <dt>{text('billing.plan.points')}</dt>
          <dd>{text(`billing.plan.gives.${givesKey(facts, plan)}`, { points: formatNumber(pointsPerCycle) })}</dd>
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

function nextWords({ nextChargeMs, endsMs }: PlanFacts, text: ReturnType<typeof useText>, price: string): string {
  if (endsMs !== null) return text('billing.plan.endsOn', { day: formatDate(endsMs) })
  return nextChargeMs === null ? text('billing.plan.tried') : text('billing.plan.chargeOn', { price, day: formatDate(nextChargeMs) })
}

function givesKey({ status }: PlanFacts, plan: Plan): string {
  return status === 'trial' || status === 'cancelled' ? status : plan
}
