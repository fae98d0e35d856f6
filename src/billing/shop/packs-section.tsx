import type { ReactElement } from 'react'
import type { PackSku } from '../shelves.ts'
import { BASE_POINTS } from '#shared/domain/price.ts'
import { centsText, packName } from '#shared/domain/sku-price.ts'
import { formatNumber } from '#src/platform/format-number.ts'
import { useText } from '#src/platform/i18n.ts'
import { Chip } from '#src/design/chip.tsx'
import { Skeleton } from '#src/design/skeleton.tsx'
import { BuyButton } from './buy-button.tsx'
import { PackPrice } from './pack-price.tsx'
import styles from './packs-section.module.css'
import { useShelves } from './use-shelves.ts'

const WAITING = ['a', 'b', 'c', 'd', 'e'] as const
const CARD = { width: 1, height: 1 } as const

/** Points without a plan, each pack with its own button. */
export function PacksSection(): ReactElement | null {
  const text = useText()
  const { shelves, canBuy, isEmpty, hasFailed } = useShelves()
  if (hasFailed) return null
  return (
    <section className={styles['section']} aria-labelledby="packs-title" aria-busy={isEmpty || undefined}>
      <header className={styles['head']}>
        <h2 id="packs-title" className={styles['title']}>
          {text('pricing.packs.title')}
        </h2>
        <p className={styles['lead']}>{text('pricing.packs.pageLead')}</p>
      </header>
      <ul className={styles['packs']}>
        {isEmpty &&
          WAITING.map((key) => (
            <li key={key} className={styles['waiting']}>
              <Skeleton {...CARD} />
            </li>
          ))}
        {shelves.packs.map((pack) => (
          <PackCard key={pack.skuId} pack={pack} canBuy={canBuy} />
        ))}
      </ul>
    </section>
  )
}

function PackCard({ pack, canBuy }: { readonly pack: PackSku; readonly canBuy: boolean }): ReactElement {
  const text = useText()
  const { points, memberPrice, skuTips = '' } = pack
  const name = packName(points, text('pricing.packs.unit'))
  return (
    <li className={styles['pack']}>
      <h3 className={styles['name']}>
        <span className={styles['points']}>{formatNumber(points)}</span> {text('pricing.packs.unit')}
      </h3>
      {skuTips !== '' && (
        <p className={styles['tip']}>
          <Chip>{skuTips}</Chip>
        </p>
      )}
      <p className={styles['videos']}>{text('pricing.packs.videos', { count: Math.floor(points / BASE_POINTS) })}</p>
      <p className={styles['price']}>
        <PackPrice pack={pack} />
      </p>
      <p className={styles['member']}>
        {memberPrice !== undefined &&
          text('pricing.packs.memberPrice', { price: text('pricing.money', { amount: centsText(memberPrice) }) })}
      </p>
      <BuyButton isWide sku={canBuy ? pack : null} skuName={name} source="pricing_page" aria-label={text('pricing.packs.buyOf', { name })}>
        {text('pricing.packs.buyShort')}
      </BuyButton>
    </li>
  )
}
