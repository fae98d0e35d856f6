import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { TileVideo } from '#src/ui/tile-video.tsx'
import { usePosterSources } from '#src/lib/saves-data.ts'
import { useIsPlaying } from '#src/lib/tile-motion/tile-motion.ts'
import styles from './tile-picture.module.css'

interface TilePictureProps {
  readonly template: Template
  /** On the screen, in px. */
  readonly width: number
  /** Of a gallery: its picture is on its way already. */
  readonly isFirst: boolean
}

/** The poster of an item, and over it the video while it is this tile's turn, from its first frame on. */
export function TilePicture({ template, width, isFirst }: TilePictureProps): ReactElement {
  const isPlaying = useIsPlaying(template.id)
  const posterSources = usePosterSources()
  return (
    <span className={styles['picture']}>
      <img
        src={template.firstImageUrl}
        srcSet={posterSources(template)}
        sizes={`${Math.ceil(width)}px`}
        width={template.width}
        height={template.height}
        loading={isFirst ? 'eager' : 'lazy'}
        {...(isFirst ? { fetchPriority: 'high' } : {})}
        decoding="async"
        draggable={false}
        alt=""
      />
      {isPlaying && template.movieUrl !== null && <TileVideo src={template.movieUrl} />}
    </span>
  )
}
