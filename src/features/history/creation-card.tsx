import type { ReactElement } from 'react'
import { useCallback } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { formatTime } from '#src/lib/format.ts'
import { useText } from '#src/lib/i18n.ts'
import { showNamed } from '#src/lib/show-named.ts'
import { watchSeen } from '#src/lib/seen-results.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VideoPlayer } from '#src/ui/video-player.tsx'
import styles from './creation-card.module.css'

const UNKNOWN_SIZE = { width: 16, height: 9 }

interface CreationCardProps {
  readonly creation: Creation
  readonly take?: number
  readonly takes?: number
}

/** A finished video with its prompt, its settings and its download. */
export function CreationCard({ creation, take = 1, takes = 1 }: CreationCardProps): ReactElement {
  const text = useText()
  const seen = useCallback(
    (card: HTMLElement) => {
      showNamed(card)
      return watchSeen(card, creation.id)
    },
    [creation.id],
  )
  const prompt = creation.prompt || creation.templateName || text('tasks.noPrompt')
  const download = creation.videoDownloadUrl ?? creation.videoUrl
  return (
    <article
      id={`creation-${creation.id}`}
      tabIndex={-1}
      ref={seen}
      className={styles['card']}
      aria-label={text('history.card', { prompt })}
    >
      {creation.videoUrl !== null && (
        <VideoPlayer
          src={creation.videoUrl}
          poster={creation.previewImageUrl}
          width={creation.width ?? UNKNOWN_SIZE.width}
          height={creation.height ?? UNKNOWN_SIZE.height}
          label={text('history.videoLabel', { prompt })}
          playLabel={text('history.play', { prompt })}
        />
      )}
      <div className={styles['body']}>
        <p className={styles['prompt']} dir="auto">
          {prompt}
        </p>
        <div className={styles['foot']}>
          <span className={styles['facts']}>
            <Chip>{text('tasks.settings', { duration: creation.duration, resolution: creation.resolution })}</Chip>
            {takes > 1 && <Chip>{text('history.take', { take, takes })}</Chip>}
            <span className={styles['time']}>{formatTime(creation.createdAt)}</span>
          </span>
          {download !== null && (
            <a className={buttonClass('plain')} href={download} download aria-label={text('history.downloadOf', { prompt })}>
              <Icon name="download" />
              {text('history.download')}
            </a>
          )}
        </div>
      </div>
    </article>
  )
}
