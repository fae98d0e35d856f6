import { formatMoney } from '#shared/domain/currencies.ts'
import { chargedCents, packFor } from '#shared/domain/sku-rules.ts'
import { useText } from '#src/i18n/i18n.ts'
import type { Sku } from '#shared/api/catalogue.ts'
import type { PackSku } from '../catalogue-groups.ts'
import styles from './pack-price.module.css'

/** The price of a pack for this account. If it has a discount, the full price is struck through. */
export function PackPrice({ pack }: { readonly pack: PackSku }) {
  const text = useText()
  return (
    <span className={styles['price']}>
      {hasDiscount(pack) && (
        <s className={styles['before']}>
          <span className="visually-hidden">{text('pricing.insteadOf')}</span>
          {formatMoney(pack.price, pack.currencyCode)}
        </s>
      )}
      <span className={styles['amount']}>{formatMoney(chargedCents(pack), pack.currencyCode)}</span>
    </span>
  )
}

/** Whether a SKU has a discount. A discount price that is not lower than the price is ignored. */
export function hasDiscount({ price, discountPrice }: Pick<Sku, 'price' | 'discountPrice'>): boolean {
  return typeof discountPrice === 'number' && discountPrice < price
}

/**
 * Whether packs cost this account half. This is read from the catalogue, not from the membership: members on trial pay the full
 * price, and the shown price must be the charged one.
 */
export function paysAsMember(packs: readonly PackSku[]): boolean {
  return packs.some(hasDiscount)
}

/**
 * The pack that is selected at first. If an action lacks points: the smallest pack with enough, else the largest. Otherwise the
 * pack that was chosen last on this device, else the smallest.
 */
export function firstPack(packs: readonly PackSku[], missingPoints: number | null, lastSku: string | null): PackSku | undefined {
  if (missingPoints !== null) return packFor(packs, missingPoints) ?? packs.at(-1)
  return packs.find(({ skuId }) => skuId === lastSku) ?? packs[0]
}
