import type { ReactElement } from 'react'
import { hub } from '#src/platform/hub-client.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { Dialog } from '#src/design/dialog.tsx'
import { Icon } from '#src/design/icon.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { moveTargets, workSections } from '../work-sections.ts'
import { FailedRow, ReadyRow } from './ended-rows.tsx'
import { RefusedRow, WaitingRow } from './waiting-row.tsx'
import { RunningRow, UploadingRow } from './uploading-row.tsx'
import { SheetSection } from './sheet-section.tsx'
import type { KeepWords } from './open-edits.ts'
import { useMissedEdits } from './open-edits.ts'
import styles from './work-sheet.module.css'

interface WorkSheetProps {
  readonly onClose: () => void
  /** Takes words in that were not sent after all. */
  readonly keepWords: KeepWords
}

/** Everything under way and every end nobody has put away. Ready videos that were listed count as seen once it closes. */
export function WorkSheet({ onClose, keepWords }: WorkSheetProps): ReactElement {
  const text = useText()
  const { work, connection } = useSnapshot(hubState)
  const { waiting, uploading, running, ready, failed, refused } = workSections(work)
  useMissedEdits(work.outbox, keepWords)
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
        {(item) => <WaitingRow key={item.id} item={item} targets={moveTargets(waiting, item.id)} />}
      </SheetSection>
      <SheetSection title={text('work.uploading')} rows={uploading}>
        {(item) => <UploadingRow key={item.id} item={item} />}
      </SheetSection>
      <SheetSection title={text('work.running')} rows={running}>
        {({ task, batch }) => <RunningRow key={task.id} task={task} batch={batch} />}
      </SheetSection>
      <SheetSection title={text('work.ready')} rows={ready}>
        {(finished) => <ReadyRow key={finished.taskId} finished={finished} onOpen={close} />}
      </SheetSection>
      <SheetSection title={text('work.failed')} rows={[...refused, ...failed]}>
        {(row) => ('taskId' in row ? <FailedRow key={row.taskId} finished={row} /> : <RefusedRow key={row.id} item={row} />)}
      </SheetSection>
    </Dialog>
  )
}
