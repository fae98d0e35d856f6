import type { ReactElement } from 'react'
import type { GalleryKind } from './choose-items.ts'
import { useState } from 'react'
import { GALLERY_PICTURE_SIZES } from '#shared/domain/gallery-rules.ts'
import { earlyTiles, firstPoster } from './first-poster.ts'
import { useText } from '#src/platform/i18n.ts'
import { Skeleton } from '#src/design/skeleton.tsx'
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
const PHONE_LANES = [0, 1] as const

/** Where the tiles of a gallery will be. Where the page was opened with it, the first has its picture, and on a phone all in sight have theirs. */
export function WallSkeleton({ kind }: { readonly kind: GalleryKind }): ReactElement {
  const text = useText()
  const [poster] = useState(() => firstPoster(GALLERY_PICTURE_SIZES))
  const [tiles] = useState(() => earlyTiles(kind))
  return (
    <div aria-busy="true">
      <p className="visually-hidden">{text('gallery.loading')}</p>
      {tiles.length > 0 && (
        <div className={styles['phone']}>
          {PHONE_LANES.map((lane) => (
            <div key={lane}>
              {tiles
                .filter((_, index) => index % PHONE_LANES.length === lane)
                .map((tile) => (
                  <div key={tile.src} className={styles['tile']}>
                    <img
                      className={styles['picture']}
                      {...tile}
                      sizes={GALLERY_PICTURE_SIZES}
                      loading="lazy"
                      data-early-tile={kind}
                      alt=""
                    />
                  </div>
                ))}
            </div>
          ))}
        </div>
      )}
      <div className={styles['wall']}>
        {SHAPES.map(({ name, ...shape }, place) => (
          <div key={name} className={styles['tile']}>
            {place > 0 || poster === null ? (
              <Skeleton {...shape} />
            ) : (
              <img className={styles['picture']} {...poster} {...shape} sizes={GALLERY_PICTURE_SIZES} fetchPriority="high" alt="" />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
