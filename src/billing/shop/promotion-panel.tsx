import { useEffect, useRef, useState } from 'react'
import type { Sku } from '#shared/api/catalogue.ts'
import type { PromotionQuote } from '#shared/api/promotions.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { PROMOTION_CODE_MAX_LENGTH } from '#shared/domain/promotion-rules.ts'
import { planOfSku, TRIAL_SKU } from '#shared/domain/sku-rules.ts'
import { Button } from '#src/design/button.tsx'
import { TextField } from '#src/design/text-field.tsx'
import { errorText, useText } from '#src/i18n/i18n.ts'
import { promotion, usePromotion } from './promotion.ts'
import styles from './promotion-panel.module.css'

/** The field for a promotion code. If a code applies, the price with the code is shown instead. */
export function PromotionPanel({ sku }: { readonly sku: Sku }) {
  const { promotionUse } = usePromotion(sku)
  const container = useRef<HTMLDivElement>(null)
  const shouldMoveFocus = useRef(false)
  const isCodeUsed = promotionUse.kind === 'used'
  useEffect(() => {
    // Focuses the new content, because the button that had the focus no longer exists.
    if (shouldMoveFocus.current) container.current?.querySelector<HTMLElement>(isCodeUsed ? 'section' : 'input')?.focus()
    shouldMoveFocus.current = false
  }, [isCodeUsed])
  const moveFocusAfterRender = () => (shouldMoveFocus.current = true)
  return (
    <div ref={container}>
      {isCodeUsed ? (
        <PriceLines quote={promotionUse.quote} sku={sku} onRemove={moveFocusAfterRender} />
      ) : (
        <CodeField sku={sku} onApply={moveFocusAfterRender} />
      )}
    </div>
  )
}

function CodeField({ sku, onApply }: { readonly sku: Sku; readonly onApply: () => void }) {
  const text = useText()
  const { code, promotionUse, problem } = usePromotion(sku)
  const [value, setValue] = useState(code)
  const [isEmpty, setEmpty] = useState(false)
  const apply = (event: React.SyntheticEvent) => {
    event.preventDefault()
    setEmpty(value.trim() === '')
    if (value.trim() === '') return
    onApply()
    promotion.apply(value)
  }
  const isCodeUnchecked = promotionUse.kind === 'unknown' && !promotionUse.isAsking
  const problemText = isCodeUnchecked ? text('promotion.unchecked') : problem === null ? undefined : errorText(problem.code)
  return (
    <form className={styles['form']} noValidate onSubmit={apply}>
      <TextField
        label={text('promotion.label')}
        name="promotion"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={2 * PROMOTION_CODE_MAX_LENGTH}
        value={value}
        hint={sku.skuType === TRIAL_SKU ? text('promotion.trial') : text('promotion.hint')}
        problem={isEmpty ? text('promotion.empty') : problemText}
        onValue={(newValue) => {
          setValue(newValue)
          setEmpty(false)
        }}
      />
      <div className={styles['buttons']}>
        <Button type="submit" isBusy={promotionUse.kind === 'unknown' && promotionUse.isAsking}>
          {text(isCodeUnchecked ? 'promotion.again' : 'promotion.apply')}
        </Button>
        {code !== '' && (
          <Button
            variant="plain"
            onClick={() => {
              promotion.remove()
              setValue('')
            }}
          >
            {text('promotion.without')}
          </Button>
        )}
      </div>
    </form>
  )
}

interface PriceLinesProps {
  readonly quote: PromotionQuote
  readonly sku: Sku
  readonly onRemove: () => void
}

/** The price, the discount of the code, and what is charged. */
function PriceLines({ quote, sku, onRemove }: PriceLinesProps) {
  const text = useText()
  const { code, priceCents, discountCents, totalCents, renewalCents, currencyCode } = quote
  const formatCents = (cents: number) => formatMoney(cents, currencyCode)
  const plan = planOfSku(sku)
  return (
    <section aria-label={text('promotion.lines')} tabIndex={-1} className={styles['lines']}>
      <dl>
        <div>
          <dt>{text('promotion.price')}</dt>
          <dd>{formatCents(priceCents)}</dd>
        </div>
        <div>
          <dt className={styles['code']}>{text('promotion.line', { code })}</dt>
          <dd>{formatCents(-discountCents)}</dd>
        </div>
        <div data-total>
          <dt>{text('promotion.total')}</dt>
          <dd>{formatCents(totalCents)}</dd>
        </div>
      </dl>
      {plan !== null && renewalCents !== null && (
        <p className={styles['note']}>{text(`promotion.first.${plan}`, { price: formatCents(renewalCents) })}</p>
      )}
      <Button
        variant="plain"
        onClick={() => {
          onRemove()
          promotion.remove()
        }}
      >
        {text('promotion.remove')}
      </Button>
    </section>
  )
}
