import { useId } from 'react'
import { currencyName } from '#shared/domain/currencies.ts'
import { rereadCatalogue, useCatalogue } from '../catalogue.ts'
import { storeCurrency } from '../currency-choice.ts'
import { useCatalogueGroups } from '../catalogue-groups.ts'
import { loadFailureText, useText } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import styles from './catalogue-note.module.css'

/** Says why the user can't buy at the moment, with a way to solve that. Renders nothing while prices load or if buying works. */
export function CatalogueNote() {
  const text = useText()
  const { status, isReading, problem, readAtMs } = useCatalogue()
  const { isOnline } = useSnapshot(hubState).connection
  const retry = (
    <Button icon="retry" onClick={rereadCatalogue}>
      {text('pricing.retry')}
    </Button>
  )
  if (status === 'failed')
    return (
      <div className={styles['note']} data-problem>
        <Icon name="alert" size="s" />
        <p className={styles['words']} role="alert">
          <strong className={styles['title']}>{text('pricing.failed')}</strong> {loadFailureText({ code: problem ?? '40001' })}
        </p>
        {retry}
      </div>
    )
  const isStored = status === 'stored' && !isReading
  if (!isStored && (isOnline || status !== 'there')) return null
  return (
    <div className={styles['note']}>
      <Icon name="cloudOff" size="s" />
      <output className={styles['words']}>{text(isOnline ? 'pricing.stored' : 'pricing.offline', { date: formatDate(readAtMs) })}</output>
      {isOnline && retry}
    </div>
  )
}

/** Chooses the currency of prices. Renders nothing if there is only one. */
export function CurrencyChooser() {
  const text = useText()
  const id = useId()
  const { groups } = useCatalogueGroups()
  const { currencies, packs } = groups
  if (currencies.length < 2) return null
  return (
    <div className={styles['chooser']}>
      <label htmlFor={id}>{text('pricing.currency.label')}</label>
      <span className={styles['box']}>
        <select id={id} className={styles['select']} value={packs[0]?.currencyCode} onChange={(event) => storeCurrency(event.target.value)}>
          {currencies.map((code) => (
            <option key={code} value={code}>
              {`${code} · ${currencyName(code)}`}
            </option>
          ))}
        </select>
        <Icon name="chevron" size="s" />
      </span>
    </div>
  )
}
