import { Suspense, useId } from 'react'
import type { Sku } from '#shared/api/catalogue.ts'
import { Button } from '#src/design/button.tsx'
import { useText } from '#src/i18n/i18n.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { useSnapshot } from '#src/store/state.ts'
import { useCatalogueGroups } from '../catalogue-groups.ts'
import { promotion, promotionState } from './promotion.ts'
import styles from './promotion.module.css'

const Panel = lazyPart<{ readonly sku: Sku }>(['promotion'], async () => (await import('./promotion-panel.tsx')).PromotionPanel)

/** A button that opens the field for a promotion code. The field's script is loaded on demand. */
export function PromotionEntry({ sku }: { readonly sku: Sku | null }) {
  const text = useText()
  const id = useId()
  const { isOpen } = useSnapshot(promotionState)
  const { groups, isEmpty } = useCatalogueGroups()
  if (isEmpty) return <div className={styles['spacer']} />
  if (!groups.takesPromotions) return null
  return (
    <div className={styles['entry']}>
      <Button
        variant="plain"
        disabled={sku === null}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => promotion.open(!isOpen)}
      >
        {text('pricing.code.have')}
      </Button>
      {isOpen && sku !== null && (
        <div id={id} className={styles['panel']}>
          <Suspense>
            <Panel sku={sku} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
