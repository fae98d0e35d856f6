import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { useText } from '#src/lib/i18n.ts'
import { useIsPlaying } from '#src/lib/tile-motion/tile-motion.ts'
import { viewerItemKey } from '#src/lib/viewer-item.ts'
import { TileVideo } from '#src/ui/tile-video.tsx'
import { FilmPoster } from './film-poster.tsx'
import styles from './film-tile.module.css'

interface FilmTileProps {
  readonly template: Template
  /** How much of the window's width it takes. */
  readonly share: number
  readonly onOpen: (template: Template) => void
}

/** A picture of the wall: its video plays over it while it is looked at, with the words that made it. */
export function FilmTile({ template, share, onOpen }: FilmTileProps): ReactElement {
  const text = useText()
  const isPlaying = useIsPlaying(template.id)
  return (
    <button
      type="button"
      className={styles['tile']}
      data-video={template.movieUrl === null ? undefined : template.id}
      data-playing={isPlaying || undefined}
      data-viewer-item={viewerItemKey({ kind: 'explore', template })}
      aria-label={text('landing.watch', { name: template.templateName })}
      onClick={() => onOpen(template)}
    >
      <FilmPoster template={template} share={share} />
      {isPlaying && template.movieUrl !== null && <TileVideo src={template.movieUrl} />}
      <span className={styles['words']} aria-hidden="true">
        {template.prompt}
      </span>
    </button>
  )
}
