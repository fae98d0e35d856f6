import { useEffect } from 'react'
import { BASE_POINTS } from '#shared/domain/video-price.ts'
import { useText, formatNumber } from '#src/i18n/i18n.ts'
import { DataIcon } from '#src/design/data-icon.tsx'
import { QuestionList } from '#src/design/question-list.tsx'
import { formatMoney } from '#shared/domain/currencies.ts'
import { packName } from '#shared/domain/sku-rules.ts'
import { useAfterPaint } from '#src/browser/use-after-paint.ts'
import { Chip } from '#src/design/chip.tsx'
import { Skeleton } from '#src/design/loading.tsx'
import headings from '#src/design/headings.module.css'
import styles from './pricing-page.module.css'
import { renderInTurn } from './plan-picker.tsx'
import { PlansSection } from './plans-section.tsx'
import { type PackSku, useCatalogueGroups } from '../catalogue-groups.ts'
import { BuyButton } from './buy-button.tsx'
import { CurrencyChooser } from './catalogue-note.tsx'
import { promotion, usePromotion } from './promotion.ts'
import { PackPrice } from './pack-price.tsx'

export function PricingPage() {
  const text = useText()
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('code')
    if (code !== null) promotion.prefill(code)
  }, [])
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={headings['page']}>{text('pricing.title')}</h1>
        <p className={styles['lead']}>{text('pricing.lead', { points: BASE_POINTS })}</p>
        {/* The chooser is positioned between two sections, so that no element moves when the chooser appears. */}
        <div className={styles['chooser']}>
          <CurrencyChooser />
        </div>
      </header>
      <PlansSection />
      <PacksSection />
      <div className={styles['more']}>
        <Comparison />
        <Questions />
      </div>
    </div>
  )
}

/** The plans side by side, with one feature per line. */
export function Comparison() {
  const text = useText()
  const { groups, isEmpty } = useCatalogueGroups()
  const mayRender = useAfterPaint(!isEmpty, renderInTurn)
  const { features } = groups
  if (!mayRender || features.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby="comparison-title">
      <h2 id="comparison-title" className={headings['section']}>
        {text('pricing.comparison.title')}
      </h2>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{text('pricing.comparison.feature')}</span>
            </th>
            <th scope="col">{text('pricing.plan.basic')}</th>
            <th scope="col">{text('pricing.plans.premium')}</th>
          </tr>
        </thead>
        <tbody>
          {features.map(({ title, icon, basic, premium }) => (
            <tr key={title} data-differs={basic !== premium || undefined}>
              <th scope="row">
                <span className={styles['feature']}>
                  {icon !== undefined && <DataIcon name={icon} size="s" />}
                  <span>{title}</span>
                </span>
              </th>
              <td>{basic === '' ? text('pricing.comparison.none') : basic}</td>
              <td>{premium === '' ? text('pricing.comparison.none') : premium}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function Questions() {
  const text = useText()
  const { groups, isEmpty } = useCatalogueGroups()
  const mayRender = useAfterPaint(!isEmpty, renderInTurn)
  const { questions } = groups
  if (!mayRender || questions.length === 0) return null
  return (
    <section className={styles['questionsSection']} aria-labelledby="questions-title">
      <h2 id="questions-title" className={headings['section']}>
        {text('pricing.questions')}
      </h2>
      <QuestionList entries={questions} />
    </section>
  )
}

const PLACEHOLDER_KEYS = ['a', 'b', 'c', 'd', 'e'] as const
const CARD_SIZE = { width: 1, height: 1 } as const

/** The packs of points that can be bought without a plan, each with a button. */
export function PacksSection() {
  const text = useText()
  const { groups, canBuy, isEmpty, hasFailed } = useCatalogueGroups()
  const isPlaceholderShown = !useAfterPaint(!isEmpty, renderInTurn)
  if (hasFailed) return null
  return (
    <section className={styles['packsSectionSection']} aria-labelledby="packs-title" aria-busy={isPlaceholderShown || undefined}>
      <header className={styles['packsSectionHead']}>
        <h2 id="packs-title" className={headings['section']}>
          {text('pricing.packs.title')}
        </h2>
        <p className={styles['packsSectionLead']}>{text('pricing.packs.pageLead')}</p>
      </header>
      <ul className={styles['packs']}>
        {isPlaceholderShown &&
          PLACEHOLDER_KEYS.map((key) => (
            <li key={key} className={styles['waiting']}>
              <Skeleton {...CARD_SIZE} />
            </li>
          ))}
        {!isPlaceholderShown && groups.packs.map((pack) => <PackCard key={pack.skuId} pack={pack} canBuy={canBuy} />)}
      </ul>
    </section>
  )
}

function PackCard({ pack, canBuy }: { readonly pack: PackSku; readonly canBuy: boolean }) {
  const text = useText()
  const { points, memberPrice, skuTips = '' } = pack
  const name = packName(points, text('pricing.packs.unit'))
  const { code, promotionUse } = usePromotion(pack)
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
        {promotionUse.kind === 'used' &&
          text('pricing.packs.withCode', { code, price: formatMoney(promotionUse.quote.totalCents, promotionUse.quote.currencyCode) })}
        {promotionUse.kind === 'unknown' && !promotionUse.isAsking && text('pricing.packs.codeUnchecked')}
        {promotionUse.kind === 'none' &&
          memberPrice !== undefined &&
          text('pricing.packs.memberPrice', { price: formatMoney(memberPrice, pack.currencyCode) })}
      </p>
      <BuyButton isWide sku={canBuy ? pack : null} skuName={name} source="pricing_page" aria-label={text('pricing.packs.buyOf', { name })}>
        {text('pricing.packs.buyShort')}
      </BuyButton>
    </li>
  )
}
