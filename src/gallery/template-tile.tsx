import type { Template } from '#shared/api/templates.ts'
import { Suspense, memo } from 'react'
import { BASE_POINTS } from '#shared/domain/video-price.ts'
import { useText, formatVideoLength } from '#src/i18n/i18n.ts'
import { viewerItemKey } from '#src/routing/open-viewer.ts'
import { DataIcon } from '#src/design/data-icon.tsx'
import { Icon } from '#src/design/icon.tsx'
import { TileVideo } from '#src/design/tile-video.tsx'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { usePosterSources } from '#src/browser/saves-data.ts'
import { useIsPlaying } from './tile-motion.ts'
import styles from './template-tile.module.css'

const OwnSketch = lazyPart<{ readonly effectId: string }>([], async () => (await import('./own-sketch.tsx')).OwnSketch)

interface TemplateTileProps {
  readonly template: Template
  readonly index: number
  /** The width of the tile's picture, in px. */
  readonly width: number
  readonly badge: 'new' | 'hot' | null
  readonly isLiked: boolean
  /** Whether this tile is the one that Tab reaches. Arrow keys reach the others. */
  readonly isCurrent?: boolean
  /** Whether this is the first tile of a gallery. If the visit starts at the gallery, the served HTML preloads the tile's picture. */
  readonly isFirst?: boolean
  readonly onOpen: (index: number) => void
  readonly onUse: (template: Template) => void
  readonly onLike: (id: string) => void
}

/** A gallery item. Its picture opens the item; its buttons like it or use it. */
export const TemplateTile = memo(function TemplateTile(props: TemplateTileProps) {
  const { template, index, width, badge, isLiked, isCurrent = true, isFirst = false, onOpen, onUse, onLike } = props
  const text = useText()
  const name = template.templateName
  const tabIndex = isCurrent ? 0 : -1
  return (
    <article className={styles['tile']} data-video={template.movieUrl === null ? undefined : template.id}>
      <button
        type="button"
        className={styles['open']}
        data-main
        data-viewer-item={viewerItemKey({ kind: 'effect', template })}
        tabIndex={tabIndex}
        onClick={() => onOpen(index)}
      >
        <TilePicture template={template} width={width} isFirst={isFirst} />
        <span className="visually-hidden">{text('gallery.open', { name })}</span>
      </button>
      {badge !== null && <span className={styles['mark']}>{text(`gallery.${badge}`)}</span>}
      <button
        type="button"
        className={styles['like']}
        tabIndex={tabIndex}
        aria-pressed={isLiked}
        aria-label={text('gallery.like', { name })}
        onClick={() => onLike(template.id)}
      >
        <span className={styles['heart']}>
          <Icon name="heart" />
        </span>
      </button>
      <div className={styles['foot']}>
        <p className={styles['name']}>
          {template.icon !== undefined && <DataIcon name={template.icon} size="s" />}
          {name}
        </p>
        <p className={styles['facts']}>
          {text('gallery.from', { points: BASE_POINTS })} ·&nbsp;{formatVideoLength(template.videoLength)}
        </p>
        <button
          type="button"
          className={styles['use']}
          tabIndex={tabIndex}
          aria-label={text('gallery.useName', { name })}
          onClick={() => onUse(template)}
        >
          <span>{text('gallery.use')}</span>
        </button>
      </div>
    </article>
  )
})

interface TilePictureProps {
  readonly template: Template
  /** The width on the screen, in px. */
  readonly width: number
  /** Whether this is the first tile of a gallery. Its picture loads at once with a high priority, like the preload in the served HTML. */
  readonly isFirst: boolean
}

/** The still picture of an item. While the tile plays, the video covers it from the first frame on. */
function TilePicture({ template, width, isFirst }: TilePictureProps) {
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
      {isPlaying && template.bizType === 'TEMPLATE' && (
        <Suspense fallback={null}>
          <OwnSketch effectId={template.id} />
        </Suspense>
      )}
    </span>
  )
}
