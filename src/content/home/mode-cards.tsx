import { useMemo, useRef, useState, Suspense, lazy } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import { MODE_PICTURE_SIZES, modeItems } from '#shared/domain/home-items.ts'
import { type FirstPoster, firstPoster } from '#src/gallery/first-poster.ts'
import { useText } from '#src/i18n/i18n.ts'
import { useTemplates } from '#src/gallery/use-templates.ts'
import { useTileMotion } from '#src/gallery/use-tile-motion.ts'
import type { Template } from '#shared/api/templates.ts'
import type { PaletteName } from '#src/design/scene/scene-paths.ts'
import { useIsPlaying } from '#src/gallery/tile-motion.ts'
import { Icon } from '#src/design/icon.tsx'
import { TileVideo } from '#src/design/tile-video.tsx'
import { usePosterSources } from '#src/browser/saves-data.ts'
import styles from './mode-cards.module.css'

const MODES = [
  { kind: 'CUSTOM', route: 'imageToVideo', palette: 'dusk' },
  { kind: 'HEAD_TAIL', route: 'startEnd', palette: 'dawn' },
  { kind: 'TEMPLATE', route: 'templates', palette: 'night' },
] as const

/** The three kinds of video, each with a sample. */
export function ModeCards() {
  const text = useText()
  const container = useRef<HTMLUListElement>(null)
  const { items, status, problem } = useTemplates('hot')
  const itemsByMode = useMemo(() => modeItems(items), [items])
  const [poster] = useState(() => firstPoster(MODE_PICTURE_SIZES))
  useTileMotion(container)
  return (
    <ul ref={container} className={styles['modes']} aria-label={text('home.modes')}>
      {MODES.map(({ kind, ...mode }) => (
        <li key={kind}>
          <ModeCard
            {...mode}
            items={itemsByMode[kind]}
            poster={kind === 'CUSTOM' ? poster : null}
            isEmpty={status === 'ready' || problem !== null}
          />
        </li>
      ))}
    </ul>
  )
}

const Scene = lazy(async () => ({ default: (await import('#src/design/scene/scene.tsx')).Scene }))

interface ModeCardProps {
  readonly route: 'imageToVideo' | 'startEnd' | 'templates'
  readonly items: readonly Template[]
  readonly poster: FirstPoster | null
  /** The colours of the drawing that is shown if there are no items. */
  readonly palette: PaletteName
  readonly isEmpty: boolean
}

/** A link to one kind of video, with sample pictures. On hover, its video plays. */
function ModeCard({ route, items, poster, palette, isEmpty }: ModeCardProps) {
  const text = useText()
  const [firstItem] = items
  const key = `mode ${route}`
  const isPlaying = useIsPlaying(key)
  const movieUrl = firstItem?.movieUrl ?? null
  return (
    <Link href={linkTo(route)} className={styles['card']} data-video={movieUrl === null ? undefined : key}>
      <span className={styles['sight']}>
        {isEmpty && items.length === 0 && poster === null && (
          <Suspense>
            <Scene palette={palette} />
          </Suspense>
        )}
        <ModePictures items={items} poster={poster} />
        {isPlaying && movieUrl !== null && <TileVideo src={movieUrl} />}
      </span>
      <span className={styles['text']}>
        <span className={styles['name']}>
          {text(`home.mode.${route}`)}
          <Icon name="arrow" />
        </span>
        <span className={styles['hint']}>{text(`home.mode.${route}Hint`)}</span>
      </span>
    </Link>
  )
}

interface ModePicturesProps {
  readonly items: readonly Template[]
  readonly poster: FirstPoster | null
}

/** The pictures of a kind: one, two with a diagonal split, or several side by side. Without items, the preloaded poster. */
function ModePictures({ items, poster }: ModePicturesProps) {
  const posterSources = usePosterSources()
  const itemPictures = items.flatMap(({ srcImage, width }) =>
    srcImage.map((src) => (src === poster?.src ? poster : { src, srcSet: posterSources({ firstImageUrl: src, width }) })),
  )
  const pictures = itemPictures.length === 0 && poster !== null ? [poster] : itemPictures
  const [firstItem] = items
  const variant = items.length > 1 ? 'slices' : firstItem?.bizType === 'HEAD_TAIL' ? 'slant' : 'whole'
  return (
    <span className={styles['pictures']} data-variant={variant}>
      {pictures.map((picture) => (
        <img
          key={picture.src}
          className={styles['picture']}
          {...picture}
          sizes={MODE_PICTURE_SIZES}
          decoding="async"
          draggable={false}
          alt=""
        />
      ))}
    </span>
  )
}
