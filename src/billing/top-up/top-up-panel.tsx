import { useEffect, useEffectEvent, useState } from 'react'
import type { AppErrorCode, Result } from '#shared/result.ts'
import { type TopUp, getTopUp, saveLowPoints, stopTopUp } from '#shared/api/top-up.ts'
import { Button } from '#src/design/button.tsx'
import { buttonClass } from '#src/design/button-class.ts'
import { SelectField } from '#src/design/select-field.tsx'
import { FailedNote } from '#src/design/state-note.tsx'
import { endToast, showToast } from '#src/design/toast.ts'
import { api } from '#src/hub-client/api.ts'
import { loadFailureText, failureText, formatNumber, useText } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { currencyFacts } from '../currency-choice.ts'
import { ListLoading } from '../list-notes.tsx'
import { TopUpForm, noticeChoices } from './top-up-form.tsx'
import styles from './top-up-panel.module.css'

const NEVER_OPTION = 'never'

/** The settings of the notice about a low balance and, if the payment service can charge a saved card, of the automatic top-up. */
export function TopUpPanel() {
  const text = useText()
  const { facts, problem, reload } = useTopUp()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (facts === null && problem !== null)
    return (
      <FailedNote
        title={text('topUp.failed')}
        hint={loadFailureText({ code: problem })}
        retryLabel={text('billing.retry')}
        onRetry={() => void reload()}
      />
    )
  if (facts === null)
    return (
      <div className={styles['room']}>
        <ListLoading />
      </div>
    )
  const saveChange = async (request: Promise<Result<unknown>>, successKey: string) => {
    endToast('top-up')
    setBusy(true)
    const answer = await request
    await reload()
    setBusy(false)
    if (answer.ok) void showToast({ id: 'top-up', color: 'success', title: text(successKey) }, 'money')
    else void showToast({ id: 'top-up', color: 'error', title: text('topUp.notSaved'), description: failureText(answer.error) }, 'money')
  }
  const { noticePoints, isOffered, agreed } = facts
  const chooseNotice = (value: string) =>
    void saveChange(api.call(saveLowPoints, { points: value === NEVER_OPTION ? null : Number(value) }), 'topUp.notice.saved')
  return (
    <div className={styles['panel']}>
      <SelectField
        label={text('topUp.notice.label')}
        value={noticePoints === null ? NEVER_OPTION : String(noticePoints)}
        options={[
          { value: NEVER_OPTION, label: text('topUp.notice.never') },
          ...noticeChoices(noticePoints).map((points) => ({
            value: String(points),
            label: text('topUp.notice.below', { points: formatNumber(points) }),
          })),
        ]}
        onValue={chooseNotice}
      />
      {isOffered && (
        <section className={styles['card']} aria-label={text('topUp.title')}>
          <h4 className={styles['name']}>{text('topUp.title')}</h4>
          {agreed === null ? <InactiveTopUp facts={facts} /> : <ActiveTopUp agreed={agreed} />}
          {isOpen ? (
            <TopUpForm
              facts={facts}
              onClose={() => setOpen(false)}
              onAgreed={() => {
                setOpen(false)
                void reload()
              }}
            />
          ) : (
            <div className={styles['actions']}>
              {agreed?.confirmUrl && (
                <a className={buttonClass('primary')} href={agreed.confirmUrl}>
                  {text('topUp.confirm')}
                </a>
              )}
              {agreed !== null && (
                <Button isBusy={isBusy} onClick={() => void saveChange(api.call(stopTopUp, {}), 'topUp.stopped')}>
                  {text('topUp.stop')}
                </Button>
              )}
              <Button variant={agreed === null ? 'quiet' : 'plain'} onClick={() => setOpen(true)}>
                {text(agreed === null ? 'topUp.begin' : 'topUp.change')}
              </Button>
            </div>
          )}
        </section>
      )}
    </div>
  )
}

function InactiveTopUp({ facts: { lastEnd } }: { readonly facts: TopUp }) {
  const text = useText()
  return (
    <>
      <p className={styles['soft']}>{text('topUp.off')}</p>
      {lastEnd !== null && lastEnd.reason !== 'replaced' && (
        <p className={styles['soft']}>{text(`topUp.end.${lastEnd.reason}`, { day: formatDate(lastEnd.at) })}</p>
      )}
    </>
  )
}

function ActiveTopUp({ agreed }: { readonly agreed: NonNullable<TopUp['agreed']> }) {
  const text = useText()
  const formatCents = (cents: number) => formatMoney(cents, agreed.currencyCode)
  const pointsText = (count: number) => text('topUp.points', { points: formatNumber(count) })
  if (agreed.card === null) return <p className={styles['soft']}>{text('topUp.noCard')}</p>
  const rows = [
    ['when', pointsText(agreed.belowPoints)],
    ['pack', pointsText(agreed.points)],
    ['price', formatCents(agreed.priceCents)],
    ['card', agreed.card],
    ['ceiling', formatCents(agreed.ceilingCents)],
    ['charged', formatCents(agreed.chargedCents)],
    ...(agreed.chargingCents > 0 ? [['charging', formatCents(agreed.chargingCents)] as const] : []),
    ['agreed', formatDate(agreed.agreedAt)],
  ] as const
  return (
    <dl className={styles['facts']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{text(`topUp.fact.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface TopUpLoad {
  /** The settings of the notice and the top-up; null until loaded. They stay if a reload fails. */
  readonly facts: TopUp | null
  readonly problem: AppErrorCode | null
  readonly reload: () => Promise<void>
}

function useTopUp(): TopUpLoad {
  const [state, setState] = useState<Omit<TopUpLoad, 'reload'>>({ facts: null, problem: null })
  const receiveAnswer = (answer: Result<TopUp>) =>
    setState(({ facts }) => (answer.ok ? { facts: answer.value, problem: null } : { facts, problem: answer.error.code }))
  const receiveFirstAnswer = useEffectEvent(receiveAnswer)
  useEffect(() => {
    void api.call(getTopUp, currencyFacts()).then((answer) => receiveFirstAnswer(answer))
  }, [])
  return { ...state, reload: async () => receiveAnswer(await api.call(getTopUp, currencyFacts())) }
}
