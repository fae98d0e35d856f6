import { useId } from 'react'
import type { PackSku } from '../catalogue-groups.ts'
import { BASE_POINTS } from '#shared/domain/video-price.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { formatNumber, useText } from '#src/platform/i18n.ts'
import { classNames } from '#src/design/class-names.ts'
import options from './options.module.css'
import styles from './pack-picker.module.css'
import { PackPrice } from './pack-price.tsx'

interface PackPickerProps {
  readonly packs: readonly PackSku[]
  readonly chosenId: string | undefined
  /** Whether to show what members pay. */
  readonly hasMemberPrices: boolean
  readonly onChoose: (skuId: string) => void
}

/** The packs as native radio buttons, one per line. */
export function PackPicker({ packs, chosenId, hasMemberPrices, onChoose }: PackPickerProps) {
  const text = useText()
  const name = useId()
  return (
    <fieldset>
      <legend className="visually-hidden">{text('pricing.packs.choose')}</legend>
      <div className={styles['packs']}>
        {packs.map((pack) => (
          <label key={pack.skuId} className={classNames(options['option'], styles['pack'])}>
            <input
              className={options['input']}
              type="radio"
              name={name}
              checked={pack.skuId === chosenId}
              onChange={() => onChoose(pack.skuId)}
            />
            <span className={options['dot']} />
            <span className={styles['words']}>
              <span className={styles['points']}>{text('pricing.packs.points', { points: formatNumber(pack.points) })}</span>
              <span className={options['note']}>{text('pricing.packs.videos', { count: Math.floor(pack.points / BASE_POINTS) })}</span>
            </span>
            <span className={styles['money']}>
              <PackPrice pack={pack} />
              <span className={options['note']}>
                {hasMemberPrices && pack.memberPrice !== undefined
                  ? text('pricing.packs.memberShort', { price: formatMoney(pack.memberPrice, pack.currencyCode) })
                  : pack.skuTips}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
