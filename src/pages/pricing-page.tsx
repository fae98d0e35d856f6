import type { ReactElement } from 'react'
import { BASE_POINTS } from '#shared/domain/price.ts'
import { Comparison } from '#src/features/billing/shop/comparison.tsx'
import { PacksSection } from '#src/features/billing/shop/packs-section.tsx'
import { PlansSection } from '#src/features/billing/shop/plans-section.tsx'
import { Questions } from '#src/features/billing/shop/questions.tsx'
import { useText } from '#src/lib/i18n.ts'
import styles from './pricing-page.module.css'

export function PricingPage(): ReactElement {
  const text = useText()
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{text('pricing.title')}</h1>
        <p className={styles['lead']}>{text('pricing.lead', { points: BASE_POINTS })}</p>
      </header>
      <PlansSection />
      <PacksSection />
      <div className={styles['more']}>
        <Comparison />
        <Questions />
      </div>
    </div>
  )
}
