import { type ReactElement, useId } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { Icon } from '#src/design/icon.tsx'
import { keepCurrency } from '../currency.ts'
import { type Shelves, useShelves } from '../shelves.ts'
import styles from './currency-chooser.module.css'

/** The currency of prices, where there is more than one. It stands in the space between two sections, so that nothing moves when it comes. */
export function CurrencyChooser(): ReactElement | null {
  const text = useText()
  const id = useId()
  const { shelves } = useShelves()
  const { currencies, packs } = shelves
  if (currencies.length < 2) return null
  return (
    <div className={styles['chooser']}>
      <label htmlFor={id} className={styles['label']}>
        {text('pricing.currency.label')}
      </label>
      <span className={styles['box']}>
        <select id={id} className={styles['select']} value={packs[0]?.currencyCode} onChange={(event) => keepCurrency(event.target.value)}>
          {currencies.map((code) => (
            <option key={code} value={code}>
              {currencyLabel(code)}
            </option>
          ))}
        </select>
        <Icon name="chevron" size="s" />
      </span>
    </div>
  )
}

function currencyLabel(code: string): string {
  return `${code} · ${nameOf(code)}`
}

function nameOf(code: string): string {
  return new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code
}

/** Plans stay in the currency of the one that renews: where another is chosen, that is said. */
export function PlanCurrencyNote(): ReactElement | null {
  const text = useText()
  const currency = boundCurrency(useShelves().shelves)
  return currency === null ? null : <p className={styles['bound']}>{text('pricing.currency.bound', { currency: nameOf(currency) })}</p>
}

/** The currency of plans, where packs are shown in another one; null where they are the same. */
export function boundCurrency({ weekly, packs }: Pick<Shelves, 'weekly' | 'packs'>): string | null {
  const [pack] = packs
  return weekly === null || pack === undefined || weekly.currencyCode === pack.currencyCode ? null : weekly.currencyCode
}
