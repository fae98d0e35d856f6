import type { ReactElement } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { formatBytes } from '#src/lib/format.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { sourcePictures } from '#src/features/tasks/source-pictures.ts'
import { outboxStage } from '#src/features/tasks/stage-words.ts'
import { discardCommit } from '#src/features/tasks/task-actions.ts'
import { OpenEditForm } from './open-edit-form.tsx'
import { RowFrame } from './row-frame.tsx'
import { RowStage } from './row-stage.tsx'

/** A picture on its way, by the bytes that have left. */
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
