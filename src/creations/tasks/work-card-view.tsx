import type { ReactElement } from 'react'
import type { FinishedTask, TrackedBatch } from '#shared/contract/hub-contract.ts'
import type { BatchTask } from '#shared/api/generation.ts'
import type { WorkCard } from './list-work.ts'
import { useText } from '#src/platform/i18n.ts'
import { Progress } from '#src/design/progress.tsx'
import { useSnapshot } from '#src/platform/state.ts'
import { FollowedFailure } from './failed-card.tsx'
import { OutboxCard } from './outbox-card.tsx'
import { CardFrame } from './card-frame.tsx'
import { CardSketch } from './card-sketch.tsx'
import { sourcePictures, takeOfTask } from './source-pictures.ts'
import { taskStage } from './stage-words.ts'
import { StageLine } from './stage-line.tsx'

export function WorkCardView({ card }: { readonly card: WorkCard }): ReactElement {
  switch (card.kind) {
    case 'outbox':
      return <OutboxCard item={card.item} />
    case 'running':
      return <RunningCard task={card.task} batch={card.batch} />
    case 'arriving':
      return <ArrivingCard finished={card.finished} />
    case 'failed':
      return <FollowedFailure finished={card.finished} />
  }
}

/** Ready at the server; its video is being fetched. */
function ArrivingCard({ finished }: { readonly finished: FinishedTask }): ReactElement {
  const text = useText()
  const { bizType, settings, width, height, sourceUrl, lastSource } = finished
  const take = takeOfTask(finished.taskId, settings.videoNum)
  const facts = { bizType, settings, width, height, sourceUrl, lastSource }
  return (
    <CardFrame
      source={sourceUrl}
      width={width}
      height={height}
      settings={settings}
      isAlive
      sketch={take !== null && <CardSketch {...facts} take={take} />}
    >
      <p aria-live="polite">{text('stage.arriving')}</p>
      <Progress label={text('stage.arriving')} />
    </CardFrame>
  )
}

function RunningCard({ task, batch }: { readonly task: BatchTask; readonly batch: TrackedBatch }): ReactElement {
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
