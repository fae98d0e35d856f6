import type { ReactElement } from 'react'
import type { BatchTask } from '#shared/api/generation.ts'
import type { TrackedBatch } from '#shared/contract/hub-contract.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { CardFrame } from './card-frame.tsx'
import { CardSketch } from './card-sketch.tsx'
import { sourcePictures, takeOfTask } from './source-pictures.ts'
import { taskStage } from './stage-words.ts'
import { StageLine } from './stage-line.tsx'

export function RunningCard({ task, batch }: { readonly task: BatchTask; readonly batch: TrackedBatch }): ReactElement {
  const text = useText()
  const source = useSnapshot(sourcePictures)[batch.commitId] ?? batch.sourceUrl
  const { bizType, settings, width, height, commitId, sourceUrl, lastSource } = batch
  const take = takeOfTask(task.id, settings.videoNum)
  const facts = { bizType, settings, width, height, commitId, sourceUrl, lastSource }
  return (
    <CardFrame
      source={source}
      width={width}
      height={height}
      settings={settings}
      isAlive
      sketch={take !== null && <CardSketch {...facts} take={take} />}
    >
      <StageLine stage={taskStage(task)} sinceMs={batch.acceptedAtMs} />
      {batch.isOverdue && <p>{text('stage.overdue')}</p>}
    </CardFrame>
  )
}
