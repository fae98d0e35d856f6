import { useId } from 'react'
import type { Plan } from '#shared/domain/membership-terms.ts'
import { currencyName, formatMoney } from '#shared/domain/currencies.ts'
import { planPriceCents } from '#shared/domain/sku-rules.ts'
import type { PlanFeature } from '#shared/api/catalogue.ts'
import { formatNumber, useText } from '#src/i18n/i18n.ts'
import { Chip } from '#src/design/chip.tsx'
import { afterPaint } from '#src/browser/after-paint.ts'
import { useAfterPaint } from '#src/browser/use-after-paint.ts'
import { DataIcon } from '#src/design/data-icon.tsx'
import { Icon } from '#src/design/icon.tsx'
import { Skeleton } from '#src/design/loading.tsx'
import type { PlanOffer } from './plan-offers.ts'
import { type CatalogueGroups, useCatalogueGroups } from '../catalogue-groups.ts'
import styles from './options.module.css'

interface PlanPickerProps {
  readonly offers: readonly PlanOffer[]
  readonly chosenPlan: Plan | null
  readonly onChoose: (plan: Plan) => void
}

/** The plans, as native radio buttons. The account's current plan is listed, but can't be chosen. */
export function PlanPicker({ offers, chosenPlan, onChoose }: PlanPickerProps) {
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
              checked={offer.plan === chosenPlan}
              disabled={offer.isCurrentPlan || (offer.cycleCents !== null && offer.sku === null)}
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
      <PlanCurrencyNote />
    </fieldset>
  )
}

function PlanMark({ offer: { isCurrentPlan, isTrial, tip } }: { readonly offer: PlanOffer }) {
  const text = useText()
  if (isCurrentPlan) return <Chip>{text('pricing.yourPlan')}</Chip>
  if (isTrial) return <Chip tone="accent">{text('pricing.trial.mark')}</Chip>
  return tip === '' ? null : <Chip>{tip}</Chip>
}

function pointsText(text: ReturnType<typeof useText>, { plan, points, isTrial }: PlanOffer): string {
  if (points === null) return text('pricing.pointsUnknown')
  return text(isTrial ? 'pricing.points.trial' : `pricing.points.${plan}`, { points: formatNumber(points) })
}

/** The price of a plan, and the amount that is charged. While the price is unknown, a pale estimate with "from" is shown. */
function PlanPrice({ offer }: { readonly offer: PlanOffer }) {
  const text = useText()
  const { plan, cycleCents, currencyCode, isTrial } = offer
  const sku = cycleCents === null ? undefined : { price: cycleCents }
  const weeklyPrice = formatMoney(planPriceCents(plan, sku), currencyCode)
  const totalPrice = formatMoney(planPriceCents(plan, sku, { isFull: true }), currencyCode)
  return (
    <span className={styles['price']} data-fallback={sku === undefined || undefined}>
      <span className={styles['row']}>
        {sku === undefined && <span className={styles['unit']}>{text('pricing.from')}</span>}
        <span className={styles['amount']}>{isTrial ? formatMoney(0, currencyCode) : weeklyPrice}</span>
        {isTrial && (
          <s className={styles['before']}>
            <span className="visually-hidden">{text('pricing.insteadOf')}</span>
            {weeklyPrice}
          </s>
        )}
        <span className={styles['unit']}>{text(isTrial ? 'pricing.firstWeek' : 'pricing.aWeek')}</span>
      </span>
      <span className={styles['billed']}>
        {sku === undefined && `${text('pricing.from')} `}
        {text(billedKey(offer), { price: totalPrice })}
      </span>
    </span>
  )
}

function billedKey({ plan, isTrial }: PlanOffer): string {
  if (plan === 'yearly') return 'pricing.billed.yearly'
  return isTrial ? 'pricing.billed.trial' : 'pricing.billed.weekly'
}

/** A note that explains why plans have another currency than the user chose: they stay in the currency of the renewing plan. */
function PlanCurrencyNote() {
  const text = useText()
  const currency = differentPlanCurrency(useCatalogueGroups().groups)
  return currency === null ? null : <p className={styles['note']}>{text('pricing.currency.bound', { currency: currencyName(currency) })}</p>
}

/** The currency of the plans if the packs have another one; else null. */
export function differentPlanCurrency({ weekly, packs }: Pick<CatalogueGroups, 'weekly' | 'packs'>): string | null {
  const [pack] = packs
  return weekly === null || pack === undefined || weekly.currencyCode === pack.currencyCode ? null : weekly.currencyCode
}

interface FeatureLine {
  readonly title: string
  readonly icon: string | undefined
  readonly value: string
}

interface FeatureLinesProps {
  readonly label: string
  readonly lines: readonly FeatureLine[]
  readonly isLoading: boolean
  /** The number of placeholder lines until the features are loaded. */
  readonly placeholderCount: number
}

const BAR_SIZE = { width: 24, height: 1 } as const

export function FeatureLines({ label, lines, isLoading, placeholderCount }: FeatureLinesProps) {
  const isPlaceholderShown = !useAfterPaint(!isLoading, renderInTurn)
  return (
    <ul className={styles['lines']} aria-label={label} aria-busy={isPlaceholderShown || undefined}>
      {isPlaceholderShown &&
        Array.from({ length: placeholderCount }, (_, line) => (
          <li key={line} className={styles['waiting']}>
            <Skeleton {...BAR_SIZE} />
          </li>
        ))}
      {!isPlaceholderShown &&
        lines.map(({ title, icon, value }) => (
          <li key={title} className={styles['line']}>
            {icon === undefined ? <Icon name="check" size="s" /> : <DataIcon name={icon} size="s" />}
            <span>{title}</span> <span className={styles['value']}>{value}</span>
          </li>
        ))}
    </ul>
  )
}

/** The features in which a paid plan offers more than the free plan. */
export function planDifferences(features: readonly PlanFeature[]): readonly PlanFeature[] {
  return features.filter(({ basic, premium }) => premium !== '' && premium !== basic)
}

let previousRender = Promise.resolve()

/**
 * Calls `render` after the next paint; several callers run one after the other. Data for many parts of a
 * screen is then rendered part by part.
 */
export function renderInTurn(render: () => void): void {
  previousRender = previousRender.then(() => new Promise<void>((resolve) => afterPaint(resolve))).then(render)
}
