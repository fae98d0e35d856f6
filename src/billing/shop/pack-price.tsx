import { formatMoney } from '#shared/domain/currencies.ts'
import { chargedCents, packFor } from '#shared/domain/sku-rules.ts'
import { useText } from '#src/i18n/i18n.ts'
import type { Sku } from '#shared/api/catalogue.ts'
import type { PackSku } from '../catalogue-groups.ts'
import styles from './pack-price.module.css'

/** The price for this account; with a discount, the full price is struck through. */
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

/** Whether the server set a discount. A discount that is not lower than the price is ignored. */
export function hasDiscount({ price, discountPrice }: Pick<Sku, 'price' | 'discountPrice'>): boolean {
  return typeof discountPrice === 'number' && discountPrice < price
}

/**
 * Whether packs cost this account half. Read from the catalogue instead of the membership: a trial is an active
 * membership that pays the full price, and the shown price must be the charged one.
 */
export function paysAsMember(packs: readonly PackSku[]): boolean {
  return packs.some(hasDiscount)
}

/**
 * The default pack: the smallest sufficient one, or the largest if none is; without a needed amount, the one chosen last
 * on this device, else the smallest.
 */
export function firstPack(packs: readonly PackSku[], missingPoints: number | null, lastSku: string | null): PackSku | undefined {
  if (missingPoints !== null) return packFor(packs, missingPoints) ?? packs.at(-1)
  return packs.find(({ skuId }) => skuId === lastSku) ?? packs[0]
}
