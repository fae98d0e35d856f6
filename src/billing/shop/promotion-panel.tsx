import { type ReactElement, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { Sku } from '#shared/api/catalogue.ts'
import type { PromotionQuote } from '#shared/api/promotions.ts'
import { PROMOTION_CODE_MAX_LENGTH } from '#shared/domain/promotion-rules.ts'
import { TRIAL_SKU, planOfSku } from '#shared/domain/sku-price.ts'
import { Button } from '#src/design/button.tsx'
import { TextField } from '#src/design/text-field.tsx'
import { errorText } from '#src/platform/error-text.ts'
import { useText } from '#src/platform/i18n.ts'
import { formatMoney } from '../format-money.ts'
import { promotion, usePromotion } from './promotion.ts'
import styles from './promotion.module.css'

/** The field for a code, or the price with the code in lines. */
export function PromotionPanel({ sku }: { readonly sku: Sku }): ReactElement {
  const { code, use } = usePromotion(sku)
  return use.kind === 'used' ? <PriceLines quote={use.quote} sku={sku} /> : <CodeField key={code} sku={sku} />
}

function CodeField({ sku }: { readonly sku: Sku }): ReactElement {
  const text = useText()
  const { code, use, problem } = usePromotion(sku)
  const [value, setValue] = useState(code)
  const [isEmpty, setEmpty] = useState(false)
  const apply = (event: SyntheticEvent) => {
    event.preventDefault()
    setEmpty(value.trim() === '')
    if (value.trim() !== '') promotion.apply(value)
  }
  const isUnchecked = use.kind === 'unknown' && !use.isAsking
  const told = isUnchecked ? text('promotion.unchecked') : problem === null ? undefined : errorText(problem.code)
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
        problem={isEmpty ? text('promotion.empty') : told}
        onValue={(next) => {
          setValue(next)
          setEmpty(false)
        }}
      />
      <div className={styles['buttons']}>
        <Button type="submit" isBusy={use.kind === 'unknown' && use.isAsking}>
          {text(isUnchecked ? 'promotion.again' : 'promotion.apply')}
        </Button>
        {code !== '' && (
          <Button look="plain" onClick={() => promotion.remove()}>
            {text('promotion.without')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The price, what the code takes off it, and what is charged; said once it is there. */
function PriceLines({ quote, sku }: { readonly quote: PromotionQuote; readonly sku: Sku }): ReactElement {
  const text = useText()
  const lines = useRef<HTMLDivElement>(null)
  const { code, priceCents, discountCents, totalCents, renewalCents, currencyCode } = quote
  const money = (cents: number) => formatMoney(cents, currencyCode)
  const plan = planOfSku(sku)
  useEffect(() => {
    // The field that had the focus is gone.
    if (document.activeElement === document.body) lines.current?.focus()
  }, [])
  return (
    <div ref={lines} role="status" tabIndex={-1} className={styles['lines']}>
      <dl>
        <div>
          <dt>{text('promotion.price')}</dt>
          <dd>{money(priceCents)}</dd>
        </div>
        <div>
          <dt className={styles['code']}>{text('promotion.line', { code })}</dt>
          <dd>{money(-discountCents)}</dd>
        </div>
        <div data-total>
          <dt>{text('promotion.total')}</dt>
          <dd>{money(totalCents)}</dd>
        </div>
      </dl>
      {plan !== null && renewalCents !== null && (
        <p className={styles['note']}>{text(`promotion.first.${plan}`, { price: money(renewalCents) })}</p>
      )}
      <Button look="plain" onClick={() => promotion.remove()}>
        {text('promotion.remove')}
      </Button>
    </div>
  )
}
