import type { ReactElement } from 'react'
import { useState } from 'react'
import { GALLERY_PICTURE_SIZES } from '#shared/domain/gallery-rules.ts'
import { firstPoster } from '#src/lib/first-poster.ts'
import { useText } from '#src/lib/i18n.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import styles from './wall-skeleton.module.css'

/** Width and height of pictures as a gallery mixes them. */
const SHAPES = [
  { name: 'first wide', width: 16, height: 9 },
  { name: 'first tall', width: 9, height: 13 },
  { name: 'first square', width: 1, height: 1 },
  { name: 'second wide', width: 16, height: 9 },
  { name: 'second square', width: 1, height: 1 },
  { name: 'third wide', width: 16, height: 9 },
  { name: 'second tall', width: 9, height: 13 },
  { name: 'third square', width: 1, height: 1 },
] as const

/** Where the tiles of a gallery will be; the first has its picture where the page was opened with it. */
export function WallSkeleton(): ReactElement {
  const text = useText()
  const [poster] = useState(() => firstPoster(GALLERY_PICTURE_SIZES))
  return (
    <div className={styles['wall']} aria-busy="true">
      <p className="visually-hidden">{text('gallery.loading')}</p>
      {SHAPES.map(({ name, width, height }, place) => (
        <div key={name} className={styles['tile']}>
          {place === 0 && poster !== null && (
            <img
              className={styles['picture']}
              {...poster}
              sizes={GALLERY_PICTURE_SIZES}
              width={width}
              height={height}
              fetchPriority="high"
              alt=""
            />
          )}
          {(place > 0 || poster === null) && <Skeleton width={width} height={height} />}
        </div>
      ))}
    </div>
  )
}
