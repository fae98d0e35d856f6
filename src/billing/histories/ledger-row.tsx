import type { LedgerEntry } from '#shared/api/user.ts'
import { dateAndTime, isoTime } from '#shared/domain/relative-time.ts'
import { Link, linkTo, linkToReceipt } from '#src/routing/routes.ts'
import { formatNumber, useText } from '#src/i18n/i18n.ts'
import { showLinked } from '#src/browser/show-linked.ts'
import styles from './ledger-row.module.css'
import { lineKey, signedPoints } from './ledger-kinds.ts'

interface LedgerRowProps {
  readonly entry: LedgerEntry
  /** Whether to omit the links and the server's note. */
  readonly isShort?: boolean
}

const showLine = (line: HTMLLIElement | null) => void (line !== null && showLinked(line))

/** A line of the ledger: what happened, the points, the time and the balance after it. */
export function LedgerRow({ entry, isShort = false }: LedgerRowProps) {
  const text = useText()
  const { id, amount, balance, occurredAt, note, taskId, orderId } = entry
  return (
    <li {...(isShort ? {} : { id: `line-${id}`, 'data-scroll-item': id, ref: showLine, tabIndex: -1 })} className={styles['row']}>
      <div className={styles['words']}>
        <p className={styles['title']}>{text(lineKey(entry))}</p>
        <p className={styles['facts']}>
          <time dateTime={isoTime(occurredAt)}>{dateAndTime(occurredAt)}</time>
          {!isShort && note !== '' && <span>{note}</span>}
          {!isShort && taskId !== undefined && (
            <Link href={`${linkTo('creations')}#creation-${encodeURIComponent(taskId)}`} className={styles['link']}>
              {text('billing.line.toVideo')}
            </Link>
          )}
          {!isShort && orderId !== undefined && (
            <Link href={linkToReceipt(orderId)} className={styles['link']}>
              {text('billing.receipt.open')}
            </Link>
          )}
        </p>
      </div>
      <p className={styles['amount']} data-sign={Math.sign(amount)}>
        <span className="visually-hidden">{text('billing.line.amount')} </span>
        {signedPoints(amount, formatNumber)}
        <span className={styles['balance']}>{text('billing.line.balance', { points: formatNumber(balance) })}</span>
      </p>
    </li>
  )
}
