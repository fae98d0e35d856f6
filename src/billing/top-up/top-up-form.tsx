import { useState } from 'react'
import { type TopUp, agreeTopUp } from '#shared/api/top-up.ts'
import { isCallerRefused } from '#shared/api/account-check.ts'
import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { SCREENS } from '#shared/domain/screens.ts'
import { LOW_POINTS, MAX_TOP_UP_CEILING_CENTS } from '#shared/domain/top-up-rules.ts'
import { Button } from '#src/design/button.tsx'
import { SelectField } from '#src/design/select-field.tsx'
import { endToast, showToast } from '#src/design/toast.ts'
import { api } from '#src/hub-client/api.ts'
import { failureText, formatNumber, useText } from '#src/i18n/i18n.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import styles from './top-up-panel.module.css'

interface TopUpFormProps {
  readonly facts: TopUp
  readonly onClose: () => void
  readonly onAgreed: () => void
}

/** The form for automatic top-ups. It shows exactly what will be charged, and the user agrees to that. */
export function TopUpForm({ facts: { packs, currencyCode, agreed }, onClose, onAgreed }: TopUpFormProps) {
  const text = useText()
  const [skuId, setSkuId] = useState(agreed?.skuId ?? packs[0]?.skuId)
  const [wantedThreshold, setThreshold] = useState(agreed?.belowPoints ?? LOW_POINTS)
  const [wantedCeiling, setCeiling] = useState(agreed?.ceilingCents ?? 0)
  const [isBusy, setBusy] = useState(false)
  // The idempotency keys by the agreed terms. After a lost answer, a repeated agreement to the same terms uses the same key.
  const [attemptKeys] = useState(() => new Map<string, string>())
  const pack = packs.find((each) => each.skuId === skuId)
  if (pack === undefined) return null
  const thresholds = thresholdChoices(pack)
  const ceilings = ceilingChoices(pack)
  const terms = {
    skuId: pack.skuId,
    belowPoints: closestChoice(thresholds, wantedThreshold),
    ceilingCents: closestChoice(ceilings, wantedCeiling),
    priceCents: pack.cents,
    currencyCode,
  }
  const formatCents = (cents: number) => formatMoney(cents, currencyCode)
  const pointsText = (count: number) => text('topUp.points', { points: formatNumber(count) })
  const facts = {
    below: pointsText(terms.belowPoints),
    points: pointsText(pack.points),
    price: formatCents(pack.cents),
    now: formatCents(pack.nowCents),
    ceiling: formatCents(terms.ceilingCents),
  }
  const isCardSaved = agreed !== null && agreed.card !== null
  const send = async (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    endToast('top-up')
    setBusy(true)
    const termsKey = JSON.stringify(terms)
    const idempotencyKey = attemptKeys.get(termsKey) ?? crypto.randomUUID()
    attemptKeys.set(termsKey, idempotencyKey)
    const returnUrl = location.origin + splitLocale(location.pathname).prefix + SCREENS.settings.path
    const answer = await api.call(agreeTopUp, { ...terms, returnUrl }, { idempotencyKey })
    setBusy(false)
    if (answer.ok && answer.value.url !== null) return location.assign(answer.value.url)
    if (answer.ok) {
      void showToast({ id: 'top-up', color: 'success', title: text('topUp.saved') }, 'money')
      return onAgreed()
    }
    if (answer.error.retry === 'never' && !isCallerRefused(answer.error)) attemptKeys.delete(termsKey)
    void showToast({ id: 'top-up', color: 'error', title: text('topUp.notSaved'), description: failureText(answer.error) }, 'money')
  }
  return (
    <form className={styles['form']} method="post" noValidate onSubmit={(event) => void send(event)}>
      <SelectField
        label={text('topUp.form.pack')}
        value={pack.skuId}
        options={packs.map((each) => ({
          value: each.skuId,
          label: text('topUp.form.packOption', { points: pointsText(each.points), price: formatCents(each.cents) }),
        }))}
        onValue={setSkuId}
      />
      <SelectField
        label={text('topUp.form.below')}
        value={String(terms.belowPoints)}
        options={thresholds.map((count) => ({ value: String(count), label: pointsText(count) }))}
        onValue={(value) => setThreshold(Number(value))}
      />
      <SelectField
        label={text('topUp.form.ceiling')}
        value={String(terms.ceilingCents)}
        options={ceilings.map((cents) => ({ value: String(cents), label: formatCents(cents) }))}
        onValue={(value) => setCeiling(Number(value))}
      />
      <ul className={styles['terms']}>
        <li>{text('topUp.terms.when', facts)}</li>
        {pack.nowCents < pack.cents && <li>{text('topUp.terms.member', facts)}</li>}
        <li>{text('topUp.terms.ceiling', facts)}</li>
        <li>{text('topUp.terms.receipt')}</li>
        <li>{text(isCardSaved ? 'topUp.terms.sameCard' : 'topUp.terms.card')}</li>
      </ul>
      <div className={styles['actions']}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {text(isCardSaved ? 'topUp.agree' : 'topUp.agreeCard')}
        </Button>
        <Button variant="plain" onClick={onClose}>
          {text('topUp.cancel')}
        </Button>
      </div>
    </form>
  )
}

const NOTICE_BALANCES = [LOW_POINTS, 100, 200, 500, 1000]
const PACKS_PER_MONTH = [1, 2, 3, 5, 10]

/** The balances at which a notice can be sent, including the chosen one. */
export function noticeChoices(chosenBalance: number | null): number[] {
  return [...new Set([...NOTICE_BALANCES, ...(chosenBalance === null ? [] : [chosenBalance])])].toSorted((a, b) => a - b)
}

/** The balances below which a top-up can happen: at most the points of the pack. */
function thresholdChoices(pack: { readonly points: number }): number[] {
  return NOTICE_BALANCES.filter((points) => points <= pack.points)
}

/** The monthly limits that can be chosen for a pack, in cents. */
function ceilingChoices(pack: { readonly cents: number }): number[] {
  return PACKS_PER_MONTH.map((packs) => packs * pack.cents).filter((cents) => cents <= MAX_TOP_UP_CEILING_CENTS)
}

/** The largest choice that is not above the wanted number; if there is none, the smallest choice. */
function closestChoice(choices: readonly number[], wantedNumber: number): number {
  return choices.findLast((choice) => choice <= wantedNumber) ?? choices[0] ?? wantedNumber
}
