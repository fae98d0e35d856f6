import type { LedgerEntry } from '#shared/api/user.ts'
import { type LedgerCheck, type Ledger, ledgerList } from '../history-lists.ts'
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

const NEWEST_LINES = 20

export function LedgerCheckNote({ check, ledger }: { readonly check: LedgerCheck | null; readonly ledger: Ledger }) {
  const text = useText()
  if (check === null) {
    return (
      <output className={styles['check']}>
        <Spinner />
        {text('billing.check.adding')}
      </output>
    )
  }
  const isWrong = check.difference !== 0 || check.brokenId !== null
  const values = {
    count: check.lines,
    before: formatNumber(check.before),
    sum: signedPoints(check.sum, formatNumber),
    total: formatNumber(check.before + check.sum),
    balance: formatNumber(check.balance),
  }
  const isWhole = !ledger.hasNext
  return (
    <div className={styles['check']} data-wrong={isWrong || undefined} role={isWrong ? 'alert' : 'status'}>
      <Icon name={isWrong ? 'alert' : 'check'} size="s" />
      <div className={styles['words']}>
        <p>
          {text(isWhole ? 'billing.check.whole' : 'billing.check.part', values)}
          {check.difference === 0 && text('billing.check.equals', values)}
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

/** Sends a message to support: the difference and the ledger lines in which it occurs. */
async function mailSupport(email: string, check: LedgerCheck, entries: readonly LedgerEntry[]): Promise<void> {
  const lines = entries.slice(0, NEWEST_LINES).map(({ id, kind, amount, balance }) => `${id} ${kind} ${amount} -> ${balance}`)
  const message = [JSON.stringify(check), ...lines].join('\n')
  const { answer: sent } = await pressMutation({ kind: 'contact', email, subject: "Points don't add up", message })
  if (sent.ok)
    await showToast(
      { id: 'ledger-check', color: 'success', title: text('billing.check.reportSent'), description: text('billing.check.reportSentHint') },
      'money',
    )
  else
    await showToast(
      { id: 'ledger-check', color: 'error', title: text('billing.check.reportFailed'), description: failureText(sent.error) },
      'money',
    )
}
