import { Link, linkTo } from '#src/routing/routes.ts'
import { BASE_CURRENCY } from '#shared/domain/sku-rules.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { useText } from '#src/i18n/i18n.ts'
import { buttonClass } from '#src/design/button-class.ts'
import type { PlanFeature } from '#shared/api/catalogue.ts'
import styles from './plans-section.module.css'
import { BuyPlan } from './buy-button.tsx'
import { CatalogueNote } from './catalogue-note.tsx'
import { FeatureLines, planDifferences, PlanPicker } from './plan-picker.tsx'
import { usePlanShop } from './plan-offers.ts'
import { useCatalogueGroups } from '../catalogue-groups.ts'

/** The number of lines for which space is reserved while the catalogue loads. */
const BASIC_LINES = 7
const PREMIUM_LINES = 3

export function PlansSection() {
  const text = useText()
  const { offers, chosenOffer, choosePlan, canBuy, changeTarget } = usePlanShop()
  const { groups, isEmpty, hasFailed } = useCatalogueGroups()
  const isLoading = isEmpty && !hasFailed
  const isChange = offers.some(({ isCurrentPlan }) => isCurrentPlan)
  return (
    <div className={styles['plans']} data-failed={hasFailed || undefined}>
      <div className={styles['note']}>
        <CatalogueNote />
      </div>
      <section className={styles['plan']} data-premium aria-labelledby="plan-premium">
        <h2 id="plan-premium" className={styles['name']}>
          {text('pricing.plans.premium')}
        </h2>
        <PlanPicker offers={offers} chosenPlan={chosenOffer?.plan ?? null} onChoose={choosePlan} />
        <FeatureLines
          label={text('pricing.plans.gains')}
          lines={planDifferences(groups.features).map(({ title, icon, premium }) => ({ title, icon, value: premium }))}
          isLoading={isLoading}
          placeholderCount={PREMIUM_LINES}
        />
        {chosenOffer !== null && (
          <div className={styles['end']}>
            <BuyPlan offer={chosenOffer} canBuy={canBuy} isChange={isChange} changeTarget={changeTarget} source="pricing_page" />
          </div>
        )}
      </section>
      <section className={styles['plan']} aria-labelledby="plan-basic">
        <h2 id="plan-basic" className={styles['name']}>
          {text('pricing.plan.basic')}
        </h2>
        <p className={styles['price']}>
          <span className={styles['amount']}>{formatMoney(0, offers[0]?.currencyCode ?? BASE_CURRENCY)}</span> {text('pricing.basic.price')}
        </p>
        <FeatureLines
          label={text('pricing.basic.gains')}
          lines={freeFeatures(groups.features).map(({ title, icon, basic }) => ({ title, icon, value: basic }))}
          isLoading={isLoading}
          placeholderCount={BASIC_LINES}
        />
        <p className={styles['end']}>
          <Link href={linkTo('imageToVideo')} className={buttonClass('quiet', 'l', true)}>
            {text('pricing.basic.start')}
          </Link>
        </p>
      </section>
    </div>
  )
}

/** The features of the free plan. */
export function freeFeatures(features: readonly PlanFeature[]): readonly PlanFeature[] {
  return features.filter(({ basic }) => basic !== '')
}
