import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import type { PaletteName } from '#src/ui/scene/palettes.ts'
import type { FirstPoster } from '#src/lib/first-poster.ts'
import { Suspense, lazy } from 'react'
import { Link } from 'wouter'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { useIsPlaying } from '#src/lib/tile-motion/tile-motion.ts'
import { Icon } from '#src/ui/icon.tsx'
import { TileVideo } from '#src/ui/tile-video.tsx'
import { MODE_PICTURE_SIZES } from '#shared/domain/mode-items.ts'
import { usePosterSources } from '#src/lib/saves-data.ts'
import styles from './mode-card.module.css'

const Scene = lazy(async () => ({ default: (await import('#src/ui/scene/scene.tsx')).Scene }))

export interface ModeCardProps {
  readonly route: 'imageToVideo' | 'startEnd' | 'templates'
  readonly items: readonly Template[]
  /** Stands there until the items are known. */
  readonly poster: FirstPoster | null
  /** Drawn where there are no items to wait for. */
  readonly palette: PaletteName
  readonly isEmpty: boolean
}

/** The way to a kind of video, with pictures of its own; the video plays while the card is looked at. */
export function ModeCard({ route, items, poster, palette, isEmpty }: ModeCardProps): ReactElement {
  const text = useText()
  const [first] = items
  const key = `mode ${route}`
  const isPlaying = useIsPlaying(key)
  const movieUrl = first?.movieUrl ?? null
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

/** One picture; two that share the place along a slant; or a few side by side. Until there are items, the poster. */
function ModePictures({ items, poster }: ModePicturesProps): ReactElement {
  const posterSources = usePosterSources()
  const known = items.flatMap(({ srcImage, width }) =>
    srcImage.map((src) => (src === poster?.src ? poster : { src, srcSet: posterSources({ firstImageUrl: src, width }) })),
  )
  const pictures = known.length === 0 && poster !== null ? [poster] : known
  const [first] = items
  const look = items.length > 1 ? 'slices' : first?.bizType === 'HEAD_TAIL' ? 'slant' : 'whole'
  return (
    <span className={styles['pictures']} data-look={look}>
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
