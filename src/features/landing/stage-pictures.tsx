import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import type { FirstPoster } from '#src/lib/first-poster.ts'
import { LANDING_PICTURE_SIZES } from '#shared/domain/landing-item.ts'
import { usePosterSources } from '#src/lib/saves-data.ts'
import styles from './stage.module.css'

interface StagePicturesProps {
  readonly items: readonly Template[]
  readonly index: number
  /** Stands below the others from the first paint on. */
  readonly poster: FirstPoster | null
  /** The next picture may be fetched. */
  readonly hasNext: boolean
}

/** The still pictures one above the other: the current one fades in over the one before it. */
export function StagePictures({ items, index, poster, hasNext }: StagePicturesProps): ReactElement {
  const offered = usePosterSources()
  const near = new Set([index, (index + items.length - 1) % items.length, ...(hasNext ? [(index + 1) % items.length] : [])])
  return (
    <>
      {poster !== null && (
        <img className={styles['still']} data-current {...poster} sizes={LANDING_PICTURE_SIZES} fetchPriority="high" alt="" />
      )}
      {items.map(
        (item, place) =>
          near.has(place) && (
            <img
              key={item.id}
              className={styles['still']}
              data-current={place === index || undefined}
              src={item.firstImageUrl}
              srcSet={item.firstImageUrl === poster?.src ? poster.srcSet : offered(item)}
              sizes={LANDING_PICTURE_SIZES}
              decoding="async"
              draggable={false}
              alt=""
            />
          ),
      )}
    </>
  )
}
