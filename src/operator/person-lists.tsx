import { RowBoundary } from '#src/design/row-boundary.tsx'
import { Link } from '#src/routing/routes.ts'
import { type PersonLedgerEntry, type PersonOrder, type PersonTask, getPersonLedger } from '#shared/api/operator.ts'
import { formatMoney } from '#shared/domain/currencies.ts'
import { Chip } from '#src/design/chip.tsx'
import { formatNumber, useText } from '#src/i18n/i18n.ts'
import { ActButtons } from './console-acts.tsx'
import { Moment, consolePath } from './console-parts.tsx'
import { AnswerContainer, MoreButton, usePages } from './console-answers.tsx'
import styles from './console.module.css'
import { orderActs, taskActs } from './person-acts.ts'

/** The ledger of an account, with the origin of each line. It is loaded again when the balance changes. */
export function PersonLedger({ id, points }: { readonly id: string; readonly points: number }) {
  return <LedgerRows key={points} id={id} />
}

function LedgerRows({ id }: { readonly id: string }) {
  const text = useText()
  const pages = usePages(getPersonLedger, { id }, (rows) => ({ start: rows.at(-1)?.entry.id }))
  return (
    <>
      <AnswerContainer answer={pages}>
        {(lines) =>
          lines.length === 0 ? (
            <p className={styles['hint']}>{text('operator.person.noLedger')}</p>
          ) : (
            <ol className={styles['rows']}>
              {lines.map((line) => (
                <RowBoundary key={line.entry.id} row={line}>
                  <LedgerLine line={line} />
                </RowBoundary>
              ))}
            </ol>
          )
        }
      </AnswerContainer>
      <MoreButton pages={pages} />
    </>
  )
}

function LedgerLine({ line: { entry, origin } }: { readonly line: PersonLedgerEntry }) {
  const text = useText()
  const { kind, amount, balance, occurredAt, note } = entry
  return (
    <li className={styles['row']}>
      <div>
        <p className={styles['rowTitle']}>{text(`operator.kind.${kind}`)}</p>
        <p className={styles['hint']}>
          <Moment atMs={occurredAt} />
          {note !== '' && ` · ${note}`}
        </p>
        <p className={styles['hint']}>
          {text(`operator.origin.${origin.kind}`, { id: origin.id })}
          {origin.kind === 'act' && (
            <>
              {' · '}
              <Link href={consolePath('record')} className={styles['link']}>
                {text('operator.record')}
              </Link>
            </>
          )}
        </p>
      </div>
      <p className={styles['amount']}>
        {amount > 0 ? '+' : ''}
        {formatNumber(amount)}
        <span className={styles['hint']}>{text('operator.person.balance', { points: formatNumber(balance) })}</span>
      </p>
    </li>
  )
}

/** The latest orders with their payments and documents. Each payment has buttons for its acts (see `orderActs`). */
export function PersonOrders({ orders, onDone }: { readonly orders: readonly PersonOrder[]; readonly onDone: () => void }) {
  const text = useText()
  if (orders.length === 0) return <p className={styles['hint']}>{text('operator.person.noOrders')}</p>
  return (
    <ul className={styles['rows']}>
      {orders.map((order) => (
        <RowBoundary key={order.id} row={order}>
          <OrderRow order={order} onDone={onDone} />
        </RowBoundary>
      ))}
    </ul>
  )
}

export function PersonTasks({ tasks, onDone }: { readonly tasks: readonly PersonTask[]; readonly onDone: () => void }) {
  const text = useText()
  if (tasks.length === 0) return <p className={styles['hint']}>{text('operator.person.noTasks')}</p>
  return (
    <ul className={styles['rows']}>
      {tasks.map((task) => (
        <RowBoundary key={task.id} row={task}>
          <TaskRow task={task} onDone={onDone} />
        </RowBoundary>
      ))}
    </ul>
  )
}

function OrderRow({ order, onDone }: { readonly order: PersonOrder; readonly onDone: () => void }) {
  const text = useText()
  return (
    <li className={styles['row']}>
      <div>
        <p className={styles['rowTitle']}>
          {order.skuId} · {formatMoney(order.amount, order.currencyCode)}
        </p>
        <p className={styles['hint']}>
          {order.id} · {order.provider} · <Moment atMs={order.createdAt} />
        </p>
        {order.payments.map((payment) => (
          <p key={payment.id} className={styles['hint']}>
            {text('operator.person.paid', { amount: formatMoney(payment.amount, payment.currencyCode), points: payment.points })}{' '}
            <Moment atMs={payment.paidAt} />
            {payment.refunded > 0 &&
              ` · ${text('operator.person.refunded', { amount: formatMoney(payment.refunded, payment.currencyCode) })}`}
            {payment.documents.map((document) => ` · ${text(`operator.document.${document.kind}`, { number: document.number })}`)}
          </p>
        ))}
      </div>
      <div className={styles['rowEnd']}>
        <Chip tone={order.state === 'FAILED' ? 'bad' : 'plain'}>{text(`operator.order.${order.state}`)}</Chip>
        <ActButtons acts={orderActs(text, order, onDone)} />
      </div>
    </li>
  )
}

function TaskRow({ task, onDone }: { readonly task: PersonTask; readonly onDone: () => void }) {
  const text = useText()
  return (
    <li className={styles['row']}>
      <div>
        <p className={styles['rowTitle']}>{task.modelName}</p>
        <p className={styles['hint']}>
          {task.id} · {text('operator.person.cost', { points: formatNumber(task.points) })} · <Moment atMs={task.createdAt} />
          {task.isDeleted && ` · ${text('operator.person.deleted')}`}
        </p>
        {task.errorMsg !== null && <p className={styles['hint']}>{task.errorMsg}</p>}
      </div>
      <div className={styles['rowEnd']}>
        <Chip tone={task.status === 'FAILED' ? 'bad' : 'plain'}>{text(`operator.taskState.${task.status}`)}</Chip>
        <ActButtons acts={taskActs(text, task, onDone)} />
      </div>
    </li>
  )
}
