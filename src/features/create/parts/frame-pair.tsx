import type { ReactElement } from 'react'
import { checkFrames } from '#shared/domain/preflight.ts'
import type { PictureDesk } from '#src/features/create/create-desk.ts'
import { PictureSlot } from '#src/features/create/picture-slot.tsx'
import { PreflightNotes } from '#src/features/create/preflight-notes.tsx'
import { DeskContext } from '#src/features/create/use-composer.ts'
import { useDeskStatuses } from '#src/features/create/use-desk-statuses.ts'
import { useText } from '#src/lib/i18n.ts'
import type { KeyedPlan } from '#src/lib/sketch/use-sketch-plan.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { FileButton } from '#src/ui/file-button.tsx'
import { copyFrame, matchFrames, swapFrames } from './frame-actions.ts'
import styles from './frame-pair.module.css'

interface FramePairProps {
  readonly first: PictureDesk
  readonly last: PictureDesk
  readonly planned: KeyedPlan | null
}

/** The two pictures between which a video goes, and what concerns both of them. */
export function FramePair({ first, last, planned }: FramePairProps): ReactElement {
  const text = useText()
  const [start, end] = [useSnapshot(first.state).picture, useSnapshot(last.state).picture]
  const { statuses } = useDeskStatuses()
  const isBusy = statuses.includes('preparing')
  const findings = start.status === 'ready' && end.status === 'ready' && !isBusy ? checkFrames(start.facts, end.facts) : []
  const [missing, other] = start.status === 'ready' ? [last, first] : [first, last]
  const canCopy = (start.status === 'ready') !== (end.status === 'ready')
  return (
    <div className={styles['pair']}>
      <div className={styles['frames']}>
        <Frame desk={first} name={text('compose.frames.first')} planned={planned} />
        <Frame desk={last} name={text('compose.frames.last')} planned={planned} />
      </div>
      <div className={styles['both']}>
        <Button
          look="plain"
          icon="swap"
          disabled={isBusy || (!canCopy && start.status !== 'ready')}
          onClick={() => swapFrames(first, last)}
        >
          {text('compose.frames.swap')}
        </Button>
        {canCopy && (
          <Button look="plain" icon="frames" disabled={isBusy} onClick={() => copyFrame(other, missing)}>
            {text(missing === last ? 'compose.frames.sameLast' : 'compose.frames.sameFirst')}
          </Button>
        )}
      </div>
      <PreflightNotes
        findings={findings}
        isBrightened={false}
        replaceButton={<FileButton look="plain" icon="retry" label={text('create.replace')} onFile={(file) => void last.take(file)} />}
        onRemedy={() => void matchFrames(first, last)}
      />
    </div>
  )
}

function Frame({
  desk,
  name,
  planned,
}: {
  readonly desk: PictureDesk
  readonly name: string
  readonly planned: KeyedPlan | null
}): ReactElement {
  return (
    <div className={styles['frame']}>
      <p className={styles['name']} aria-hidden="true">
        {name}
      </p>
      <DeskContext value={desk}>
        <PictureSlot planned={planned} />
      </DeskContext>
    </div>
  )
}
