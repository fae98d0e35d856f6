import type { ReactElement } from 'react'
import { memo, useCallback } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import type { Actions } from '#src/lib/actions/create-actions.ts'
import { useText } from '#src/lib/i18n.ts'
import { showNamed } from '#src/lib/show-named.ts'
import { watchSeen } from '#src/lib/seen-results.ts'
import { Chip } from '#src/ui/chip.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MediaBox } from '#src/ui/media-box.tsx'
import styles from './creation-card.module.css'
import { CreationMenu } from './creation-menu.tsx'
import { CreationPoster } from './creation-poster.tsx'
import { KeptMark } from './kept-mark.tsx'

const UNKNOWN_SIZE = { width: 16, height: 9 }
const SQUARE = { width: 1, height: 1 }

interface CreationCardProps {
  readonly creation: Creation
  readonly actions: Actions
  /** When it was made, in words. */
  readonly time: string
  readonly take?: number
  readonly takes?: number
  /** All cards of a list are of one shape; alone each has its video's. */
  readonly isSquare?: boolean
  readonly onOpen: (creation: Creation) => void
}

/** A video with its prompt, its settings and what can be done with it. */
export const CreationCard = memo(function CreationCard(props: CreationCardProps): ReactElement {
  const { creation, actions, isSquare = false, onOpen } = props
  const text = useText()
  const { id, isCollect, videoUrl } = creation
  const seen = useCallback(
    (card: HTMLElement) => {
      showNamed(card)
      return watchSeen(card, id)
    },
    [id],
  )
  const prompt = creation.prompt || creation.templateName || text('tasks.noPrompt')
  const { width, height } = isSquare ? SQUARE : sizeOf(creation)
  return (
    <article id={`creation-${id}`} tabIndex={-1} ref={seen} className={styles['card']} aria-label={text('history.card', { prompt })}>
      <div className={styles['media']}>
        <MediaBox width={width} height={height}>
          <button
            type="button"
            className={styles['open']}
            disabled={videoUrl === null}
            aria-label={text('history.play', { prompt })}
            onClick={() => onOpen(creation)}
          >
            <CreationPoster creation={creation} />
          </button>
          <KeptMark id={id} />
        </MediaBox>
      </div>
      <div className={styles['body']}>
        <p className={styles['prompt']} dir="auto">
          {prompt}
        </p>
        <CardFacts {...props} />
        <div className={styles['actions']}>
          <span className={styles['heart']}>
            <IconButton
              icon="heart"
              label={text('history.collectOf', { prompt })}
              aria-pressed={isCollect}
              onClick={() => void actions.collect([id], isCollect ? 0 : 1)}
            />
          </span>
          <IconButton
            icon="download"
            label={text('history.downloadOf', { prompt })}
            onClick={() => void actions.downloadVideo({ kind: 'media', creation })}
          />
          <CreationMenu creation={creation} actions={actions} label={text('history.more', { prompt })} />
        </div>
      </div>
    </article>
  )
})

function CardFacts({ creation, time, take = 1, takes = 1 }: Pick<CreationCardProps, 'creation' | 'time' | 'take' | 'takes'>): ReactElement {
  const text = useText()
  const { duration, resolution, status } = creation
  return (
    <p className={styles['facts']}>
      {status === 'PENDING' && <Chip tone="accent">{text('taskState.waiting')}</Chip>}
      {status === 'PROCESSING' && <Chip tone="accent">{text('taskState.pending')}</Chip>}
      {status === 'CANCELLED' && <Chip>{text('history.cancelled')}</Chip>}
      {takes > 1 && <Chip tone="accent">{text('history.take', { take, takes })}</Chip>}
      <span>{text('tasks.settings', { duration, resolution })}</span>
      <span className={styles['time']}>{time}</span>
    </p>
  )
}

function sizeOf({ width, height }: Creation): { readonly width: number; readonly height: number } {
  return width === null || height === null ? UNKNOWN_SIZE : { width, height }
}
