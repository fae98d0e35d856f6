import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { useText } from '#src/platform/i18n.ts'
import { useIsPlaying } from '#src/gallery/tile-motion.ts'
import { viewerItemKey } from '#src/platform/open-viewer.ts'
import { TileVideo } from '#src/design/tile-video.tsx'
import { usePosterSources } from '#src/platform/saves-data.ts'
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

const HUNDRED_PER_CENT = 100

interface FilmPosterProps {
  readonly template: Template
  /** How much of the window's width it takes. */
  readonly share: number
}

/** The still of an item, filling its place. */
export function FilmPoster({ template, share }: FilmPosterProps): ReactElement {
  const posterSources = usePosterSources()
  return (
    <img
      className={styles['picture']}
      src={template.firstImageUrl}
      srcSet={posterSources(template)}
      sizes={`(min-width: 1024px) ${Math.ceil(share * HUNDRED_PER_CENT)}vw, 100vw`}
      loading="lazy"
      decoding="async"
      draggable={false}
      alt=""
    />
  )
}
