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
const GAINS = 3

export function SubscriptionDialog() {
  const text = useText()
  const { offers, chosen, choose, canBuy, changesTo } = usePlanShop()
  const { groups, isEmpty, hasFailed } = useCatalogueGroups()
  const gains = planDifferences(groups.features).map(({ title, icon, premium }) => ({ title, icon, value: premium }))
  return (
    <Dialog title={text('pricing.plans.premium')} closeLabel={text('dialog.close')} onClose={closeBilling}>
      <div className={styles['shop']}>
        <CatalogueNote />
        {!hasFailed && <FeatureLines label={text('pricing.plans.gains')} lines={gains} isLoading={isEmpty} placeholderCount={GAINS} />}
        <CurrencyChooser />
        <PlanPicker offers={offers} chosen={chosen?.plan ?? null} onChoose={choose} />
      </div>
      <div className={styles['foot']}>
        {chosen === null ? (
          <p className={styles['small']}>{text('pricing.plans.nothingMore')}</p>
        ) : (
          <BuyPlan
            offer={chosen}
            canBuy={canBuy}
            isChange={offers.some(({ isOwn }) => isOwn)}
            changesTo={changesTo}
            source="subscription_dialog"
          />
        )}
      </div>
    </Dialog>
  )
}
