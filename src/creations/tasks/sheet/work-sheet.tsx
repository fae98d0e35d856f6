import { RowBoundary } from '#src/design/row-boundary.tsx'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useText, formatNumber } from '#src/i18n/i18n.ts'
import { Dialog } from '#src/design/dialog.tsx'
import { Icon } from '#src/design/icon.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { Button } from '#src/design/button.tsx'
import { useNow, relativeWords } from '#src/i18n/use-now.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { moveTargets, workSections } from '#src/creations/list-work.ts'
import { FailureNote } from '../card-frame.tsx'
import { retryFailed } from '../task-actions.ts'
import styles from './work-sheet.module.css'
import { RefusedRow, WaitingRow, RunningRow, UploadingRow, RowFrame } from './work-rows.tsx'
import { type StoreWords, useMissedEdits } from '../open-edits.ts'

interface WorkSheetProps {
  readonly onClose: () => void
  /** Stores the prompt of an edit that came too late: its commit was already sent. */
  readonly storeWords: StoreWords
}

/**
 * The sheet with all running work and all results that the user has not dismissed. When it closes, the listed finished videos count
 * as seen.
 */
export function WorkSheet({ onClose, storeWords }: WorkSheetProps) {
  const text = useText()
  const { work, connection } = useSnapshot(hubState)
  const { waiting, uploading, running, ready, failed, refused } = workSections(work)
  useMissedEdits(work.outbox, storeWords)
  const hasUnsent = waiting.length + uploading.length > 0
  const isEmpty = !hasUnsent && running.length + ready.length + failed.length + refused.length === 0
  const close = () => {
    for (const { taskId } of ready) void hub.api.dismissFinished(taskId)
    onClose()
  }
  return (
    <Dialog shape="sheet" title={text('work.title')} closeLabel={text('dialog.close')} onClose={close}>
      {!connection.isOnline && hasUnsent && (
        <p className={styles['offline']}>
          <Icon name="cloudOff" size="s" />
          {text('work.offline')}
        </p>
      )}
      {isEmpty && <StateNote icon="film" title={text('work.empty')} hint={text('work.emptyHint')} />}
      <SheetSection title={text('work.waiting')} rows={waiting}>
        {(item) => (
          <RowBoundary key={item.id} row={item}>
            <WaitingRow item={item} targets={moveTargets(waiting, item.id)} />
          </RowBoundary>
        )}
      </SheetSection>
      <SheetSection title={text('work.uploading')} rows={uploading}>
        {(item) => (
          <RowBoundary key={item.id} row={item}>
            <UploadingRow item={item} />
          </RowBoundary>
        )}
      </SheetSection>
      <SheetSection title={text('work.running')} rows={running}>
        {({ task, batch }) => (
          <RowBoundary key={task.id} row={task}>
            <RunningRow task={task} batch={batch} />
          </RowBoundary>
        )}
      </SheetSection>
      <SheetSection title={text('work.ready')} rows={ready}>
        {(finishedTask) => (
          <RowBoundary key={finishedTask.taskId} row={finishedTask}>
            <ReadyRow finishedTask={finishedTask} onOpen={close} />
          </RowBoundary>
        )}
      </SheetSection>
      <SheetSection title={text('work.failed')} rows={[...refused, ...failed]}>
        {(row) => (
          <RowBoundary key={'taskId' in row ? row.taskId : row.id} row={row}>
            {'taskId' in row ? <FailedRow finishedTask={row} /> : <RefusedRow item={row} />}
          </RowBoundary>
        )}
      </SheetSection>
    </Dialog>
  )
}

interface SheetSectionProps<Row> {
  readonly title: string
  readonly rows: readonly Row[]
  readonly children: (row: Row) => React.ReactNode
}

/** A section for one kind of work. Renders nothing if it has no rows. */
export function SheetSection<Row>({ title, rows, children }: SheetSectionProps<Row>) {
  const titleId = useId()
  if (rows.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles['title']}>
        {title}
        <span className={styles['count']}>{rows.length}</span>
      </h3>
      <Rows>{rows.map(children)}</Rows>
    </section>
  )
}

function Rows({ children }: { readonly children: React.ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useRestoredFocus(list)
  return (
    <ul ref={list} className={styles['rows']}>
      {children}
    </ul>
  )
}

/** Restores the focus of an element that has lost it because its row was moved. */
function useRestoredFocus(list: React.RefObject<HTMLElement | null>): void {
  const lastFocused = useRef<EventTarget | null>(null)
  useEffect(() => {
    const { current } = list
    const noteFocus = ({ target }: FocusEvent) => {
      lastFocused.current = target
    }
    current?.addEventListener('focusin', noteFocus)
    return () => current?.removeEventListener('focusin', noteFocus)
  }, [list])
  useLayoutEffect(() => {
    const hasNoFocus = document.activeElement === document.body || document.activeElement instanceof HTMLDialogElement
    if (hasNoFocus && lastFocused.current instanceof HTMLElement && lastFocused.current.isConnected) lastFocused.current.focus()
  })
}

export function FailedRow({ finishedTask }: { readonly finishedTask: FinishedTask }) {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const points = formatNumber(finishedTask.points)
  const retry = async () => {
    setBusy(true)
    await retryFailed(finishedTask)
    setBusy(false)
  }
  const actions = (
    <>
      <Button variant="plain" icon="retry" isBusy={isBusy} onClick={() => void retry()}>
        {text('tasks.retryFor', { points })}
      </Button>
      <Button variant="plain" onClick={() => void hub.api.dismissFinished(finishedTask.taskId)}>
        {text('tasks.dismiss')}
      </Button>
    </>
  )
  return (
    <RowFrame source={finishedTask.sourceUrl} settings={finishedTask.settings} actions={actions}>
      <FailureNote task={finishedTask} />
    </RowFrame>
  )
}

interface ReadyRowProps {
  readonly finishedTask: FinishedTask
  readonly onOpen: () => void
}

export function ReadyRow({ finishedTask, onOpen }: ReadyRowProps) {
  const text = useText()
  const nowMs = useNow()
  const link = (
    <Link href={linkTo('creations')} className={buttonClass('plain')} onClick={onOpen}>
      <Icon name="play" />
      {text('work.watch')}
    </Link>
  )
  return (
    <RowFrame source={finishedTask.sourceUrl} settings={finishedTask.settings} actions={link}>
      <p>{text('work.readyAt', { time: relativeWords(finishedTask.finishedAtMs, nowMs, text) })}</p>
    </RowFrame>
  )
}
