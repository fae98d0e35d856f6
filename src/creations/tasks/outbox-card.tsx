import type { ReactElement } from 'react'
import { useLocation } from 'wouter'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { UNKNOWN_CODE } from '#shared/api/error-codes.ts'
import { failureText } from '#src/platform/error-text.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { Button } from '#src/design/button.tsx'
import { CardActions, CardFrame } from './card-frame.tsx'
import { CardNote } from './card-note.tsx'
import { CardSketch } from './card-sketch.tsx'
import { SendAgainButton } from './send-again-button.tsx'
import { sheetState } from './sheet-state.ts'
import { sourcePictures } from './source-pictures.ts'
import { outboxStage } from './stage-words.ts'
import { StageLine } from './stage-line.tsx'
import { discardCommit } from './task-actions.ts'

/** A commit on its way, with the only safe way to stop it: before it is sent. */
export function OutboxCard({ item }: { readonly item: OutboxItem }): ReactElement {
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
      isAlive={!isRefused && isOnline}
      count={item.settings.videoNum}
      sketch={!isRefused && <CardSketch {...{ bizType, settings, width, height }} commitId={item.id} take={0} />}
    >
      {isRefused ? (
        <CardNote title={text('taskCommitFailed')} detail={failureText(item.error ?? { code: UNKNOWN_CODE })} />
      ) : (
        <StageLine stage={outboxStage(item, isOnline)} sinceMs={item.createdAtMs} isWaiting={!isOnline} />
      )}
      <CardActions>
        {isRefused && <SendAgainButton item={item} />}
        {item.isEditable && item.state === 'queued' && (
          <Button icon="edit" onClick={() => Object.assign(sheetState, { openAt: path })}>
            {text('work.edit')}
          </Button>
        )}
        {(isRefused || item.isEditable) && (
          <Button look="plain" onClick={() => void discardCommit(item.id)}>
            {text(isRefused ? 'tasks.dismiss' : 'tasks.cancel')}
          </Button>
        )}
      </CardActions>
    </CardFrame>
  )
}
