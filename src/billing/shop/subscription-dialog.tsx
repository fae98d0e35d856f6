import { BuyPlan } from './buy-button.tsx'
import { CatalogueNote, CurrencyChooser } from './catalogue-note.tsx'
import { FeatureLines, planDifferences, PlanPicker } from './plan-picker.tsx'
import { usePlanShop } from './plan-offers.ts'
import { useCatalogueGroups } from '../catalogue-groups.ts'
import { closeBilling } from '../billing-dialogs.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Dialog } from '#src/design/dialog.tsx'
import styles from './shop-dialog.module.css'

/** The number of placeholder lines while the features load. */
const PLACEHOLDER_COUNT = 3

export function SubscriptionDialog() {
  const text = useText()
  const { offers, chosenOffer, choosePlan, canBuy, changeTarget } = usePlanShop()
  const { groups, isEmpty, hasFailed } = useCatalogueGroups()
  const featureLines = planDifferences(groups.features).map(({ title, icon, premium }) => ({ title, icon, value: premium }))
  return (
    <Dialog title={text('pricing.plans.premium')} closeLabel={text('dialog.close')} onClose={closeBilling}>
      <div className={styles['shop']}>
        <CatalogueNote />
        {!hasFailed && (
          <FeatureLines label={text('pricing.plans.gains')} lines={featureLines} isLoading={isEmpty} placeholderCount={PLACEHOLDER_COUNT} />
        )}
        <CurrencyChooser />
        <PlanPicker offers={offers} chosenPlan={chosenOffer?.plan ?? null} onChoose={choosePlan} />
      </div>
      <div className={styles['foot']}>
        {chosenOffer === null ? (
          <p className={styles['small']}>{text('pricing.plans.nothingMore')}</p>
        ) : (
          <BuyPlan
            offer={chosenOffer}
            canBuy={canBuy}
            isChange={offers.some(({ isCurrentPlan }) => isCurrentPlan)}
            changeTarget={changeTarget}
            source="subscription_dialog"
          />
        )}
      </div>
    </Dialog>
  )
}
