import type { ReactElement } from 'react'
import { useId } from 'react'
import type { Plan } from '#shared/domain/membership-terms.ts'
import type { PlanOffer } from './plan-offers.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import { Chip } from '#src/ui/chip.tsx'
import styles from './options.module.css'
import { PlanPrice } from './plan-price.tsx'

interface PlanPickerProps {
  readonly offers: readonly PlanOffer[]
  readonly chosen: Plan | null
  readonly onChoose: (plan: Plan) => void
}

/** The plans as native radio buttons. One that somebody has already is told, not offered. */
export function PlanPicker({ offers, chosen, onChoose }: PlanPickerProps): ReactElement {
  const text = useText()
  const name = useId()
  return (
    <fieldset>
      <legend className="visually-hidden">{text('pricing.plans.choose')}</legend>
      <div className={styles['options']}>
        {offers.map((offer) => (
          <label key={offer.plan} className={styles['option']}>
            <input
              className={styles['input']}
              type="radio"
              name={name}
              checked={offer.plan === chosen}
              disabled={offer.isOwn || (offer.cycleCents !== null && offer.sku === null)}
              onChange={() => onChoose(offer.plan)}
            />
            <span className={styles['head']}>
              <span className={styles['dot']} />
              <span className={styles['name']}>{text(`pricing.plan.${offer.plan}`)}</span>
              <PlanMark offer={offer} />
            </span>
            <PlanPrice offer={offer} />
            <span className={styles['note']}>{pointsText(text, offer)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function PlanMark({ offer: { isOwn, isTrial, tip } }: { readonly offer: PlanOffer }): ReactElement | null {
  const text = useText()
  if (isOwn) return <Chip>{text('pricing.yourPlan')}</Chip>
  if (isTrial) return <Chip tone="accent">{text('pricing.trial.mark')}</Chip>
  return tip === '' ? null : <Chip>{tip}</Chip>
}

function pointsText(text: ReturnType<typeof useText>, { plan, points, isTrial }: PlanOffer): string {
  if (points === null) return text('pricing.pointsUnknown')
  return text(isTrial ? 'pricing.points.trial' : `pricing.points.${plan}`, { points: formatNumber(points) })
}
