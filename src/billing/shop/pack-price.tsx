import type { ReactElement } from 'react'
import { centsText, chargedCents, packFor } from '#shared/domain/sku-price.ts'
import { useText } from '#src/platform/i18n.ts'
import type { Sku } from '#shared/api/catalogue.ts'
import type { PackSku } from '../shelves.ts'
import styles from './pack-price.module.css'

/** What this person pays; where that is less, the full price struck through. */
export function PackPrice({ pack }: { readonly pack: PackSku }): ReactElement {
  const text = useText()
  return (
    <span className={styles['price']}>
      {hasDiscount(pack) && (
        <s className={styles['before']}>
          <span className="visually-hidden">{text('pricing.insteadOf')}</span>
          {text('pricing.money', { amount: centsText(pack.price) })}
        </s>
      )}
      <span className={styles['amount']}>{text('pricing.money', { amount: centsText(chargedCents(pack)) })}</span>
    </span>
  )
}

/** A discount the server has made; a price that is no lower is none. */
export function hasDiscount({ price, discountPrice }: Pick<Sku, 'price' | 'discountPrice'>): boolean {
  return typeof discountPrice === 'number' && discountPrice < price
}

/**
 * Whether packs cost this person half. The catalogue is asked, not the membership: a trial is an active membership and pays in full, and
 * what is shown has to be what the server charges.
 */
export function paysAsMember(packs: readonly PackSku[]): boolean {
  return packs.some(hasDiscount)
}

/**
 * The pack that is chosen as long as nobody has: the smallest that suffices, the largest where none does; without a need the one that was
 * chosen last on this device, else the smallest.
 */
export function firstPack(packs: readonly PackSku[], missingPoints: number | null, lastSku: string | null): PackSku | undefined {
  if (missingPoints !== null) return packFor(packs, missingPoints) ?? packs.at(-1)
  return packs.find(({ skuId }) => skuId === lastSku) ?? packs[0]
}
