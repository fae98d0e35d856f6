import type { LedgerEntry } from '#shared/api/user.ts'
import { type LedgerCheck, type Ledger, checkLedger, ledgerList } from '../history-lists.ts'
import { useState } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import { formatNumber, text, useText, failureText } from '#src/i18n/i18n.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { Spinner } from '#src/design/loading.tsx'
import { pressMutation } from '#src/hub-client/press-mutation.ts'
import { endToast, showToast } from '#src/design/toast.ts'
import { signedPoints } from './ledger-kinds.ts'
import styles from './ledger-check-note.module.css'

const REPORTED_LINE_COUNT = 20

/** The result of the ledger's check. While the check runs, the note already has the height of the expected result. */
export function LedgerCheckNote({ check, ledger }: { readonly check: LedgerCheck | null; readonly ledger: Ledger }) {
  const text = useText()
  const {
    before: balanceBefore,
    sum,
    lines: lineCount,
    balance,
  } = check ?? checkLedger(ledger.items, ledger.hasNext, ledger.items[0]?.balance ?? 0)
  const values = {
    count: lineCount,
    before: formatNumber(balanceBefore),
    sum: signedPoints(sum, formatNumber),
    total: formatNumber(balanceBefore + sum),
    balance: formatNumber(balance),
  }
  const totalText = text(ledger.hasNext ? 'billing.check.part' : 'billing.check.whole', values)
  const matchText = text('billing.check.equals', values)
  if (check === null) {
    return (
      <output className={styles['check']}>
        <Spinner />
        <div className={styles['waiting']}>
          <p>{text('billing.check.adding')}</p>
          <p className={styles['room']} aria-hidden="true">
            {totalText}
            {matchText}
          </p>
        </div>
      </output>
    )
  }
  const isWrong = check.difference !== 0 || check.brokenId !== null
  return (
    <div className={styles['check']} data-wrong={isWrong || undefined} role={isWrong ? 'alert' : 'status'}>
      <Icon name={isWrong ? 'alert' : 'check'} size="s" />
      <div className={styles['words']}>
        <p>
          {totalText}
          {check.difference === 0 && matchText}
        </p>
        {check.difference !== 0 && (
          <p>{text('billing.check.differs', { ...values, difference: signedPoints(check.difference, formatNumber) })}</p>
        )}
        {check.brokenId !== null && <p>{text('billing.check.broken', { line: check.brokenId })}</p>}
        {isWrong && <DifferenceActions check={check} ledger={ledger} />}
      </div>
    </div>
  )
}

function DifferenceActions({ check, ledger }: { readonly check: LedgerCheck; readonly ledger: Ledger }) {
  const text = useText()
  const { account } = useSnapshot(hubState)
  const [isBusy, setBusy] = useState(false)
  const email = account?.isLoggedIn === true ? account.email : ''
  const reportDifference = async () => {
    endToast('ledger-check')
    setBusy(true)
    await mailSupport(email, check, ledger.items)
    setBusy(false)
  }
  return (
    <div className={styles['actions']}>
      <Button icon="retry" onClick={() => void ledgerList.load()}>
        {text('billing.check.again')}
      </Button>
      {email === '' ? (
        <Link href={linkTo('support')} className={buttonClass('quiet')}>
          {text('billing.check.report')}
        </Link>
      ) : (
        <Button icon="mail" isBusy={isBusy} onClick={() => void reportDifference()}>
          {text('billing.check.report')}
        </Button>
      )}
    </div>
  )
}

/** Sends a message to support with the result of the check and the newest lines of the ledger. */
async function mailSupport(email: string, check: LedgerCheck, entries: readonly LedgerEntry[]): Promise<void> {
  const lines = entries.slice(0, REPORTED_LINE_COUNT).map(({ id, kind, amount, balance }) => `${id} ${kind} ${amount} -> ${balance}`)
  const message = [JSON.stringify(check), ...lines].join('\n')
  const { answer } = await pressMutation({ kind: 'contact', email, subject: "Points don't add up", message })
  if (answer.ok)
    await showToast(
      { id: 'ledger-check', color: 'success', title: text('billing.check.reportSent'), description: text('billing.check.reportSentHint') },
      'money',
    )
  else
    await showToast(
      { id: 'ledger-check', color: 'error', title: text('billing.check.reportFailed'), description: failureText(answer.error) },
      'money',
    )
}
