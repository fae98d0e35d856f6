import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import type { FirstPoster } from '#src/lib/first-poster.ts'
import { MODE_PICTURE_SIZES } from '#shared/domain/mode-items.ts'
import { usePosterSources } from '#src/lib/saves-data.ts'
import styles from './mode-pictures.module.css'

interface ModePicturesProps {
  readonly items: readonly Template[]
  readonly poster: FirstPoster | null
}

/** One picture; two that share the place along a slant; or a few side by side. Until there are items, the poster. */
export function ModePictures({ items, poster }: ModePicturesProps): ReactElement {
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
