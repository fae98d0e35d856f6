import { useRef } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { UNKNOWN_CODE } from '#shared/error-codes.ts'
import type { FinishedTask, OutboxItem } from '#shared/contract/hub-contract.ts'
import { Button } from '#src/design/button.tsx'
import { useVideoSource } from '#src/design/tile-video.tsx'
import { failureText, useText } from '#src/i18n/i18n.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { playAlone } from '#src/browser/only-player.ts'
import { useReducedMotion } from '#src/browser/reduced-motion.ts'
import { readyList } from '../history-lists.ts'
import { openInViewer } from '../history/use-actions.ts'
import { useCreations } from '../history/use-history.ts'
import { CancelButton } from './cancel-video.tsx'
import { CardActions, CardNote, FailureNote } from './card-frame.tsx'
import { CardSketch } from './card-sketch.tsx'
import type { CommitWork } from '../list-work.ts'
import { variationOfTask } from './source-pictures.ts'
import { outboxStage, StageLine, taskStage } from './stage-line.tsx'
import { discardCommit } from './task-actions.ts'

interface StagedProps {
  readonly work: CommitWork
  readonly commitId: string
}

/** What covers the commit's picture on the stage: the sketch while the commit runs, then the video. */
export function StagedPicture({ work, commitId }: StagedProps) {
  const creation = useCreationOf(work)
  if (creation?.videoUrl) return <StagedVideo key={creation.id} creation={creation} src={creation.videoUrl} />
  if (work.kind === 'ended') return null
  const { bizType, settings, width, height } = work.kind === 'outbox' ? work.item : work.batch
  const variation = work.kind === 'outbox' ? 0 : variationOfTask(work.task.id, settings.videoNum)
  return variation === null ? null : <CardSketch {...{ bizType, settings, width, height, commitId, variation }} />
}

/** The creation of an ended commit; undefined until it is loaded. */
function useCreationOf(work: CommitWork): Creation | undefined {
  const creations = useCreations()
  return work.kind === 'ended' ? creations.find(({ id }) => id === work.finished.taskId) : undefined
}

/** The finished video on the stage. It plays automatically and muted, except with reduced motion. */
function StagedVideo({ creation, src }: { readonly creation: Creation; readonly src: string }) {
  const text = useText()
  const video = useRef<HTMLVideoElement>(null)
  const isReduced = useReducedMotion()
  useVideoSource(video, src, !isReduced)
  const play = () => {
    const { current } = video
    if (current !== null) playAlone(() => current.pause())
  }
  const label = text('history.card', { prompt: creation.prompt || creation.templateName || text('tasks.noPrompt') })
  return <video ref={video} aria-label={label} controls muted loop playsInline onPlay={play} />
}

export function StagedLines({ work, onNext }: Pick<StagedProps, 'work'> & { readonly onNext: () => void }) {
  const text = useText()
  const nextButton = (
    <Button variant="plain" icon="create" onClick={onNext}>
      {text('studio.next')}
    </Button>
  )
  if (work.kind === 'outbox') return <OutboxLines item={work.item} nextButton={nextButton} />
  if (work.kind === 'ended') return <EndLines finishedTask={work.finished} nextButton={nextButton} />
  return (
    <>
      <StageLine stage={taskStage(work.task)} sinceMs={work.batch.acceptedAtMs} />
      <CardActions>
        <CancelButton task={work.task} batch={work.batch} />
        {nextButton}
      </CardActions>
    </>
  )
}

function OutboxLines({ item, nextButton }: { readonly item: OutboxItem; readonly nextButton: React.ReactElement }) {
  return (
    <>
      <OutboxState item={item} />
      <CardActions>
        <DiscardButton item={item} />
        {nextButton}
      </CardActions>
    </>
  )
}

/** The progress of a commit that the server has not accepted yet, or why it was refused. */
export function OutboxState({ item }: { readonly item: OutboxItem }) {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  if (item.state === 'refused')
    return <CardNote title={text('taskCommitFailed')} detail={failureText(item.error ?? { code: UNKNOWN_CODE })} />
  return <StageLine stage={outboxStage(item, isOnline)} sinceMs={item.createdAtMs} isWaiting={!isOnline} />
}

/** A button that discards a commit. It is shown only if that is safe: before the commit is sent, or after a refusal. */
export function DiscardButton({ item }: { readonly item: OutboxItem }) {
  const text = useText()
  const isRefused = item.state === 'refused'
  if (!isRefused && !item.isEditable) return null
  return (
    <Button variant="plain" onClick={() => void discardCommit(item.id)}>
      {text(isRefused ? 'tasks.dismiss' : 'tasks.cancel')}
    </Button>
  )
}

interface EndLinesProps {
  readonly finishedTask: FinishedTask
  readonly nextButton: React.ReactElement
}

function EndLines({ finishedTask, nextButton }: EndLinesProps) {
  const text = useText()
  const creations = useCreations()
  const creation = creations.find(({ id }) => id === finishedTask.taskId)
  if (finishedTask.status === 'FAILED')
    return (
      <>
        <FailureNote task={finishedTask} />
        <CardActions>{nextButton}</CardActions>
      </>
    )
  if (creation === undefined)
    return (
      <>
        <StageLine stage={{ key: 'stage.arriving', fraction: 1 }} sinceMs={finishedTask.finishedAtMs} />
        <CardActions>{nextButton}</CardActions>
      </>
    )
  return (
    <>
      <p aria-live="polite">{text('studio.ready')}</p>
      <CardActions>
        <Button variant="plain" icon="expand" onClick={() => openInViewer(creation, creations, readyList)}>
          {text('studio.open')}
        </Button>
        {nextButton}
      </CardActions>
    </>
  )
}
