import { RowBoundary } from '#src/design/row-boundary.tsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { formatNumber, useText } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Button, IconButton } from '#src/design/button.tsx'
import type { Subscription } from '#shared/api/subscription.ts'
import { LOW_POINTS } from '#shared/domain/top-up-rules.ts'
import { openCredits, openSubscriptions } from '../billing-dialogs.ts'
import { useSubscription } from '../subscription.ts'
import styles from './credits-panel.module.css'
import { LedgerRow } from './ledger-row.tsx'
import { useLedger } from '../history-lists.ts'
import { ListLoading, StoredMark } from '../list-notes.tsx'

interface CreditsPanelProps {
  readonly id: string
  readonly onOpen: (isOpen: boolean) => void
}

const NEWEST_LINE_COUNT = 5

/** The popover below the balance; on phones, it is at the bottom of the screen. Its content is rendered only while it is open. */
export function CreditsPanel({ id, onOpen }: CreditsPanelProps) {
  const text = useText()
  const ref = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(true)
  useLayoutEffect(() => {
    if (ref.current?.matches(':popover-open') === false) ref.current.showPopover()
  }, [])
  const reportOpen = (isOpenNow: boolean) => {
    setOpen(isOpenNow)
    onOpen(isOpenNow)
  }
  return (
    <dialog
      ref={ref}
      id={id}
      popover="auto"
      className={styles['panel']}
      aria-label={text('credits.title')}
      onToggle={(event) => reportOpen(event.newState === 'open')}
    >
      {isOpen && <CreditsDetails close={() => ref.current?.hidePopover()} />}
    </dialog>
  )
}

function CreditsDetails({ close }: { readonly close: () => void }) {
  const text = useText()
  const { credits } = useSnapshot(hubState)
  useEffect(() => void hub.api.refreshCredits(), [])
  const pointsText = (points: number | undefined) => (points === undefined ? text('credits.unknown') : formatNumber(points))
  const closeAndOpen = (openDialog: () => void) => () => {
    close()
    openDialog()
  }
  return (
    <>
      <div className={styles['head']}>
        <h2 className={styles['name']}>{text('credits.title')}</h2>
        <IconButton icon="close" label={text('dialog.close')} onClick={close} />
      </div>
      <dl className={styles['balance']}>
        <div>
          <dt>{text('credits.available')}</dt>
          <dd data-large>{pointsText(credits?.points)}</dd>
        </div>
        <div>
          <dt>{text('credits.reserved')}</dt>
          <dd>{pointsText(credits?.held)}</dd>
        </div>
      </dl>
      {credits !== null && credits.points < LOW_POINTS && (
        <p className={styles['soft']}>
          {text('billing.low')}{' '}
          <Link href={`${linkTo('settings')}#low-points`} onClick={close}>
            {text('topUp.settings')}
          </Link>
        </p>
      )}
      <RenewalNote />
      <p className={styles['soft']}>{text('billing.noExpiry')}</p>
      <h3 className={styles['title']}>{text('billing.last')}</h3>
      <LastLines />
      <div className={styles['actions']}>
        <Button variant="primary" aria-haspopup="dialog" onClick={closeAndOpen(openCredits)}>
          {text('billing.buy')}
        </Button>
        <Button aria-haspopup="dialog" onClick={closeAndOpen(openSubscriptions)}>
          {text('billing.plans')}
        </Button>
        <Link href={linkTo('ledger')} className={buttonClass('plain')} onClick={close}>
          {text('billing.allLines')}
        </Link>
      </div>
    </>
  )
}

function LastLines() {
  const text = useText()
  const { items, status, answeredAtMs } = useLedger()
  if (status === 'waiting') return <ListLoading />
  if (status === 'failed') return <p className={styles['soft']}>{text('billing.linesUnread')}</p>
  if (items.length === 0) return <p className={styles['soft']}>{text('billing.ledger.empty')}</p>
  return (
    <>
      {status === 'stored' && answeredAtMs !== null && <StoredMark answeredAtMs={answeredAtMs} />}
      <ol>
        {items.slice(0, NEWEST_LINE_COUNT).map((entry) => (
          <RowBoundary key={entry.id} row={entry}>
            <LedgerRow entry={entry} isShort />
          </RowBoundary>
        ))}
      </ol>
    </>
  )
}

/** A line that says when the plan renews or ends. */
function RenewalNote() {
  const text = useText()
  const { account } = useSnapshot(hubState)
  const { subscription } = useSubscription()
  const [nowMs] = useState(Date.now)
  const line = renewalLine(subscription, account?.membershipExpiresAt ?? null, nowMs)
  if (line === null) return null
  return <p className={styles['renewal']}>{text(line.key, { day: formatDate(line.atMs) })}</p>
}

interface RenewalLine {
  readonly key: string
  readonly atMs: number
}

/** When the plan renews or ends. Without data about a plan, when the account's membership ends. */
export function renewalLine(subscription: Subscription | null, membershipEndsMs: number | null, nowMs: number): RenewalLine | null {
  if (subscription === null) {
    return membershipEndsMs !== null && membershipEndsMs > nowMs ? { key: 'billing.renewal.member', atMs: membershipEndsMs } : null
  }
  const { state, renewsAt, endsAt, graceEndsAt } = subscription
  if (state === 'PAST_DUE') return { key: 'billing.renewal.pastDue', atMs: graceEndsAt ?? endsAt }
  if (state === 'CANCELLED') return { key: 'billing.renewal.ends', atMs: endsAt }
  if (state === 'TRIAL') return { key: 'billing.renewal.trial', atMs: renewsAt ?? endsAt }
  return { key: 'billing.renewal.renews', atMs: renewsAt ?? endsAt }
}
