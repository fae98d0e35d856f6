import type { ReactElement } from 'react'
import type { RunningVideo } from '#src/features/tasks/work-sections.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { sourcePictures } from '#src/features/tasks/source-pictures.ts'
import { taskStage } from '#src/features/tasks/stage-words.ts'
import { RowFrame } from './row-frame.tsx'
import { RowStage } from './row-stage.tsx'

export function RunningRow({ task, batch }: RunningVideo): ReactElement {
  const text = useText()
  const source = useSnapshot(sourcePictures)[batch.commitId] ?? batch.sourceUrl
  return (
    <RowFrame source={source} settings={batch.settings}>
      <RowStage stage={taskStage(task)} sinceMs={batch.acceptedAtMs} />
      {batch.isOverdue && <p>{text('stage.overdue')}</p>}
    </RowFrame>
  )
}
