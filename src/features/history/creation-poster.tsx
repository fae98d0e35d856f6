import type { ReactElement } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { useIsPlaying } from '#src/lib/tile-motion/tile-motion.ts'
import { Icon } from '#src/ui/icon.tsx'
import { TileVideo } from '#src/ui/tile-video.tsx'
import styles from './creation-poster.module.css'

/** The poster, and over it the silent video while it is this one's turn. */
export function CreationPoster({ creation }: { readonly creation: Creation }): ReactElement {
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
