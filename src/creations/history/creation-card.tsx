import { memo, useCallback } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { useText, formatVideoLength } from '#src/i18n/i18n.ts'
import { showLinked } from '#src/browser/show-linked.ts'
import { Chip } from '#src/design/chip.tsx'
import { IconButton } from '#src/design/button.tsx'
import { MediaBox } from '#src/design/media-box.tsx'
import { useIsPlaying } from '#src/gallery/tile-motion.ts'
import { Icon } from '#src/design/icon.tsx'
import { TileVideo } from '#src/design/tile-video.tsx'
import { offlineState } from '#src/offline/offline-state.ts'
import { useSnapshot } from '#src/store/state.ts'
import { isGenerating } from '#shared/domain/task.ts'
import { type MenuAction, ActionMenu } from '#src/design/action-menu.tsx'
import type { Actions } from '../actions.ts'
import { watchSeen } from '../seen-results.ts'
import styles from './creation-card.module.css'

const UNKNOWN_SIZE = { width: 16, height: 9 }
const SQUARE = { width: 1, height: 1 }

interface CreationCardProps {
  readonly creation: Creation
  readonly actions: Actions
  readonly time: string
  readonly variationNumber?: number
  readonly variationCount?: number
  /** Whether the card is square, as in a list. A single card has the ratio of its video. */
  readonly isSquare?: boolean
  readonly onOpen: (creation: Creation) => void
}

export const CreationCard = memo(function CreationCard(props: CreationCardProps) {
  const { creation, actions, isSquare = false, onOpen } = props
  const text = useText()
  const { id, isCollect, videoUrl } = creation
  const watchCard = useCallback(
    (card: HTMLElement) => {
      showLinked(card)
      return watchSeen(card, id)
    },
    [id],
  )
  const prompt = creation.prompt || creation.templateName || text('tasks.noPrompt')
  const { width, height } = isSquare ? SQUARE : sizeOf(creation)
  return (
    <article id={`creation-${id}`} tabIndex={-1} ref={watchCard} className={styles['card']} aria-label={text('history.card', { prompt })}>
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
          <OfflineMark id={id} />
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

function CardFacts({
  creation,
  time,
  variationNumber = 1,
  variationCount = 1,
}: Pick<CreationCardProps, 'creation' | 'time' | 'variationNumber' | 'variationCount'>) {
  const text = useText()
  const { duration, resolution, status, editedFrom } = creation
  return (
    <p className={styles['facts']}>
      {status === 'PENDING' && <Chip tone="accent">{text('taskState.waiting')}</Chip>}
      {status === 'PROCESSING' && <Chip tone="accent">{text('taskState.pending')}</Chip>}
      {status === 'CANCELLED' && <Chip>{text('history.cancelled')}</Chip>}
      {variationCount > 1 && <Chip tone="accent">{text('history.version', { take: variationNumber, takes: variationCount })}</Chip>}
      <span>
        {typeof editedFrom === 'string'
          ? text('tasks.edited')
          : text('tasks.settings', { duration: formatVideoLength(duration), resolution })}
      </span>
      <span className={styles['time']}>{time}</span>
    </p>
  )
}

function sizeOf({ width, height }: Creation): { readonly width: number; readonly height: number } {
  return width === null || height === null ? UNKNOWN_SIZE : { width, height }
}

/** The still picture of a creation. While the creation's silent video plays, it covers the picture. */
function CreationPoster({ creation }: { readonly creation: Creation }) {
  const { id, previewImageUrl, srcImage, videoUrl } = creation
  const isPlaying = useIsPlaying(id)
  const poster = previewImageUrl ?? srcImage[0]
  return (
    <span className={styles['poster']} data-video={videoUrl === null ? undefined : id}>
      {poster !== undefined && <img src={poster} alt="" loading="lazy" decoding="async" draggable={false} />}
      {isPlaying && videoUrl !== null && <TileVideo src={videoUrl} />}
      {videoUrl !== null && (
        <span className={styles['play']} data-playing={isPlaying || undefined}>
          <Icon name="play" size="s" />
        </span>
      )}
    </span>
  )
}

/** A mark for a video that is available offline. It overlaps the picture, so that nothing moves when the mark appears. */
function OfflineMark({ id }: { readonly id: string }) {
  const text = useText()
  const isSavedOffline = useSnapshot(offlineState).videos[id] !== undefined
  if (!isSavedOffline) return null
  return (
    <span className={styles['mark']}>
      <span className="visually-hidden">{text('history.onDevice')}</span>
      <Icon name="device" size="s" />
    </span>
  )
}

interface CreationMenuProps {
  readonly creation: Creation
  readonly actions: Actions
  readonly label: string
}

/**
 * A menu of less frequent actions. Actions on the video are enabled when there is one; the deletion is enabled when the task has
 * ended.
 */
export function CreationMenu({ creation, actions, label }: CreationMenuProps) {
  const text = useText()
  const item = { kind: 'media', creation } as const
  const hasVideo = creation.videoUrl !== null
  const entries: readonly (MenuAction | false)[] = [
    { key: 'same', icon: 'retry', label: text('history.sameSettings'), run: () => actions.sameSettings(creation) },
    hasVideo && {
      key: 'continue',
      icon: 'frames',
      label: text('history.continue'),
      run: () => void actions.continueFromLastFrame(creation),
    },
    hasVideo && { key: 'share', icon: 'share', label: text('history.share'), run: () => void actions.shareVideo(item) },
    { key: 'link', icon: 'link', label: text('history.copyLink'), run: () => void actions.copyLink(item) },
    { key: 'prompt', icon: 'copy', label: text('history.copyPrompt'), run: () => void actions.copyPrompt(item) },
    !isGenerating(creation.status) && {
      key: 'delete',
      icon: 'trash',
      isDanger: true,
      label: text('history.delete'),
      run: () => void actions.deleteCreations([creation.id]),
    },
  ]
  return <ActionMenu label={label} actions={entries.filter((entry) => entry !== false)} />
}
