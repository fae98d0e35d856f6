import { useLocation } from '#src/routing/routes.ts'
import type { FinishedTask, TrackedBatch, OutboxItem } from '#shared/contract/hub-contract.ts'
import type { BatchTask } from '#shared/api/generation.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Progress } from '#src/design/loading.tsx'
import { useSnapshot, hubState } from '#src/store/state.ts'
import { Button } from '#src/design/button.tsx'
import type { WorkCard } from './list-work.ts'
import { FollowedFailure } from './tasks/failed-card.tsx'
import { CardFrame, CardActions } from './tasks/card-frame.tsx'
import { CardSketch } from './tasks/card-sketch.tsx'
import { sourcePictures, variationOfTask } from './tasks/source-pictures.ts'
import { taskStage, StageLine } from './tasks/stage-line.tsx'
import { CancelButton } from './tasks/cancel-video.tsx'
import { SendAgainButton } from './tasks/send-again-button.tsx'
import { sheetState } from './tasks/work-summary.ts'
import { DiscardButton, OutboxState } from './tasks/staged-work.tsx'

// Exported here, so that the stage of a commit and the cards, which show the same parts, are in one chunk.
export { StagedLines, StagedPicture } from './tasks/staged-work.tsx'

export function WorkCardView({ card }: { readonly card: WorkCard }) {
  switch (card.kind) {
    case 'outbox':
      return <OutboxCard item={card.item} />
    case 'running':
      return <RunningCard task={card.task} batch={card.batch} />
    case 'arriving':
      return <ArrivingCard finishedTask={card.finished} />
    case 'failed':
      return <FollowedFailure finishedTask={card.finished} />
  }
}

/** A video that is finished on the server, while its creation is being loaded. */
function ArrivingCard({ finishedTask }: { readonly finishedTask: FinishedTask }) {
  const text = useText()
  const { bizType, settings, width, height, sourceUrl, lastSource } = finishedTask
  const variation = variationOfTask(finishedTask.taskId, settings.videoNum)
  const sketchProps = { bizType, settings, width, height, sourceUrl, lastSource }
  return (
    <CardFrame
      source={sourceUrl}
      width={width}
      height={height}
      settings={settings}
      isInProgress
      sketch={variation !== null && <CardSketch {...sketchProps} variation={variation} />}
    >
      <p aria-live="polite">{text('stage.arriving')}</p>
      <Progress label={text('stage.arriving')} fraction={1} />
    </CardFrame>
  )
}

function RunningCard({ task, batch }: { readonly task: BatchTask; readonly batch: TrackedBatch }) {
  const text = useText()
  const source = useSnapshot(sourcePictures)[batch.commitId] ?? batch.sourceUrl
  const { bizType, settings, width, height, commitId, sourceUrl, lastSource } = batch
  const variation = variationOfTask(task.id, settings.videoNum)
  const sketchProps = { bizType, settings, width, height, commitId, sourceUrl, lastSource }
  return (
    <CardFrame
      source={source}
      width={width}
      height={height}
      settings={settings}
      isInProgress
      sketch={variation !== null && <CardSketch {...sketchProps} variation={variation} />}
    >
      <StageLine stage={taskStage(task)} sinceMs={batch.acceptedAtMs} />
      {batch.isOverdue && <p>{text('stage.overdue')}</p>}
      <CardActions>
        <CancelButton task={task} batch={batch} />
      </CardActions>
    </CardFrame>
  )
}

/** A commit that the server has not accepted yet. */
function OutboxCard({ item }: { readonly item: OutboxItem }) {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  const source = useSnapshot(sourcePictures)[item.id]
  const [path] = useLocation()
  const isRefused = item.state === 'refused'
  const { bizType, settings, width, height } = item
  return (
    <CardFrame
      source={source}
      width={item.width}
      height={item.height}
      settings={item.settings}
      isInProgress={!isRefused && isOnline}
      count={item.settings.videoNum}
      sketch={!isRefused && <CardSketch {...{ bizType, settings, width, height }} commitId={item.id} variation={0} />}
    >
      <OutboxState item={item} />
      <CardActions>
        {isRefused && <SendAgainButton item={item} />}
        {item.isEditable && item.state === 'queued' && (
          <Button icon="edit" onClick={() => Object.assign(sheetState, { openAt: path })}>
            {text('work.edit')}
          </Button>
        )}
        <DiscardButton item={item} />
      </CardActions>
    </CardFrame>
  )
}
