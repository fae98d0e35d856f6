import type { ReactElement } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { formatBytes } from '#src/platform/format.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { Button } from '#src/design/button.tsx'
import { Progress } from '#src/design/loading.tsx'
import { CancelButton } from '../cancel-video.tsx'
import { sourcePictures } from '../source-pictures.ts'
import { outboxStage, taskStage } from '../stage-line.tsx'
import { discardCommit } from '../task-actions.ts'
import type { RunningVideo } from '../work-sections.ts'
import { OpenEditForm } from './edit-form.tsx'
import { RowFrame } from './row-frame.tsx'
import { RowStage } from './editable-row.tsx'

/** A picture being uploaded, with the sent bytes. */
export function UploadingRow({ item }: { readonly item: OutboxItem }): ReactElement {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  const source = useSnapshot(sourcePictures)[item.id]
  const { fraction } = outboxStage(item, isOnline)
  const stage =
    fraction === undefined
      ? outboxStage(item, isOnline)
      : { key: 'work.bytes', values: { sent: formatBytes(item.sentBytes), total: formatBytes(item.totalBytes) } }
  const cancel = (
    <Button look="plain" onClick={() => void discardCommit(item.id)}>
      {text('work.cancel')}
    </Button>
  )
  return (
    <RowFrame
      form={<OpenEditForm item={item} />}
      source={source}
      settings={item.settings}
      hasCount
      {...(item.isEditable ? { actions: cancel } : {})}
    >
      <RowStage stage={stage} sinceMs={item.createdAtMs} />
      {fraction !== undefined && <Progress label={text('work.uploading')} fraction={fraction} />}
    </RowFrame>
  )
}

export function RunningRow({ task, batch }: RunningVideo): ReactElement {
  const text = useText()
  const source = useSnapshot(sourcePictures)[batch.commitId] ?? batch.sourceUrl
  const stage = taskStage(task)
  return (
    <RowFrame source={source} settings={batch.settings} actions={<CancelButton task={task} batch={batch} />}>
      <RowStage stage={stage} sinceMs={batch.acceptedAtMs} />
      {stage.fraction !== undefined && <Progress label={text(stage.key)} fraction={stage.fraction} stepMs={stage.stepMs} />}
      {batch.isOverdue && <p>{text('stage.overdue')}</p>}
    </RowFrame>
  )
}
