import { RowBoundary } from '#src/design/row-boundary.tsx'
import { useState } from 'react'
import { Link } from '#src/routing/routes.ts'
import * as promotions from '#shared/api/operator-promotions.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { Button } from '#src/design/button.tsx'
import { Chip } from '#src/design/chip.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { type Text, useText } from '#src/i18n/i18n.ts'
import { ActButtons, type ConsoleAct, useActs } from './console-acts.tsx'
import { Facts, Moment, consolePath } from './console-parts.tsx'
import { AnswerContainer, MoreButton, usePages } from './console-answers.tsx'
import styles from './console.module.css'
import { createPromotionAct, disablePromotionAct } from './promotion-acts.ts'

export function PromotionsScreen() {
  const text = useText()
  const pages = usePages(promotions.getPromotions, {}, (rows) => ({ start: rows.at(-1)?.id }))
  const creationAct = createPromotionAct(text, pages.reload)
  const actsOf = (row: promotions.OperatorPromotion) => (row.disabledAt === null ? [disablePromotionAct(text, row, pages.reload)] : [])
  useActs([creationAct, ...(pages.value ?? []).flatMap(actsOf)])
  return (
    <div className={styles['screen']}>
      <div className={styles['bar']}>
        <h2 className={styles['subtitle']}>{text('operator.promotions')}</h2>
        <ActButtons acts={[creationAct]} />
      </div>
      <AnswerContainer answer={pages}>
        {(rows) =>
          rows.length === 0 ? (
            <StateNote icon="gem" title={text('operator.promotions.none')} />
          ) : (
            <ul className={styles['cards']}>
              {rows.map((row) => (
                <RowBoundary key={row.id} row={row}>
                  <PromotionCard row={row} acts={actsOf(row)} />
                </RowBoundary>
              ))}
            </ul>
          )
        }
      </AnswerContainer>
      <MoreButton pages={pages} />
    </div>
  )
}

function PromotionCard({ row, acts }: { readonly row: promotions.OperatorPromotion; readonly acts: readonly ConsoleAct[] }) {
  const text = useText()
  return (
    <li className={styles['card']}>
      <div className={styles['bar']}>
        <h3 className={styles['partTitle']}>{row.code}</h3>
        {row.disabledAt !== null && <Chip>{text('operator.promotions.disabled')}</Chip>}
      </div>
      <Facts facts={factsOf(text, row)} />
      <Redemptions promotion={row} />
      <ActButtons acts={acts} />
    </li>
  )
}

function factsOf(text: Text, row: promotions.OperatorPromotion): readonly (readonly [string, React.ReactElement | string])[] {
  const { percentOff, amountsOff, skuIds, startsAt, endsAt, mostRedemptions, mostPerPerson, audience, named, reserved, redeemed } = row
  const amounts = Object.entries(amountsOff ?? {}).map(([currency, cents]) => formatMoney(cents, currency))
  const usesText =
    mostRedemptions === null
      ? text('operator.promotions.usesUnlimited', { redeemed, reserved })
      : text('operator.promotions.usesOf', { redeemed, reserved, limit: mostRedemptions })
  return [
    [text('operator.promotions.off'), percentOff === null ? amounts.join(', ') : `${percentOff} %`],
    [text('operator.promotions.skus'), skuIds === null ? text('operator.promotions.all') : skuIds.join(', ')],
    [text('operator.promotions.startsAt'), startsAt === null ? '–' : <Moment key="startsAt" atMs={startsAt} />],
    [text('operator.promotions.endsAt'), endsAt === null ? '–' : <Moment key="endsAt" atMs={endsAt} />],
    [text('operator.promotions.uses'), usesText],
    [text('operator.promotions.perPerson'), String(mostPerPerson)],
    [text('operator.promotions.audience'), text(`operator.promotions.audience.${audience}`, { count: named })],
  ]
}

/** The users of a promotion code. They are loaded after a press only, because the server records each view of them. */
function Redemptions({ promotion }: { readonly promotion: promotions.OperatorPromotion }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text('operator.promotions.redemptions', { code: promotion.code })}
      </Button>
      {isOpen && <RedemptionList id={promotion.id} />}
    </div>
  )
}

function RedemptionList({ id }: { readonly id: string }) {
  const text = useText()
  const pages = usePages(promotions.getRedemptions, { id }, (rows) => ({ start: String(rows.length) }))
  return (
    <>
      <AnswerContainer answer={pages}>
        {(rows) => (
          <ol className={styles['rows']}>
            {rows.length === 0 && <li className={styles['hint']}>{text('operator.promotions.noUses')}</li>}
            {rows.map((row) => (
              <RowBoundary key={row.orderId} row={row}>
                <RedemptionRow row={row} />
              </RowBoundary>
            ))}
          </ol>
        )}
      </AnswerContainer>
      <MoreButton pages={pages} />
    </>
  )
}

function RedemptionRow({ row }: { readonly row: promotions.Redemption }) {
  const text = useText()
  return (
    <li className={styles['row']}>
      <div>
        <p className={styles['rowTitle']}>
          {text(`operator.promotions.use.${row.state}`)} · {row.skuId}
        </p>
        <p className={styles['hint']}>
          <Moment atMs={row.settledAt ?? row.reservedAt} />
        </p>
      </div>
      <div className={styles['rowEnd']}>
        <p>
          {formatMoney(row.totalCents, row.currencyCode)} ({formatMoney(-row.discountCents, row.currencyCode)})
        </p>
        <Link href={consolePath('person', row.ownerId)} className={styles['link']}>
          {row.ownerId}
        </Link>
      </div>
    </li>
  )
}
