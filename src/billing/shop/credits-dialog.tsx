import { useEffect, useState, useId } from 'react'
import { formatMoney } from '#shared/domain/currencies.ts'
import { chargedCents, packName } from '#shared/domain/sku-rules.ts'
import { type PackSku, useCatalogueGroups } from '../catalogue-groups.ts'
import { BuyButton } from './buy-button.tsx'
import { CatalogueNote, CurrencyChooser } from './catalogue-note.tsx'
import { PromotionEntry } from './promotion-entry.tsx'
import { usePromotion } from './promotion.ts'
import { firstPack, paysAsMember, PackPrice } from './pack-price.tsx'
import { billingDialogs, closeBilling, openSubscriptions } from '../billing-dialogs.ts'
import { formatNumber, text, useText } from '#src/i18n/i18n.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { membership } from '../membership-state.ts'
import { Dialog } from '#src/design/dialog.tsx'
import { Skeleton } from '#src/design/loading.tsx'
import { showToast } from '#src/design/toast.ts'
import { SwitchRow } from '#src/design/switch-row.tsx'
import styles from './shop-dialog.module.css'
import { MEMBER_SWITCH_MS } from '#shared/domain/membership-terms.ts'
import { BASE_POINTS } from '#shared/domain/video-price.ts'
import { classNames } from '#src/design/class-names.ts'
import optionsStyles from './options.module.css'

const PLACEHOLDER_KEYS = ['a', 'b', 'c', 'd', 'e'] as const
const ROW_SIZE = { width: 392, height: 62 } as const

/** A dialog that sells packs of points. If an action needs points, the dialog shows how many are missing. */
export function CreditsDialog() {
  const text = useText()
  const { missingPoints } = useSnapshot(billingDialogs)
  const { lastSku } = useSnapshot(hubState).billing
  const { groups, canBuy, isEmpty, hasFailed } = useCatalogueGroups()
  const [chosenSkuId, choosePack] = useState<string>()
  const [wantsMemberPrices, turnSwitch] = useDiscountSwitch()
  const { packs } = groups
  const paysHalf = paysAsMember(packs)
  const chosenPack = packs.find(({ skuId }) => skuId === chosenSkuId) ?? firstPack(packs, missingPoints, lastSku)
  const { promotionUse } = usePromotion(chosenPack ?? null)
  return (
    <Dialog title={text('pricing.packs.buyTitle')} closeLabel={text('dialog.close')} onClose={closeBilling}>
      <div className={styles['shop']}>
        <PointsLead missingPoints={missingPoints} />
        <CatalogueNote />
        {!isEmpty && <MemberDiscount paysHalf={paysHalf} isOn={wantsMemberPrices} onTurn={turnSwitch} />}
        <CurrencyChooser />
        {isEmpty && !hasFailed && (
          <section className={styles['waiting']} aria-busy="true" aria-label={text('pricing.loading')}>
            {PLACEHOLDER_KEYS.map((key) => (
              <Skeleton key={key} {...ROW_SIZE} />
            ))}
          </section>
        )}
        <PackPicker packs={packs} chosenSkuId={chosenPack?.skuId} hasMemberPrices={wantsMemberPrices && !paysHalf} onChoose={choosePack} />
      </div>
      <div className={styles['foot']}>
        <PromotionEntry sku={canBuy ? (chosenPack ?? null) : null} />
        <BuyButton
          variant="primary"
          size="l"
          isWide
          sku={canBuy ? (chosenPack ?? null) : null}
          skuName={chosenPack === undefined ? '' : packName(chosenPack.points, text('pricing.packs.unit'))}
          source="credits_dialog"
          onStart={() => turnSwitch(false)}
        >
          {chosenPack === undefined
            ? text('pricing.buyUnknown')
            : text('pricing.packs.buy', {
                points: formatNumber(chosenPack.points),
                price:
                  promotionUse.kind === 'used'
                    ? formatMoney(promotionUse.quote.totalCents, promotionUse.quote.currencyCode)
                    : formatMoney(chargedCents(chosenPack), chosenPack.currencyCode),
              })}
        </BuyButton>
        <p className={styles['small']}>{text('pricing.packs.once')}</p>
      </div>
    </Dialog>
  )
}

function PointsLead({ missingPoints }: { readonly missingPoints: number | null }) {
  const text = useText()
  const { credits } = useSnapshot(hubState)
  if (missingPoints !== null)
    return <p className={styles['lead']}>{text('pricing.packs.missing', { points: formatNumber(missingPoints) })}</p>
  return (
    <p className={styles['lead']}>
      {credits === null ? text('pricing.packs.lead') : text('pricing.packs.have', { points: formatNumber(credits.points) })}
    </p>
  )
}

/** Whether the user wants to see the members' prices. Without a paid plan, turning the switch on opens the plans. */
function useDiscountSwitch(): readonly [boolean, (isOn: boolean) => void] {
  const [wantsMemberPrices, setWantsMemberPrices] = useState(false)
  const [discountSwitch] = useState(() => createDiscountSwitch({ notify: showMemberDiscountToast, openPlans: openSubscriptions }))
  useEffect(() => () => discountSwitch.stop(), [discountSwitch])
  const turnSwitch = (isOn: boolean) => {
    setWantsMemberPrices(isOn)
    discountSwitch.turn(isOn)
  }
  return [wantsMemberPrices, turnSwitch]
}

/**
 * Shows a toast that explains who pays half. A trial member pays the full price, because otherwise everybody could buy everything at half
 * price during a free week.
 */
function showMemberDiscountToast(): void {
  const title = text(membership.isActive ? 'pricing.discount.trial' : 'pricing.discount.membersOnly')
  void showToast({ id: 'member-prices', color: 'info', title }, 'money')
}

interface MemberDiscountProps {
  /** Whether this account pays half for packs. */
  readonly paysHalf: boolean
  readonly isOn: boolean
  readonly onTurn: (isOn: boolean) => void
}

/** The switch for the members' prices. For members who pay half it is always on, because their packs have no other price. */
function MemberDiscount({ paysHalf, isOn, onTurn }: MemberDiscountProps) {
  const text = useText()
  return (
    <SwitchRow
      title={text('pricing.discount.title')}
      hint={text(paysHalf ? 'pricing.discount.applied' : 'pricing.discount.hint')}
      isOn={paysHalf || isOn}
      isDisabled={paysHalf}
      onTurn={onTurn}
    />
  )
}

interface DiscountSwitchDeps {
  /** Shows a toast: the discount needs a paid plan. */
  readonly notify: () => void
  readonly openPlans: () => void
}

interface DiscountSwitch {
  turn(isOn: boolean): void
  /** Cancels the timer; called when the packs are hidden. */
  stop(): void
}

/**
 * The switch of an account without a paid plan. Turning it on explains the condition at once and opens the plans 2 s later, unless
 * the user turns it off before.
 */
export function createDiscountSwitch({ notify, openPlans }: DiscountSwitchDeps): DiscountSwitch {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    turn(isOn) {
      clearTimeout(timer)
      if (!isOn) return
      notify()
      timer = setTimeout(openPlans, MEMBER_SWITCH_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

interface PackPickerProps {
  readonly packs: readonly PackSku[]
  readonly chosenSkuId: string | undefined
  /** Whether each pack shows its price for members. */
  readonly hasMemberPrices: boolean
  readonly onChoose: (skuId: string) => void
}

/** The packs of points, as native radio buttons. */
function PackPicker({ packs, chosenSkuId, hasMemberPrices, onChoose }: PackPickerProps) {
  const text = useText()
  const name = useId()
  return (
    <fieldset>
      <legend className="visually-hidden">{text('pricing.packs.choose')}</legend>
      <div className={styles['packs']}>
        {packs.map((pack) => (
          <label key={pack.skuId} className={classNames(optionsStyles['option'], styles['pack'])}>
            <input
              className={optionsStyles['input']}
              type="radio"
              name={name}
              checked={pack.skuId === chosenSkuId}
              onChange={() => onChoose(pack.skuId)}
            />
            <span className={optionsStyles['dot']} />
            <span className={styles['words']}>
              <span className={styles['points']}>{text('pricing.packs.points', { points: formatNumber(pack.points) })}</span>
              <span className={optionsStyles['note']}>
                {text('pricing.packs.videos', { count: Math.floor(pack.points / BASE_POINTS) })}
              </span>
            </span>
            <span className={styles['money']}>
              <PackPrice pack={pack} />
              <span className={optionsStyles['note']}>
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
